import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseClock } from '../../server/platform/db/clock.ts';
import { measureClock } from '../../server/platform/observability/clockMetrics.ts';
import { metrics } from '../../server/platform/observability/metrics.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const databaseNow = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now.getTime();
};

it('follows the database, and measures by how much the own clock differs', async () => {
  for (const shift of [-150_000, -3_000, 0, 3_000]) {
    const clock = new DatabaseClock(database.pool, () => Date.now() + shift);
    await clock.measure();
    const [before, now, after] = [await databaseNow(), clock.now().getTime(), await databaseNow()];
    expect(now).toBeGreaterThan(before - 500);
    expect(now).toBeLessThan(after + 500);
    expect(Math.abs(clock.aheadMs() - shift)).toBeLessThan(500);
    measureClock(clock);
    const text = await metrics.getSingleMetricAsString('paydesk_clock_offset_seconds');
    expect(Number(/^paydesk_clock_offset_seconds (\S+)$/m.exec(text)?.[1])).toBe(clock.aheadMs() / 1_000);
  }
});

it('takes no time on the way for a difference', async () => {
  const distant = {
    query: async (text: string) => {
      await sleep(300);
      const answer = await database.pool.query(text);
      await sleep(50);
      return answer;
    },
  } as unknown as Pool;
  const clock = new DatabaseClock(distant);
  await clock.measure();
  expect(clock.aheadMs()).toBe(0);
});

it('goes on by itself while the own clock steps, and while the database is away', async () => {
  let shift = 0;
  let away = false;
  const pool = {
    query: (text: string) => (away ? Promise.reject(new Error('away')) : database.pool.query(text)),
  } as unknown as Pool;
  const clock = new DatabaseClock(pool, () => Date.now() + shift);
  await clock.measure();
  const before = clock.now().getTime();
  shift = 3_600_000;
  expect(clock.now().getTime() - before).toBeLessThan(60_000);
  await clock.measure();
  expect(Math.round(clock.aheadMs() / 60_000)).toBe(60);
  away = true;
  await expect(clock.measure()).rejects.toThrow('away');
  await sleep(20);
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(20);
  expect(Math.round(clock.aheadMs() / 60_000)).toBe(60);
});
