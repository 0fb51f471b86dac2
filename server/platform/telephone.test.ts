import { expect, it } from 'vitest';
import { toE164 } from './telephone.ts';

it.each([
  ['13800138000', 'CN', '+8613800138000'],
  ['+86 138 0013 8000', 'IN', '+8613800138000'],
  ['0086 138-0013-8000', 'US', '+8613800138000'],
  // The form alone counts, in every country and also in ranges that are not assigned yet.
  ['13800138000', 'IN', '+8613800138000'],
  ['14155552671', 'US', '+8614155552671'],
  ['16012345678', 'CN', '+8616012345678'],
  ['19900000000', undefined, '+8619900000000'],
  ['１３８００１３８０００', 'BR', '+8613800138000'],
  // As address books paste it.
  ['\u202A+91 98765\u00A043210\u202C', 'CN', '+919876543210'],
  ['+1 (415) 555-2671', undefined, '+14155552671'],
  ['098765 43210', 'IN', '+919876543210'],
  ['(415) 555-2671', 'US', '+14155552671'],
  ['0711 123 456', 'KE', '+254711123456'],
  ['0812-3456-7890', 'ID', '+6281234567890'],
] as const)('%s typed in %s is %s', (typed, country, number) => {
  expect(toE164(typed, country)).toBe(number);
});

it.each([
  // A fixed line: the mainland rule takes mobile numbers only.
  ['010 6552 9988', 'CN'],
  ['12800138000', 'CN'],
  ['9876543210', undefined],
  ['138001380001', 'IN'],
  ['+91 13800138000', 'CN'],
  ['abc', 'US'],
  ['+1 415 555 2671 ext. 5', 'US'],
  ['', 'CN'],
] as const)('%s typed in %s is no number', (typed, country) => {
  expect(toE164(typed, country)).toBeUndefined();
});
