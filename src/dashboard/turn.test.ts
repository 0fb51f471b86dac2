import { expect, it } from 'vitest';
import { turnOf } from './turn.ts';

it('goes from one to the next by the clock, and is where it was after a reload', () => {
  expect([0, 9_999, 10_000, 29_999, 30_000].map((now) => turnOf(now, 10, 3))).toEqual([0, 0, 1, 2, 0]);
  expect(turnOf(5, 10, 0)).toBe(0);
});
