import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { revealChosenRow } from './revealChosenRow.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['grid']);
});
afterEach(() => document.body.replaceChildren());

const rect = (top: number, bottom: number) => ({ top, bottom }) as DOMRect;

/** A list of 100 px whose chosen row, of 20 px, begins where it is said. */
function listed(top: number) {
  document.body.innerHTML = `<div><table><tbody><tr tabindex="0" aria-selected="false"></tr>
    <tr tabindex="-1" aria-selected="true"></tr></tbody></table></div>`;
  const list = document.querySelector('div')!;
  const row = document.querySelector<HTMLElement>('[aria-selected="true"]')!;
  list.getBoundingClientRect = () => rect(0, 100);
  row.getBoundingClientRect = () => rect(top, top + 20);
  const scroll = vi.fn();
  row.scrollIntoView = scroll;
  return { list, row, scroll };
}

test('a key acts on a row that is seen, with the keyboard in the panel', () => {
  const { list, scroll } = listed(40);
  expect(revealChosenRow(list, true)).toBe(true);
  expect(scroll).not.toHaveBeenCalled();
});

test.each([-10, 90])('a row that begins at %i is shown, and asked for once more', (top) => {
  const { list, row, scroll } = listed(top);
  expect(revealChosenRow(list, true)).toMatch(/out of view/);
  expect(scroll).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(row);
});

test('the row has the keyboard where that was elsewhere', () => {
  const { list, row } = listed(40);
  expect(revealChosenRow(list, false)).toMatch(/keyboard was not in the list/);
  expect(document.activeElement).toBe(row);
});

test('where nothing is chosen the command itself says so', () => {
  expect(revealChosenRow(document.createElement('div'), false)).toBe(true);
});
