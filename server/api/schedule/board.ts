import type { Pool } from 'pg';
import {
  type BoardJob,
  type BoardTrigger,
  type FailedJob,
  JOB_KIND,
  type JobBoard,
  TRIGGER,
} from '../../../contract/jobBoard.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import type { RegularWork } from '../../platform/jobs/task.ts';
import { shownTo } from './httpJob.ts';
import { type JobRow, jobsIn, type TriggerRow, triggersIn } from './store.ts';

const FAILED_MOST = 100;
/** They ask an upstream for money: whether again is decided at the order. */
const OF_MONEY: ReadonlySet<string> = new Set(['submitPayout', 'submitCollect']);

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A work of the product runs again so long after its last turn. */
export const nextOf = (
  { createType }: Pick<JobRow, 'createType'>,
  paused: boolean,
  trigger: TriggerRow,
): Date | null => {
  if (createType !== JOB_KIND.builtIn) return trigger.status === TRIGGER.paused ? null : trigger.nextRunTime;
  if (paused || !trigger.lastRunTime) return null;
  return new Date(trigger.lastRunTime.getTime() + Number(trigger.args));
};

const triggerOf = (job: JobRow, trigger: TriggerRow): BoardTrigger => ({
  triggerId: trigger.triggerId,
  kind: trigger.kind,
  args: trigger.args,
  description: trigger.description,
  status: job.paused ? TRIGGER.paused : trigger.status,
  startTime: iso(trigger.startTime),
  endTime: iso(trigger.endTime),
  lastRunTime: iso(trigger.lastRunTime),
  nextRunTime: iso(nextOf(job, job.paused, trigger)),
  runs: trigger.runs,
  runsMost: trigger.runsMost,
  errors: trigger.errors,
  errorsMost: trigger.errorsMost,
  retries: trigger.numRetries,
  retryMs: trigger.retryTimeout,
  result: trigger.result,
  elapsedMs: trigger.elapsedTime,
});

/** What a job is for: of the product's works in the caller's language. */
export const descriptionOf = ({ locales }: AppDeps, { locale }: Caller, job: JobRow): string =>
  job.createType === JOB_KIND.builtIn
    ? (textOf(locales, locale, 'platform', `sysJob.works.${job.jobId}`) ?? job.jobId)
    : job.description;

const FAILED = `select j.id::text, t.identifier as task, j.attempts::int as attempts, coalesce(j.last_error, '') as error, j.updated_at as at
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts >= j.max_attempts and j.locked_at is null order by j.updated_at desc limit $1`;

const LONGEST = 500;
/** Texts in quotes are values of rows. */
const withoutValues = (text: string): string =>
  text
    .replaceAll(/"[^"\n]*"/g, '"…"')
    .replaceAll(/'[^'\n]*'/g, "'…'")
    .slice(0, LONGEST);

/** Jobs of the queue that have used up their tries, the latest first. */
export async function failedIn(pool: Pool): Promise<FailedJob[]> {
  const { rows } = await pool.query<{ id: string; task: string; attempts: number; error: string; at: Date }>(
    FAILED,
    [FAILED_MOST],
  );
  return rows.map(({ at, error, ...row }) => ({
    ...row,
    error: withoutValues(error),
    at: at.toISOString(),
    retryable: !OF_MONEY.has(row.task),
  }));
}

/** Every job with its triggers, and what failed in the queue. */
export async function boardOf(
  deps: AppDeps,
  caller: Caller,
  works: ReadonlyMap<string, RegularWork>,
): Promise<JobBoard> {
  const triggers = Map.groupBy(await triggersIn(deps.pool), ({ jobId }) => jobId);
  const jobs = (await jobsIn(deps.pool)).map(
    (job): BoardJob => ({
      jobId: job.jobId,
      group: job.groupName,
      kind: job.createType,
      description: descriptionOf(deps, caller, job),
      concurrent: job.concurrent,
      paused: job.paused,
      pausable: job.createType === JOB_KIND.request || works.get(job.jobId)?.pausable === true,
      request: job.createType === JOB_KIND.request ? shownTo(deps, caller, job.properties) : null,
      triggers: (triggers.get(job.jobId) ?? []).map((trigger) => triggerOf(job, trigger)),
    }),
  );
  return { jobs, failed: await failedIn(deps.pool) };
}
