import * as z from 'zod';
import { newId } from '../db/id.ts';
import { transact } from '../db/transaction.ts';
import type { Caller } from '../http/caller.ts';
import type { AppDeps } from '../http/deps.ts';
import { Refused } from '../http/refused.ts';
import { timeText } from '../http/zone.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { makeDay } from './figures.ts';
import { zoneOfReports } from './keep.ts';

const DAY_MS = 86_400_000;
/** A run of more is several runs. */
export const MOST_DAYS = 92;

const day = z.iso.date();
export const runRange = z.strictObject({ fromDate: day, toDate: day });

const daysOf = (fromDate: string, toDate: string): string[] => {
  const [from, to] = [Date.parse(fromDate), Date.parse(toDate)];
  const count = Math.round((to - from) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10));
};

/** Asks for a re-statistics of a range of days; the same range that waits already is not asked for twice. */
export async function askRun(
  deps: AppDeps,
  caller: Caller,
  { fromDate, toDate }: z.output<typeof runRange>,
): Promise<{ id: string }> {
  const today = timeText(deps.clock.now(), await zoneOfReports(deps)).slice(0, 10);
  const span = (Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS + 1;
  if (span < 1 || span > MOST_DAYS || toDate > today) throw new Refused('reportRange', { days: MOST_DAYS });
  return transact(deps.pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `insert into report_run (id, from_date, to_date, requested_by) values ($1, $2, $3, $4)
       on conflict (from_date, to_date) where status = 0 do update set requested_by = report_run.requested_by
       returning id::text`,
      [newId(), fromDate, toDate, caller.account],
    );
    const { id } = rows[0]!;
    await enqueue(tx, 'reportRun', { runId: id }, { key: `reportRun:${id}`, maxAttempts: 5 });
    return { id };
  });
}

interface Run {
  fromDate: string;
  toDate: string;
}

/** Makes every day of the range anew. A run that was killed begins again and ends with the same rows. */
export async function makeRun(deps: AppDeps, runId: string, last: boolean): Promise<void> {
  const { pool } = deps;
  const { rows } = await pool.query<Run>(
    `update report_run set status = 1, started_at = coalesce(started_at, now()), days_done = 0, failure = null
     where id = $1 and status <> 2
     returning to_char(from_date, 'YYYY-MM-DD') as "fromDate", to_char(to_date, 'YYYY-MM-DD') as "toDate"`,
    [runId],
  );
  if (!rows[0]) return;
  const zone = await zoneOfReports(deps);
  try {
    for (const each of daysOf(rows[0].fromDate, rows[0].toDate)) {
      await transact(pool, (tx) => makeDay(tx, each, zone));
      await pool.query('update report_run set days_done = days_done + 1 where id = $1', [runId]);
    }
    await pool.query('update report_run set status = 2, ended_at = now() where id = $1', [runId]);
  } catch (error) {
    if (last) {
      deps.log.error({ err: error, run: runId }, 're-statistics failed');
      const why = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      await pool.query('update report_run set status = 3, failure = $2, ended_at = now() where id = $1', [
        runId,
        why,
      ]);
      return;
    }
    throw error;
  }
}
