import { act, cleanup, render, screen } from '@testing-library/react';
import { memo } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLocale, startI18n, translate, useT } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { useCommands, useScopeCommands } from './useCommands.ts';

const Buttons = memo(function Buttons() {
  useT('grid');
  return useScopeCommands('tab').map((command) => <button key={command.id}>{command.label()}</button>);
});

function Panel() {
  const t = useT('grid');
  useCommands('tab', [{ id: 'one', label: () => t('keys.peek'), run: () => undefined }]);
  return <Buttons />;
}

beforeEach(async () => {
  keepLocale('zh-tw');
  await startI18n(['app', 'grid']);
});
afterEach(cleanup);

test('buttons of a quiet panel follow the language', async () => {
  render(<Panel />);
  const before = screen.getByRole('button').textContent;
  await act(() => setLocale('en'));
  expect(screen.getByRole('button').textContent).toBe(translate('grid:keys.peek'));
  expect(screen.getByRole('button').textContent).not.toBe(before);
});
