import { expect, it } from 'vitest';
import { accountDelayMs, delayMs } from './attempts.ts';
import { randomPassword } from './password.ts';

it('waits longer after every failure past the fourth, never beyond the window', () => {
  expect([1, 4, 5, 6, 7].map(delayMs)).toEqual([0, 0, 30_000, 60_000, 120_000]);
  expect(delayMs(1000)).toBe(900_000);
});

it('waits little for an account as a whole: strangers must not keep its owner out', () => {
  expect([1, 19, 20, 21, 25].map(accountDelayMs)).toEqual([0, 0, 1_000, 2_000, 32_000]);
  expect(accountDelayMs(1000)).toBe(60_000);
});

it('makes one-time passwords that nobody has to guess at', () => {
  const made = Array.from({ length: 200 }, () => randomPassword());
  expect(new Set(made).size).toBe(200);
  for (const password of made) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{16}$/);
});
