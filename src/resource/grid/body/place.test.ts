import { describe, expect, test } from 'vitest';
import { moveOf, rangeOf, shiftOf } from './place.ts';

describe('rows of a view', () => {
  test('so many as fit and two beyond each edge, at every place', () => {
    expect(rangeOf(0, 260, 26, 1_000)).toEqual([0, 14]);
    expect(rangeOf(2_600, 260, 26, 1_000)).toEqual([98, 112]);
    expect(rangeOf(26_000 - 260, 260, 26, 1_000)).toEqual([985, 999]);
    for (let top = 0; top < 26_000 - 260; top += 7) {
      const [first, last] = rangeOf(top, 260, 26, 1_000);
      expect(last - first).toBe(14);
      expect(first).toBeLessThanOrEqual(Math.floor(top / 26));
      expect(last).toBeGreaterThanOrEqual(Math.floor((top + 259) / 26));
    }
  });

  test('a list shorter than the view is drawn whole, an empty one not at all', () => {
    expect(rangeOf(0, 260, 26, 3)).toEqual([0, 2]);
    expect(rangeOf(0, 260, 26, 0)).toEqual([0, -1]);
  });
});

describe('a list taller than an element can be', () => {
  const [whole, drawn, height] = [130_000_000, 33_000_000, 700];
  const rowUnder = (scrolled: number) =>
    Math.floor((scrolled + shiftOf(scrolled, whole, drawn, height)) / 26);

  test('its first and last row stand at the ends of the thumb’s way', () => {
    expect(rowUnder(0)).toBe(0);
    expect(
      rangeOf(drawn - height + shiftOf(drawn - height, whole, drawn, height), height, 26, 5_000_000)[1],
    ).toBe(4_999_999);
    expect(rowUnder((drawn - height) / 2)).toBeCloseTo(2_500_000, -2);
  });

  test('one that fits is not moved', () => {
    expect(shiftOf(12_345, 26_000_000, 26_000_000, height)).toBe(0);
    expect(shiftOf(10, 26_000_000, 0, height)).toBe(0);
  });
});

test('keys that move between rows, and those that do not', () => {
  const view = { fits: 20, count: 500 };
  const to = (key: string, ctrl = false) => moveOf(key, ctrl, 100, view);
  expect([to('ArrowDown'), to('ArrowUp'), to('PageDown'), to('PageUp')]).toEqual([101, 99, 119, 81]);
  expect([to('Home'), to('End'), to('ArrowUp', true), to('ArrowDown', true)]).toEqual([0, 499, 0, 499]);
  expect([to('ArrowLeft'), to('x'), to('Enter')]).toEqual([undefined, undefined, undefined]);
  // A view of a single row still moves on.
  expect(moveOf('PageDown', false, 3, { fits: 1, count: 500 })).toBe(4);
});
