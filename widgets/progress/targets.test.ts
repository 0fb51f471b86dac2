import { expect, it } from 'vitest';
import { DICTS } from '../../contract/dicts.ts';
import { measureOf } from '../../contract/measures.ts';
import { elapsed, monthOf, shareOf } from './targets.ts';

it('knows the month of a day and the one before it', () => {
  expect([monthOf('2026-11-26', 'this'), monthOf('2026-01-05', 'last')]).toEqual(['2026-11', '2025-12']);
});

it('counts how much of a month is over', () => {
  const month = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
  expect(elapsed(month, Date.parse('2026-11-16T00:00:00Z'))).toBe(0.5);
  expect(elapsed(month, Date.parse('2027-01-01T00:00:00Z'))).toBe(1);
  expect(shareOf('750', '1000')).toBe(0.75);
});

it('has targets of measures that exist', () => {
  for (const { value } of DICTS.targetMeasure) expect(measureOf(value)?.id).toBe(value);
});
