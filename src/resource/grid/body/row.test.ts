// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { GridContext } from '../cells.ts';
import type { Lane } from './lanes.ts';
import { BodyRow, type Dress } from './row.ts';

const lane = (id: string, pinned: boolean, at: number): Lane => ({
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

it('takes the cells of a column along that is dragged among the pinned ones, and back', () => {
  const row = new BodyRow(dress);
  const pins = row.element.querySelector('.grid-pinned')!;
  const lay = (pinned: boolean) =>
    row.lay({
      list: [lane('orderNo', true, 0), lane('createdAt', pinned, 1)],
      pinnedWidth: pinned ? 100 : 50,
    });
  lay(false);
  expect(pins.contains(row.cell('createdAt')!)).toBe(false);
  lay(true);
  expect(pins.contains(row.cell('createdAt')!)).toBe(true);
  lay(false);
  expect(pins.contains(row.cell('createdAt')!)).toBe(false);
  expect(pins.contains(row.cell('orderNo')!)).toBe(true);
});
