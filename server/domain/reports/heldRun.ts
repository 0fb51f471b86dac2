import type { CountCheck } from '../../../contract/calls.ts';
import type { PoolClient } from 'pg';
import { type JobOrigin, jobOriginOf, jobCaller, endRefused } from '../../engine/jobCaller.ts';
import { refuseOtherCount } from '../../engine/large.ts';
import { engineOf } from '../../engine/shared.ts';
import { newId } from '../../platform/db/id.ts';
import { Rollback, transact } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { holdJob } from '../../engine/hold.ts';
import { beginJob, limitOpenJobs } from '../../platform/jobs/jobStore.ts';
import type { TaskFactory } from '../../platform/jobs/task.ts';
import { askRun, checkRange, type RunRange } from './run.ts';

/** A re-statistics that rewrites many rows of the reports: confirmed by their count and held, as a large bulk is. */

const RESOURCE = 'dailyReport';
const ACTION = 'restat';
const PERMISSION = `${RESOURCE}:${ACTION}`;

const COUNT = `select ((select count(*) from daily_report where report_date between $1 and $2)
  + (select count(*) from upstream_report where report_date between $1 and $2))::int as rows`;

/** What is typed before this run; undefined where it rewrites few rows. @throws Refused reportRange */
export async function countCheckOfRun(deps: AppDeps, range: RunRange): Promise<CountCheck | undefined> {
  await checkRange(deps, range);
  const { holdFrom, holdMs } = (await engineOf(deps)).options;
  const { rows } = await deps.pool.query<{ rows: number }>(COUNT, [range.fromDate, range.toDate]);
  const count = rows[0]?.rows ?? 0;
  return count > holdFrom ? { count, over: { rows: holdFrom }, holdSeconds: holdMs / 1_000 } : undefined;
}

const SAME = `select id::text from job where user_id = $1 and kind = 'restat' and status = 'held'
  and payload ->> 'fromDate' = $2 and payload ->> 'toDate' = $3`;

/** Asks for a run whose range was checked, held where it is large; the same one that is held already is not asked for twice. */
export async function askHeldRun(
  tx: PoolClient,
  caller: Caller,
  range: RunRange,
  { countCheck, confirmed }: { countCheck: CountCheck | undefined; confirmed: number | undefined },
): Promise<{ id: string } | { jobId: string }> {
  if (!countCheck) return askRun(tx, caller.account, range);
  refuseOtherCount(countCheck.count, confirmed);
  await limitOpenJobs(tx, caller.userId, 'restat');
  const { rows } = await tx.query<{ id: string }>(SAME, [caller.userId, range.fromDate, range.toDate]);
  if (rows[0]) return { jobId: rows[0].id };
  const id = newId();
  const payload = { resource: RESOURCE, action: ACTION, ...range, ...jobOriginOf(caller) };
  await holdJob(
    tx,
    caller,
    { id, kind: 'restat', payload, total: countCheck.count },
    countCheck.holdSeconds * 1_000,
  );
  return { jobId: id };
}

const DONE = `update job set status = 'done', done = total, result = $2::jsonb, updated_at = now()
  where id = $1 and status = 'running'`;

/** The hold has ended: the run is asked for, and shows its progress where all runs do. */
export const restat: TaskFactory = (deps) => async (raw) => {
  const { jobId } = raw as { jobId: string };
  const job = await beginJob(deps.pool, jobId);
  if (!job) return;
  const payload = job.payload as unknown as RunRange & JobOrigin;
  try {
    const caller = await jobCaller(deps, job.userId, payload, PERMISSION);
    await checkRange(deps, payload);
    await transact(deps.pool, async (tx) => {
      const run = await askRun(tx, caller.account, payload);
      const { rowCount } = await tx.query(DONE, [jobId, JSON.stringify(run)]);
      // Cancelled in between: then nothing was asked for.
      return rowCount === 1 ? undefined : new Rollback(undefined);
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await endRefused(deps, jobId, payload.locale, error);
  }
};
