// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { lookAlikesIn } from '../../../../contract/identity/name.ts';
import type { GridContext } from '../cells.ts';
import { BodyCell } from './cell.ts';
import type { Lane } from './lanes.ts';
import { BodyRow, type Dress } from './row.ts';

const lane = (id: string, pinned: Lane['pinned'], at: number): Lane => ({
  id,
  definition: definitions[id]!,
  left: at * 50,
  width: 50,
  pinned,
  at,
  clipped: false,
});
const warningOf = (text: string): string | undefined =>
  lookAlikesIn(text).map(({ like }) => `looks like ${like}`)[0];
const definitions: Record<string, Lane['definition']> = {
  orderNo: { colId: 'orderNo' },
  createdAt: { colId: 'createdAt' },
  merchantId: { colId: 'merchantId', field: 'merchantId', context: { warningOf } },
};
const dress = {
  page: document,
  context: { selection: { has: () => false } } as unknown as GridContext,
  rules: {},
  ruler: { width: () => 10 },
} as unknown as Dress;

it('marks a name that looks like another one, for as long as it is there', () => {
  const cell = new BodyCell(lane('merchantId', undefined, 0), dress);
  const mark = () => cell.element.querySelector('.look-alike');
  const show = (name: string) => cell.show({ id: '1', merchantId: name });
  show('P\u0430lar');
  expect(mark()?.getAttribute('title')).toBe('looks like a');
  expect(cell.element.textContent).toBe('P\u0430lar');
  show('Palar');
  expect(mark()).toBeNull();
  show('Анна');
  expect(mark()).toBeNull();
});

it('takes the cells of a column along that is dragged to the pinned ones of an edge, and back', () => {
  const row = new BodyRow(dress);
  const lay = (pinned: Lane['pinned']) =>
    row.lay({
      list: [lane('orderNo', 'left', 0), lane('createdAt', pinned, 1)],
      leftWidth: pinned === 'left' ? 100 : 50,
      rightWidth: pinned === 'right' ? 50 : 0,
    });
  const home = () => row.cell('createdAt')!.parentElement!.className;
  lay(undefined);
  expect(row.cell('createdAt')!.parentElement).toBe(row.element);
  lay('left');
  expect(home()).toBe('grid-pinned');
  lay('right');
  expect(home()).toBe('grid-pinned grid-pinned-right');
  lay(undefined);
  expect(row.cell('createdAt')!.parentElement).toBe(row.element);
  expect(row.cell('orderNo')!.parentElement!.className).toBe('grid-pinned');
});
