import { expect, it } from 'vitest';
import { FIGURE } from '../columns.ts';
import { type Lane, cutsOf } from './lanes.ts';

const lane = (id: string, left: number, more: Partial<Lane> = {}): Lane => ({
  id,
  definition: { colId: id, cellClass: [FIGURE] },
  left,
  width: 100,
  pinned: undefined,
  at: 0,
  clipped: false,
  ...more,
});

it('finds the columns of figures that an edge runs through, and none that is out of sight or pinned', () => {
  const text = { definition: { colId: 'text' } };
  const list = [
    lane('pinned', 0, { pinned: 'left' }),
    lane('a', 100),
    lane('b', 200),
    lane('text', 300, text),
    lane('c', 400),
  ];
  const cuts = (left: number, right: number) =>
    Object.fromEntries(cutsOf({ list, leftWidth: 100, rightWidth: 0 }, left, right));
  expect(cuts(100, 500)).toEqual({});
  expect(cuts(150, 450)).toEqual({ a: 'left', c: 'right' });
  // What is cut is the padding alone, or nothing is left to be seen.
  expect(cuts(105, 495)).toEqual({});
  expect(cuts(195, 350)).toEqual({});
});
