import type { PoolClient } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../platform/db/id.ts';
import { transact } from '../platform/db/transaction.ts';
import { enqueueJob } from '../platform/jobs/enqueue.ts';
import { holdJob } from './hold.ts';
import { makeJob, limitOpenJobs } from '../platform/jobs/jobStore.ts';
import type { Actor } from './actOnRow.ts';
import { jobOriginOf } from './jobCaller.ts';
import { claimKey, type Idempotent, operationKey, storeAnswer } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { acceptOnce, HOLDER } from './operationHolder.ts';
import type { Reader } from './read.ts';

/** What a command does with each row. */
export type CommandRequest = Pick<Operation, 'input' | 'coded' | 'previewDigests' | 'confirmed'>;

/** Within its request, as a job, or as a job that can be undone before it starts. */
export type Pace = 'now' | 'job' | 'held';

export interface Accepted {
  operation: Operation;
  /** Accepted by an earlier request, which may still have it in hand. */
  repeated?: boolean;
  answer?: ActionResult;
}

/** The job that remembers the rows of an operation; one that does not run at once is queued. */
async function storeJob(
  { compiled, name, engine }: Actor,
  { caller }: Reader,
  tx: PoolClient,
  operation: Operation,
  pace: Pace,
): Promise<void> {
  const { jobId: id, ids } = operation;
  const request = { resource: compiled.resource.id, action: name, ...operation, ...jobOriginOf(caller) };
  const job = { id, payload: { ...request, holder: HOLDER }, total: ids.length };
  const { userId } = caller;
  if (pace === 'held') return holdJob(tx, caller, { ...job, kind: 'bulkAction' }, engine.options.holdMs);
  if (pace === 'now') return makeJob(tx, { ...job, userId, kind: 'action', status: 'running' });
  await makeJob(tx, { ...job, userId, kind: 'bulkAction', status: 'queued' });
  await enqueueJob(tx, 'bulkAction', id, userId);
}

/** Accepts the command once: the job that remembers its rows is made with the idempotency key. */
export async function accept(
  actor: Actor,
  reader: Reader,
  known: Idempotent,
  ids: string[],
  request: CommandRequest,
  pace: Pace,
): Promise<Accepted> {
  const operation: Operation = { jobId: newId(), key: operationKey(known), ids, ...request };
  const { pool } = actor.deps;
  const store = async (tx: PoolClient): Promise<Accepted> => {
    const stored = (await claimKey(tx, known)) as (ActionResult & { operation?: string }) | undefined;
    if (stored && !stored.operation) return { operation, answer: stored };
    if (stored?.operation) return { operation: { ...operation, jobId: stored.operation }, repeated: true };
    if (pace !== 'now') await limitOpenJobs(tx, reader.caller.userId, 'bulkAction');
    await storeJob(actor, reader, tx, operation, pace);
    const answer: ActionResult = { done: [], refused: [], jobId: operation.jobId };
    await storeAnswer(tx, known, pace === 'now' ? { operation: operation.jobId } : answer);
    return { operation, ...(pace !== 'now' && { answer }) };
  };
  return acceptOnce(pool, operation.jobId, () => transact(pool, store));
}
