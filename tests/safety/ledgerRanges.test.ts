import { describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Range } from '../../server/ledger/invariants/ask.ts';
import { nightly } from '../../server/ledger/invariants/monitor.ts';
import { readProgress } from '../../server/ledger/invariants/progress.ts';
import { rollingCheck, shareOf } from '../../server/ledger/invariants/rolling.ts';
import { SPACES, type Taken } from '../../server/ledger/invariants/spaces.ts';
import { type Step, takeSteps, type Walk, withCheck } from '../../server/ledger/invariants/walk.ts';
import { ledgerWorld } from './ledgerWorld.ts';

const { owner, pool, orders, log, world, countOf } = await ledgerWorld();
const DAY_MS = 24 * 3_600_000;

describe('a range', () => {
  /** Takes a tenth of a second a row. */
  const slow = (asked: number[]): Walk => ({
    name: 'slow',
    first: '0',
    size: 16,
    weight: 1,
    async step({ db }, from, size): Promise<Step> {
      asked.push(size);
      await db.query('select pg_sleep($1)', [size / 10]);
      const at = Number(from) + size;
      return { faults: [], next: at < 16 ? String(at) : undefined, checked: size };
    },
    left: () => Promise.resolve(16),
  });

  it('that takes longer than a statement may is checked in smaller ones', async () => {
    const asked: number[] = [];
    let checked = 0;
    await withCheck(
      pool,
      (check) =>
        takeSteps(slow(asked), check, '0', async (step) => {
          checked += step.checked;
          return true;
        }),
      { limitMs: 600 },
    );
    expect(checked).toBeGreaterThanOrEqual(16);
    expect(asked.slice(0, 2)).toEqual([16, 4]);
  });

  it('is the last one where the check is stopped', async () => {
    const stop = new AbortController();
    const asked: number[] = [];
    const steps = withCheck(
      pool,
      (check) =>
        takeSteps(
          slow(asked),
          check,
          '0',
          async () => {
            stop.abort();
            return true;
          },
          1,
        ),
      { stopping: stop.signal },
    );
    await expect(steps).rejects.toThrow('aborted');
    expect(asked).toEqual([1]);
  });

  it('that cannot be cut may take longer, and is an error beyond that, not a silence', async () => {
    const single = { ...slow([]), size: 1 };
    const checkIn = (limitMs: number) =>
      withCheck(pool, (check) => takeSteps(single, check, '0', async () => false), { limitMs });
    await checkIn(50);
    await expect(checkIn(5)).rejects.toThrow('statement timeout');
  });

  it('leaves its connection as it was', async () => {
    const settings = `select current_setting('statement_timeout') as limit, current_setting('enable_seqscan') as scans`;
    const client = await pool.connect();
    const before = (await client.query(settings)).rows;
    client.release();
    await withCheck(pool, () => Promise.resolve());
    const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    for (const each of clients) {
      expect((await each.query(settings)).rows).toEqual(before);
      each.release();
    }
  });
});

describe('hours and days', () => {
  const taken = async (space: 'hours' | 'days', size: number) => {
    const { first, course } = SPACES[space];
    const all: Range[] = [];
    let units = 0;
    await withCheck(pool, async ({ db }) => {
      expect(await course.left(db, first)).toBeGreaterThan(0);
      for (let at: string | undefined = first; at !== undefined; ) {
        const step: Taken = await course.take(db, at, size);
        all.push(...step.ranges);
        units += step.units;
        at = step.next;
      }
    });
    return { all, units };
  };

  it('go by the calendar, without a gap, where postings have no sums', async () => {
    await owner.query('alter table fund_detail disable trigger user');
    const { rows } = await owner.query<{ id: string; at: Date }>(
      'select id::text, created_at as at from fund_detail order by id limit 1',
    );
    const moved = (at: Date) =>
      owner.query('update fund_detail set created_at = $2 where id = $1', [rows[0]!.id, at]);
    await moved(new Date(Date.now() - 50 * 3_600_000));
    try {
      const { all, units } = await taken('hours', 7);
      expect(all[0]!.from).toBe('-infinity');
      expect(all.at(-1)!.until).toBe('infinity');
      for (const [index, { from }] of all.slice(1).entries()) expect(from).toBe(all[index]!.until);
      for (const { from } of all.slice(1)) expect(new Date(from).getTime() % 3_600_000).toBe(0);
      expect(all.length).toBeGreaterThanOrEqual(7);
      expect(units).toBeGreaterThanOrEqual(50);
    } finally {
      await moved(rows[0]!.at);
      await owner.query('alter table fund_detail enable trigger user');
    }
  });

  it('are the days that have reports, each by itself, however far apart', async () => {
    for (const day of ['2024-02-03', '2025-12-31', '2026-01-01'])
      await owner.query(
        `insert into upstream_report (id, upstream_id, report_date, currency, computed_at) values ($1, $2, $3, 'INR', now())`,
        [newId(), world().upstreamId, day],
      );
    try {
      const { all, units } = await taken('days', 2);
      expect(units).toBe(3);
      expect(all).toEqual([
        { from: '2024-02-03', until: '2024-02-04' },
        { from: '2025-12-31', until: '2026-01-01' },
        { from: '2026-01-01', until: '2026-01-02' },
      ]);
    } finally {
      await owner.query('delete from upstream_report');
    }
  });
});

