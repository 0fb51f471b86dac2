import { expect, test } from 'vitest';
import { type Passage, passage } from './passage.ts';

const through = (...drifts: readonly number[]) => {
  let now: Passage | undefined;
  return drifts.map((drift) => {
    now = passage(now, 'a', drift);
    return [now.entered, now.left];
  });
};

test('rows that leave take nothing from those that have entered, and those that enter nothing from those that left', () => {
  expect(through(18, -202, -189, -100)).toEqual([
    [18, 0],
    [18, 202],
    [18, 202],
    [102, 202],
  ]);
});

test('a list read anew begins anew, and nothing new is the same', () => {
  const before = passage(undefined, 'a', 7);
  expect(passage(before, 'a', 7)).toBe(before);
  expect(passage(before, 'b', 0)).toEqual({ list: 'b', entered: 0, left: 0 });
});
