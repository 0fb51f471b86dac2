import { expect, it } from 'vitest';
import { isQuiet } from './quietHours.ts';

const at = (time: string) => new Date(time);

it('is quiet from its beginning up to its end, over midnight too', () => {
  const night = { from: '22:00', to: '07:00', zone: 'Asia/Kolkata' };
  expect(isQuiet(night, at('2026-11-26T22:00:00+05:30'))).toBe(true);
  expect(isQuiet(night, at('2026-11-27T06:59:59+05:30'))).toBe(true);
  expect(isQuiet(night, at('2026-11-27T07:00:00+05:30'))).toBe(false);
  expect(isQuiet(night, at('2026-11-26T21:59:59+05:30'))).toBe(false);
  const noon = { ...night, from: '12:00', to: '13:00' };
  expect(isQuiet(noon, at('2026-11-26T12:30:00+05:30'))).toBe(true);
  expect(isQuiet(noon, at('2026-11-26T13:00:00+05:30'))).toBe(false);
  expect(isQuiet(null, at('2026-11-26T12:30:00+05:30'))).toBe(false);
});

it('follows the clock on the wall on days on which it is changed', () => {
  const night = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };
  // The hour from 2 to 3 is left out on 29 March 2026 and comes twice on 25 October.
  expect(isQuiet(night, at('2026-03-29T04:59:00Z'))).toBe(true);
  expect(isQuiet(night, at('2026-03-29T05:00:00Z'))).toBe(false);
  expect(isQuiet(night, at('2026-10-25T05:59:00Z'))).toBe(true);
  expect(isQuiet(night, at('2026-10-25T06:00:00Z'))).toBe(false);
  expect(isQuiet({ ...night, from: '02:00', to: '03:00' }, at('2026-10-25T00:30:00Z'))).toBe(true);
  expect(isQuiet({ ...night, from: '02:00', to: '03:00' }, at('2026-10-25T01:30:00Z'))).toBe(true);
});
