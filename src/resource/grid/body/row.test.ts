// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { GridContext } from '../cells.ts';
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
const definitions: Record<string, Lane['definition']> = {
  orderNo: { colId: 'orderNo' },
  createdAt: { colId: 'createdAt' },
};
const dress = {
  page: document,
  context: { selection: { has: () => false } } as unknown as GridContext,
  rules: {},
  ruler: { width: () => 10 },
} as unknown as Dress;

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