describe('the rolling share', () => {
  it('is what is left, over the nights that are left', () => {
    const start = new Date('2026-03-01T03:00:00Z');
    const night = (days: number) => new Date(start.getTime() + days * DAY_MS - 600_000);
    expect(shareOf(700, start, start, 7)).toBe(100);
    expect(shareOf(600, start, night(1), 7)).toBe(100);
    // What is left is an estimate: the last night ends with the last row.
    expect(shareOf(100, start, night(6), 7)).toBe(Number.POSITIVE_INFINITY);
    // Nights that were missed are made up for.
    expect(shareOf(600, start, night(4), 7)).toBe(200);
    expect(shareOf(600, start, night(9), 7)).toBe(Number.POSITIVE_INFINITY);
  });

  it('has checked everything within its days, and begins again', async () => {
    // A night's share is of what the planner knows.
    await owner.query('analyze');
    await countOf(orders[20]!, 5);
    const nights = 4;
    const start = new Date();
    const rowsAfter = async (night: number) => {
      await rollingCheck(pool, { days: nights, now: new Date(start.getTime() + night * DAY_MS), log });
      return (await readProgress(pool, 'rolling')).get('rows')!;
    };
    const each = [];
    for (let night = 0; night < nights; night += 1) each.push(await rowsAfter(night));
    expect(each[0]!.done).toBe(false);
    expect(each.some(({ done }) => done)).toBe(true);
    expect((await pool.query('select subject from invariant_alert')).rows).toEqual([
      { subject: `collect_order ${orders[20]}` },
    ]);
    await countOf(orders[20]!, 0);

    const again = await rowsAfter(nights);
    expect(again.startedAt.getTime()).toBeGreaterThan(start.getTime());
    expect(again.checked).toBeLessThan(Math.max(...each.map(({ checked }) => checked)));
  });

  it('is left at once by a server that stops, for the next one to take', async () => {
    await owner.query(`delete from invariant_mark where name = 'daily'`);
    const night = new Date();
    night.setHours(3);
    const marked = async () => (await pool.query(`select from invariant_mark where name = 'daily'`)).rowCount;
    await nightly(pool, log, night, AbortSignal.abort());
    expect(await marked()).toBe(0);
    for (const [, { checked }] of await readProgress(pool, 'rolling')) expect(checked).toBe(0);
    await nightly(pool, log, night, new AbortController().signal);
    expect(await marked()).toBe(1);
    expect((await readProgress(pool, 'rolling')).get('rows')!.checked).toBeGreaterThan(0);
  });

  it('covers each row once in a cycle, wherever its nights end', async () => {
    const { first, course } = SPACES.rows;
    const { units: whole } = await withCheck(pool, ({ db }) => course.take(db, first, 1_000_000));
    const start = Date.now();
    const nights = [];
    for (let night = 0; night < 3; night += 1) {
      await rollingCheck(pool, { days: 3, now: new Date(start + night * DAY_MS), log });
      nights.push((await readProgress(pool, 'rolling')).get('rows')!);
    }
    const { checked, done } = nights.find((night) => night.done)!;
    expect({ checked, done }).toEqual({ checked: whole, done: true });
  });
});
