import { expect, it } from 'vitest';
import { RestartPause } from './restartPause.ts';

it('grows while the database ends soon after each start, up to half a minute', () => {
  const pause = new RestartPause(0);
  let now = 0;
  const pauses = Array.from({ length: 9 }, () => {
    const ms = pause.ended(now);
    now += ms;
    pause.started(now);
    return ms;
  });
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

it('counts a start that failed like one that ended at once', () => {
  const pause = new RestartPause(0);
  expect([pause.ended(0), pause.ended(500), pause.ended(1_500)]).toEqual([500, 1_000, 2_000]);
});

it('begins anew once the database has run for half a minute', () => {
  const pause = new RestartPause(0);
  pause.ended(10);
  pause.started(600);
  expect(pause.ended(30_600)).toBe(0);
  pause.started(30_600);
  expect(pause.ended(30_700)).toBe(500);
});
