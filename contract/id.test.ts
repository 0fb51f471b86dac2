import { expect, it } from 'vitest';
import { idText, isId } from './id.ts';

it('takes what a bigint column holds, and nothing else', () => {
  for (const id of ['1', '9223372036854775807']) expect(isId(id)).toBe(true);
  for (const wrong of [
    '0',
    '01',
    '-1',
    '9223372036854775808',
    '9999999999999999999',
    '1'.repeat(20),
    ' 1',
    1,
    null,
  ])
    expect(isId(wrong)).toBe(false);
  expect([7, '7', { toString: 1 }, null].map(idText)).toEqual(['7', '7', '', '']);
});
