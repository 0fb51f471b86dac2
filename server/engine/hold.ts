import type { PoolClient } from 'pg';
import type { Job } from '../../contract/calls.ts';
import { logSetting } from './settingLog.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { enqueueJob } from '../platform/jobs/enqueue.ts';
import { type JobKind, makeJob, ownJob } from '../platform/jobs/jobStore.ts';

/**
 * Held jobs: the row's status decides between a start and an undo. Whichever statement finds it `held` wins, and the
 * other one sees that it came late.
 */

type HoldEvent = 'bulkHeld' | 'bulkUndone' | 'bulkStarted';

interface HeldJob {
  resource: string;
  action: string;
  rows: number;
}

const SUBJECT = `select payload ->> 'resource' as resource, payload ->> 'action' as action,
    coalesce((payload ->> 'confirmed')::int, total::int) as rows
  from job where id = $1`;

/** Keeps account of what became of a held job, under its own id. */
async function logHold(
  tx: PoolClient,
  { account, userId, ip, merchantId }: Pick<Caller, 'account' | 'userId' | 'ip' | 'merchantId'>,
  jobId: string,
  event: HoldEvent,
): Promise<void> {
  const { rows } = await tx.query<HeldJob>(SUBJECT, [jobId]);
  const { resource, action, rows: count } = rows[0]!;
  await logSetting(
    tx,
    { resource, id: jobId, name: `${action} × ${count}`, merchantId },
    { event, before: null, after: null },
    { operator: account, operatorId: userId, ip },
  );
}

const UNDO = `update job set status = 'cancelled', updated_at = now(), result = '{"done": [], "refused": []}'
  where id = $1 and user_id = $2 and status = 'held'`;

/** True where the job was held and now never starts. */
export async function takeBack(tx: PoolClient, caller: Caller, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(UNDO, [id, caller.userId]);
  if (rowCount !== 1) return false;
  await logHold(tx, caller, id, 'bulkUndone');
  return true;
}

/**
 * Takes back a job before it has started: nothing is changed.
 * @throws Refused jobStarted where it has begun, notFound where it is not the caller's
 */
export async function undoJob(tx: PoolClient, caller: Caller, id: string): Promise<Job> {
  await takeBack(tx, caller, id);
  const job = await ownJob(tx, caller.userId, id);
  // A repeat whose first answer was lost finds it undone.
  if (job.undone) return job;
  throw new Refused('jobStarted', { done: job.done, total: job.total });
}

/** Holds a job that the worker starts when the hold has ended. */
export async function holdJob(
  tx: PoolClient,
  caller: Caller,
  job: { id: string; kind: JobKind; payload: Record<string, unknown>; total: number },
  holdMs: number,
): Promise<void> {
  const { id, kind } = job;
  await makeJob(tx, { ...job, userId: caller.userId, status: 'held', delayMs: holdMs });
  await enqueueJob(tx, kind, id, caller.userId, holdMs);
  await logHold(tx, caller, id, 'bulkHeld');
}

const START = `update job set status = 'queued', starts_at = now(), updated_at = now()
  where id = $1 and user_id = $2 and status = 'held' returning kind`;

/** Ends the hold before its time; of a job that has started it changes nothing. @throws Refused jobCancelled, notFound */
export async function startJobNow(tx: PoolClient, caller: Caller, id: string): Promise<Job> {
  const { rows } = await tx.query<{ kind: JobKind }>(START, [id, caller.userId]);
  if (rows[0]) {
    await logHold(tx, caller, id, 'bulkStarted');
    await enqueueJob(tx, rows[0].kind, id, caller.userId);
  }
  const job = await ownJob(tx, caller.userId, id);
  if (job.status === 'cancelled') throw new Refused('jobCancelled');
  return job;
}
