import { expect, it } from 'vitest';
import { rulesOf, unmetRule } from './passwordFit.ts';

const RULES = { minLength: 8, kinds: 3 };
const typed = (next: string, current = 'the old one') => ({ next, current, account: 'Asha' });

it('says which rule is not met yet, the first of them on sending', () => {
  expect(rulesOf(RULES, typed('')).every(({ met }) => !met)).toBe(true);
  expect(unmetRule(RULES, typed('aB1'))).toBe('length');
  expect(unmetRule(RULES, typed('only-lower'))).toBe('kinds');
  expect(unmetRule(RULES, typed('my-ASHA-2026'))).toBe('account');
  expect(unmetRule(RULES, typed('Same-One-1', 'Same-One-1'))).toBe('other');
  expect(unmetRule(RULES, typed('Quite-Other-1'))).toBeUndefined();
});

it('does not show a rule that asks for nothing', () => {
  expect(rulesOf({ minLength: 8, kinds: 1 }, typed('x')).map(({ rule }) => rule)).toEqual([
    'length',
    'account',
    'other',
  ]);
});
