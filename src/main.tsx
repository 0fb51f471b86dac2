import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startI18n } from './kit/i18n/i18n.ts';
import { startTheme } from './kit/ui/theme.ts';
import './kit/ui/base.css';

startTheme();
await startI18n(['app', 'meta']);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
