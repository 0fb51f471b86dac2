import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { Sheet } from './Sheet.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(cleanup);

it.each([
  ['an open list', 'true', {}, []],
  ['an open list with Ctrl', 'true', { ctrlKey: true }, ['commit', 'close']],
  ['a list that is shut', 'false', {}, ['commit', 'close']],
])('in %s the sheet hears Enter and Esc as it should', (_, expanded, held, heard) => {
  const calls: string[] = [];
  const [commit, close] = [vi.fn(() => calls.push('commit')), vi.fn(() => calls.push('close'))];
  render(
    <Sheet title="Move" verb="Move" ready busy={false} commit={commit} close={close}>
      <input role="combobox" aria-expanded={expanded === 'true'} aria-controls="list" />
    </Sheet>,
  );
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(screen.getByRole('combobox'), { key, ...held });
  expect(calls).toEqual(heard);
});

it('in a menu that is open over it the sheet hears neither Enter nor Esc', () => {
  const [commit, close] = [vi.fn(), vi.fn()];
  render(
    <Sheet title="Move" verb="Move" ready busy={false} commit={commit} close={close}>
      <div popover="auto" role="menu" tabIndex={-1}>
        <p>INR</p>
      </div>
    </Sheet>,
  );
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(screen.getByText('INR'), { key });
  expect([commit.mock.calls, close.mock.calls]).toEqual([[], []]);
});

it('lets the value of its first field give way to what is typed', () => {
  const sheet = (ready: boolean) => (
    <Sheet title="Correct" verb="Correct" ready={ready} busy={false} commit={() => {}} close={() => {}}>
      <div className="sheet-field">
        <input defaultValue="412345678901" />
      </div>
    </Sheet>
  );
  const { rerender } = render(sheet(false));
  rerender(sheet(true));
  const field = screen.getByRole<HTMLInputElement>('textbox');
  expect(document.activeElement).toBe(field);
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('412345678901');
});
