import * as z from 'zod';
import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Locale } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { asRefused, refusalText } from '../../platform/http/envelope.ts';
import { Refused } from '../../platform/http/refused.ts';
import { timeText } from '../../platform/http/zone.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { ReportDay } from '../../../contract/reportDay.ts';
import { makeDay } from './figures.ts';
import { zoneOfReports } from './keep.ts';
import { REPORT_RUN } from '../../platform/db/statuses.ts';

const DAY_MS = 86_400_000;
/** A run of more is several runs. */
export const MOST_DAYS = 92;

const day = z.iso.date();
export const runRange = z.strictObject({ fromDate: day, toDate: day });
export type RunRange = z.output<typeof runRange>;

const daysOf = (fromDate: string, toDate: string): string[] => {
  const [from, to] = [Date.parse(fromDate), Date.parse(toDate)];
  const count = Math.round((to - from) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10));
};

/** The report zone's own day, which is not always the person's. */
export async function reportDay(deps: Pick<AppDeps, 'pool' | 'clock'>): Promise<ReportDay> {
  const zone = await zoneOfReports(deps);
  return { zone, today: timeText(deps.clock.now(), zone).slice(0, 10) };
}

/** @throws Refused reportRange with a sentence for each field that is wrong */
function refuseRange(fromDate: string, toDate: string, { zone, today }: ReportDay): void {
  const count = Math.round((Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS) + 1;
  const faults = {
    ...(fromDate > toDate && { fromDate: 'rangeOrder' }),
    ...(count > MOST_DAYS && { fromDate: 'rangeLong' }),
    ...(toDate > today && { toDate: 'rangeFuture' }),
  };
  if (Object.keys(faults).length === 0) return;
  const values = { days: MOST_DAYS, count, zone, today };
  throw new Refused('reportRange', values, (locales, locale) =>
    Object.fromEntries(
      Object.entries(faults).map(([field, says]) => [
        field,
        [refusalText(locales, locale, 'reportRange', { ...values, says })],
      ]),
    ),
  );
}

/** @throws Refused reportRange where the range is none, is too long, or ends after today in the report zone */
export async function checkRange(deps: Pick<AppDeps, 'pool' | 'clock'>, range: RunRange): Promise<void> {
  refuseRange(range.fromDate, range.toDate, await reportDay(deps));
}

/** Asks for a re-statistics of a range of days that was checked; the same range that waits already is not asked for twice. */
export async function askRun(
  tx: PoolClient,
  account: string,
  { fromDate, toDate }: RunRange,
): Promise<{ id: string }> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into report_run (id, from_date, to_date, requested_by) values ($1, $2, $3, $4)
     on conflict (from_date, to_date)
       where status = ${REPORT_RUN.queued} do update set requested_by = report_run.requested_by
     returning id::text`,
    [newId(), fromDate, toDate, account],
  );
  const { id } = rows[0]!;
  await emit(tx, 'reportRun', id, 'add');
  await enqueue(tx, 'reportRun', { runId: id }, { key: `reportRun:${id}`, maxAttempts: 5 });
  return { id };
}

interface Run {
  fromDate: string;
  toDate: string;
}

const BEGIN = `update report_run set status = ${REPORT_RUN.running}, started_at =
  coalesce(started_at, now()), days_done = 0, failure = null
  where id = $1 and status <> ${REPORT_RUN.done}
  returning to_char(from_date, 'YYYY-MM-DD') as "fromDate", to_char(to_date, 'YYYY-MM-DD') as "toDate"`;
const STEP = 'update report_run set days_done = days_done + 1 where id = $1';
const DONE = `update report_run set status = ${REPORT_RUN.done}, ended_at = now() where id = $1`;
const FAILED = `update report_run set status = ${REPORT_RUN.failed}, failure = $2, ended_at = now() where id = $1`;

/** Writes how far a run has come, and notifies whoever watches. */
const tell = async <R extends object>(
  tx: PoolClient,
  runId: string,
  text: string,
  more: readonly unknown[] = [],
): Promise<R[]> => {
  const { rows } = await tx.query<R>(text, [runId, ...more]);
  await emit(tx, 'reportRun', runId, 'update');
  return rows;
};

/** What people read of a failure, in each language; what went wrong inside is the log's. */
function failureText(deps: AppDeps, error: unknown): string {
  const { code, values } = asRefused(error);
  const languages = Object.keys(deps.locales) as Locale[];
  const texts = languages.map((language) => [language, refusalText(deps.locales, language, code, values)]);
  return JSON.stringify(Object.fromEntries(texts));
}

/** Makes every day of the range again. A run that was killed starts again and ends with the same rows. */
export async function makeRun(deps: AppDeps, runId: string, last: boolean): Promise<void> {
  const { pool } = deps;
  const [run] = await transact(pool, (tx) => tell<Run>(tx, runId, BEGIN));
  if (!run) return;
  const zone = await zoneOfReports(deps);
  try {
    for (const each of daysOf(run.fromDate, run.toDate)) {
      await transact(pool, async (tx) => {
        await makeDay(tx, each, zone);
        await tell(tx, runId, STEP);
      });
    }
    await transact(pool, (tx) => tell(tx, runId, DONE));
  } catch (error) {
    if (!last) throw error;
    deps.log.error({ err: error, run: runId }, 're-statistics failed');
    await transact(pool, (tx) => tell(tx, runId, FAILED, [failureText(deps, error)]));
  }
}
