import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { guardComposition } from './kit/commands/composition.ts';
import { startI18n } from './kit/i18n/i18n.ts';
import { startTheme } from './kit/ui/theme.ts';
import './kit/ui/base.css';

// Before anything else that hears a key.
guardComposition(window);
startTheme();
await startI18n(['app', 'meta']);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
