import { describe, expect, it } from 'vitest';
import { lunarDay, monthDays, monthShifted, proposedEnd, shifted } from './days.ts';

describe('days of a calendar', () => {
  it('are six weeks from a Monday', () => {
    const days = monthDays('2026-11-26');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(monthDays('2027-02-01')[0]).toBe('2027-02-01');
  });
  it('go over the ends of months and years', () => {
    expect(shifted('2026-12-31', 1)).toBe('2027-01-01');
    expect(monthShifted('2027-01-31', 1)).toBe('2027-02-28');
    expect(monthShifted('2026-01-15', -1)).toBe('2025-12-15');
  });
  it('propose an end an hour later on the same day', () => {
    expect(['09:00', '22:50', '23:30', '23:50'].map(proposedEnd)).toEqual([
      '10:00',
      '23:45',
      '23:45',
      '23:59',
    ]);
  });
  it('have a date of the Chinese calendar', () => {
    // New Year's Day of the year of the Horse.
    expect(['2026-02-17', '2026-02-18', '2026-03-08'].map(lunarDay)).toEqual(['正月', '初二', '二十']);
  });
});
