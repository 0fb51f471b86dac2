import { expect, it } from 'vitest';
import { type BoardTrigger, sumOf, TRIGGER } from './jobBoard.ts';

const trigger = (triggerId: string, status: number, nextRunTime: string | null, errors = 0) =>
  ({ triggerId, status, nextRunTime, errors, runs: 10 }) as BoardTrigger;

it('a job is as its worst trigger is, and runs when the first of them runs', () => {
  const sum = sumOf([
    trigger('often', TRIGGER.ready, '2026-11-27T08:01'),
    trigger('never', TRIGGER.broken, null, 3),
    trigger('daily', TRIGGER.ready, '2026-11-28T00:00', 1),
  ]);
  expect(sum).toMatchObject({ worst: { triggerId: 'never' }, alike: 1, all: 3, runs: 30, errors: 4 });
  expect(sum.next).toBe('2026-11-27T08:01');
  expect(sumOf([])).toEqual({ worst: undefined, alike: 0, all: 0, runs: 0, errors: 0, next: null });
});
