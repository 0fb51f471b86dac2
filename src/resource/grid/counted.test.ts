import { expect, test } from 'vitest';
import { countText } from './counted.ts';

test('a count is shown whether it comes as a number or as text', () => {
  expect([1_204, '1204377', 0, '0'].map(countText)).toEqual(['1,204', '1,204,377', '0', '0']);
  expect([null, undefined, ''].map(countText)).toEqual(['', '', '']);
});
