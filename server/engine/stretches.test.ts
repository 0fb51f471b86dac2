import { expect, test } from 'vitest';
import type { Laid } from './layAnchors.ts';
import { gapAfter, offsetsOf, stretchAt } from './stretches.ts';

const laid = (stretches: number, counts: Record<string, number[]>): Laid => ({
  anchors: Array.from({ length: stretches }, (_, at) => ({ key: String(at), id: String(at) })),
  counts: new Map(Object.entries(counts).map(([merchant, pairs]) => [merchant, Int32Array.from(pairs)])),
  at: 0,
});

test('rows of several merchants are counted before each stretch', () => {
  const both = laid(4, { a: [0, 3, 2, 1], b: [2, 4], c: [1, 9] });
  expect([...offsetsOf(both, ['a', 'b', 'nobody'], 10)]).toEqual([0, 3, 3, 8, 8]);
  expect([...offsetsOf(both, [], 10)]).toEqual([0, 0, 0, 0, 0]);
  expect([...offsetsOf(both, null, 10)]).toEqual([0, 10, 20, 30, Number.POSITIVE_INFINITY]);
});

test('a row is in the stretch that has it, a later one in the last', () => {
  const offsets = Float64Array.from([0, 3, 3, 8, 8]);
  expect([0, 2, 3, 7, 8, 99].map((row) => stretchAt(offsets, row))).toEqual([0, 0, 2, 2, 3, 3]);
});

test('a gap is left out where it is long and rows beyond it are asked for', () => {
  const offsets = Float64Array.from([0, 3, 3, 3, 3, 8, 8, 9]);
  expect(gapAfter(offsets, 0, 3)).toBeUndefined();
  expect(gapAfter(offsets, 0, 4)).toEqual({ begin: 1, end: 4 });
  expect(gapAfter(offsets, 4, 99)).toBeUndefined();
  expect(gapAfter(Float64Array.from([0, 3, 3, 3, 3, 3]), 0, 5)).toEqual({ begin: 1, end: 4 });
});
