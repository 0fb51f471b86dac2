import { describe, expect, it } from 'vitest';
import { partialSteps, stepEnds, stepLabel, stepOf } from './steps.ts';

describe('steps of time', () => {
  it('are as fine as can be distinguished', () => {
    expect([6, 12, 24, 48, 168, 720, 24 * 365].map(stepOf)).toEqual([
      'quarter',
      'quarter',
      'hour',
      'hour',
      'day',
      'day',
      'month',
    ]);
  });
  it('end where the next begins, the first and the last with the period', () => {
    const steps = ['2026-11-20T00:00:00.000Z', '2026-11-20T01:00:00.000Z'].map((at) => ({ at }));
    const answer = { from: '2026-11-20T00:12:00.000Z', to: '2026-11-20T01:30:00.000Z', steps };
    expect(stepEnds(answer, 0)).toEqual({ from: answer.from, to: steps[1]!.at });
    expect(stepEnds(answer, 1)).toEqual({ from: steps[1]!.at, to: answer.to });
  });
  it('are parts where the period begins and where it still runs', () => {
    const steps = ['08', '09', '10'].map((hour) => ({ at: `2026-11-20T${hour}:00:00.000Z` }));
    const ends = { from: '2026-11-20T08:12:00.000Z', to: '2026-11-20T10:00:35.000Z', steps };
    expect([...partialSteps(ends, 'hour')]).toEqual([0, 2]);
    const whole = { ...ends, from: steps[0]!.at, to: '2026-11-20T11:00:00.000Z' };
    expect([...partialSteps(whole, 'hour')]).toEqual([]);
    expect([
      ...partialSteps({ from: '2026-11-16', to: '2026-11-17', steps: [{ at: '2026-11-16' }] }, 'day'),
    ]).toEqual([]);
  });
  it('of days end with their own last day', () => {
    const steps = ['2026-11-16', '2026-11-23'].map((at) => ({ at }));
    const answer = { from: '2026-11-18', to: '2026-11-24', steps };
    expect(stepEnds(answer, 0)).toEqual({ from: '2026-11-18', to: '2026-11-22' });
    expect(stepEnds(answer, 1)).toEqual({ from: '2026-11-23', to: '2026-11-24' });
    expect(stepLabel('2026-11-16', 'day', 168, 'UTC')).toBe('11-16');
    // A day that began while it was still yesterday where it is looked at from.
    expect(stepLabel('2026-11-15T18:30:00.000Z', 'day', 168, 'Asia/Kolkata')).toBe('11-16');
    expect(stepLabel('2026-11-01', 'month', 9_000, 'UTC')).toBe('2026-11');
  });
});
