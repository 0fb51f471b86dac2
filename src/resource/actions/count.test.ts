import { expect, it } from 'vitest';
import { countIn } from './count.ts';

it.each([
  ['1234', 1234],
  [' 1,234 ', 1234],
  ['1 234', 1234],
  ['1.234', 1234],
  ['1’234', 1234],
  ['1\u202f234', 1234],
  ['12,34,567', 1234567],
  ['１２３４', 1234],
  ['', undefined],
  ['12.5', undefined],
  ['1,2', undefined],
  ['-12', undefined],
  ['twelve', undefined],
  ['1e3', undefined],
  ['9999999999', undefined],
])('of %j reads %s', (text, count) => {
  expect(countIn(text)).toBe(count);
});
