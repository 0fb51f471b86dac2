import { describe, expect, it } from 'vitest';
import type { Tile } from './document.ts';
import { MARGIN, ROW, rowHeight } from './rows.ts';

const tile = (id: string, x: number, y: number, h: number): Tile => ({
  id,
  widget: 'clock',
  version: 1,
  x,
  y,
  w: 12,
  h,
  settings: {},
});
const heightOf = (rows: number, row: number) => rows * row + (rows + 1) * MARGIN;

describe('the rows of a dashboard', () => {
  const two = [tile('a', 0, 0, 6), tile('b', 12, 0, 6), tile('c', 0, 6, 8)];

  it('fill a panel that has room for all of them', () => {
    expect(rowHeight(two, heightOf(14, 40))).toBe(40);
    expect(rowHeight(two, 4_000)).toBe(72);
  });

  it('let a panel end after the widgets that have room', () => {
    expect(rowHeight(two, heightOf(6, 30))).toBe(30);
    expect(rowHeight(two, heightOf(14, 22))).toBe(22);
    expect(rowHeight(two, heightOf(14, 22) - 1)).toBeGreaterThan(40);
  });

  it('end where no other widget is cut', () => {
    const stepped = [tile('a', 0, 0, 6), tile('b', 12, 0, 9), tile('c', 0, 6, 3)];
    expect(rowHeight(stepped, heightOf(6, 40))).toBeCloseTo((heightOf(6, 40) - 10 * MARGIN) / 9, 1);
  });

  it('show nothing of the next widget at the lower edge, whatever the height', () => {
    for (let height = heightOf(6, 24); height < heightOf(6, 30); height += 1)
      expect(height - heightOf(6, rowHeight(two, height))).toBeLessThan(0.1);
  });

  it('are as usual where nothing has room, or there is nothing', () => {
    expect(rowHeight(two, 100)).toBe(ROW);
    expect(rowHeight([], 500)).toBe(ROW);
  });
});
