import { expect, test } from 'vitest';
import { hoursOfPeriod, parsePeriod } from './period.ts';

test.each([
  ['24h', { hours: 24 }, 24],
  ['lastWeek', { calendar: 'lastWeek' }, 168],
  ['2026-11-01T00:00Z/2026-11-03T12:30Z', { from: '2026-11-01T00:00Z', to: '2026-11-03T12:30Z' }, 61],
] as const)('%s is a period', (text, period, hours) => {
  expect(parsePeriod(text)).toEqual(period);
  expect(hoursOfPeriod(period)).toBe(hours);
});

test.each([
  '',
  '0h',
  '99999h',
  'tomorrow',
  '2026-11-01T00:00Z',
  '2026-11-02T00:00Z/2026-11-01T00:00Z',
  '2026-11-01T00:00Z/2026-11-02T00:00Z/2026-11-03T00:00Z',
  '2020-01-01T00:00Z/2026-01-01T00:00Z',
  '2026-99-99T00:00Z/2027-01-01T00:00Z',
])('%j is none', (text) => expect(parsePeriod(text)).toBeUndefined());
