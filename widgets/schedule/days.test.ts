import { describe, expect, it } from 'vitest';
import {
  lunarDay,
  monthDays,
  monthShifted,
  proposedEnd,
  readTime,
  shifted,
  spansOf,
  timeShifted,
} from './days.ts';

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
  it('have times as people type them, in 24 hours', () => {
    expect(['9', '930', '9:30', '09.30', '2330', '24:00', '9:75', 'noon'].map(readTime)).toEqual([
      '09:00',
      '09:30',
      '09:30',
      '09:30',
      '23:30',
      undefined,
      undefined,
      undefined,
    ]);
    expect([timeShifted('23:50', 15), timeShifted('00:05', -15)]).toEqual(['00:05', '23:50']);
  });
  it('share what goes over midnight', () => {
    expect(spansOf('2026-12-31', { startTime: '23:30', endTime: '01:00' })).toEqual([
      { day: '2026-12-31', startTime: '23:30', endTime: '23:59' },
      { day: '2027-01-01', startTime: '00:00', endTime: '01:00' },
    ]);
    expect(spansOf('2026-12-31', { startTime: '09:00', endTime: '10:00' })).toHaveLength(1);
  });
  it('have a date of the Chinese calendar', () => {
    // New Year's Day of the year of the Horse.
    expect(['2026-02-17', '2026-02-18', '2026-03-08'].map(lunarDay)).toEqual(['正月', '初二', '二十']);
  });
});
