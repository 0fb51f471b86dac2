import type { PoolClient } from 'pg';
import { JOB_KIND, TRIGGER } from '../../../contract/jobBoard.ts';
import { logDifference, secretChanged } from '../../engine/differences.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { opened } from './httpJob.ts';

type Deps = Pick<AppDeps, 'env'>;

/** By whom and when. */
export interface By {
  caller: Caller;
  now: Date;
  deps: Deps;
}

interface JobState {
  id: string;
  jobId: string;
  groupName: string;
  description: string;
  concurrent: boolean;
  paused: boolean;
  properties: string | null;
  triggers: Record<string, Record<string, unknown>> | null;
}

const STATE = `select j.id::text, j.job_id as "jobId", j.group_name as "groupName", j.description, j.concurrent, j.paused,
    j.properties, (select jsonb_object_agg(t.trigger_id, jsonb_strip_nulls(jsonb_build_object('kind', t.kind, 'args', t.args,
      'description', nullif(t.description, ''), 'paused', t.status = ${TRIGGER.paused}, 'startTime', t.start_time, 'endTime', t.end_time,
      'runsMost', nullif(t.max_number_of_runs, 0), 'errorsMost', nullif(t.max_number_of_errors, 0),
      'retries', nullif(t.num_retries, 0))))
    from sys_job_trigger t where t.job_id = j.job_id) as triggers
  from sys_job j where j.job_id = $1`;

const OWN = `select job_id as id from sys_job where create_type = ${JOB_KIND.request} order by job_id`;

/** The address without what may be secret in it. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** What a job asks for: a body, a query and a password in the address are nobody's to read here. */
function requestShown(deps: Deps, properties: string | null) {
  try {
    const request = opened(deps, properties);
    return { whole: JSON.stringify(request), shown: { method: request.method, url: addressOf(request.url) } };
  } catch {
    return { whole: properties, shown: {} };
  }
}

async function stateOf(tx: PoolClient, deps: Deps, jobId: string) {
  const { rows } = await tx.query<JobState>(STATE, [jobId]);
  if (!rows[0]) return undefined;
  const { id, properties, triggers, ...own } = rows[0];
  const timed = Object.entries(triggers ?? {}).map(
    ([name, trigger]) => [`trigger.${name}`, trigger] as const,
  );
  const { whole, shown } = requestShown(deps, properties);
  return { id, whole, values: { ...own, ...shown, ...Object.fromEntries(timed) } };
}

/** Does something with jobs, and records what it changed of them and their triggers in the difference log. */
async function changingJobs<T>(
  tx: PoolClient,
  jobIds: readonly string[],
  { caller, now, deps }: By,
  work: () => Promise<T>,
): Promise<T> {
  const was: Awaited<ReturnType<typeof stateOf>>[] = [];
  for (const jobId of jobIds) was.push(await stateOf(tx, deps, jobId));
  const answer = await work();
  for (const [at, jobId] of jobIds.entries()) {
    const [before, after] = [was[at], await stateOf(tx, deps, jobId)];
    const id = after?.id ?? before?.id;
    if (id === undefined) continue;
    const asks = before && after && before.whole !== after.whole;
    const secret = asks ? secretChanged('request') : undefined;
    const sides = {
      before: before && { ...before.values, ...secret?.before },
      after: after && { ...after.values, ...secret?.after },
    };
    await logDifference(tx, { resource: 'sysJob', id, name: jobId, ...sides }, caller, now);
  }
  return answer;
}

/** The same of one job. */
export const changingJob = <T>(tx: PoolClient, jobId: string, by: By, work: () => Promise<T>): Promise<T> =>
  changingJobs(tx, [jobId], by, work);

/** The same of every job that people set up. */
export async function changingEach<T>(tx: PoolClient, by: By, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.query<{ id: string }>(OWN);
  return changingJobs(
    tx,
    rows.map(({ id }) => id),
    by,
    work,
  );
}

/** Records that somebody asked for a run of a job, or took back those that wait: nothing of the job itself changes. */
export async function recordRun(
  tx: PoolClient,
  jobId: string,
  run: 'asked' | 'takenBack',
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>('select id::text from sys_job where job_id = $1', [jobId]);
  const change = {
    resource: 'sysJob',
    id: rows[0]?.id ?? '0',
    name: jobId,
    before: { run: null },
    after: { run },
  };
  await logDifference(tx, change, caller, now);
}
