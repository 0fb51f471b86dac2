import type { PoolClient } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../db/id.ts';
import { transact } from '../db/transaction.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { logHold } from '../jobs/hold.ts';
import { refuseCrowd } from '../jobs/jobStore.ts';
import type { Actor } from './actOnRow.ts';
import { askedBy } from './asker.ts';
import { claimKey, type Idempotent, operationKey, storeAnswer } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { HOLDER } from './operationHolder.ts';
import type { Reader } from './read.ts';

/** What a command does with each row. */
export type Asked = Pick<Operation, 'input' | 'shown'>;

/** Within its request, as a job, or as a job that can be undone before it starts. */
export type Pace = 'now' | 'job' | 'held';

export interface Accepted {
  operation: Operation;
  /** Accepted by an earlier request, which may still have it in hand. */
  repeated?: boolean;
  answer?: ActionResult;
}

const STATUS = { now: 'running', job: 'queued', held: 'held' } as const satisfies Record<Pace, string>;

const INSERT = `insert into job (id, user_id, kind, payload, status, total, starts_at)
  values ($1, $2, $3, $4::jsonb, $5, $6, now() + $7 * interval '1 ms')`;

/** The job that remembers the rows of an operation; one that does not run at once is queued. */
async function makeJob(
  { compiled, name, engine }: Actor,
  { caller }: Reader,
  tx: PoolClient,
  operation: Operation,
  pace: Pace,
): Promise<void> {
  const payload = {
    resource: compiled.resource.id,
    action: name,
    ...operation,
    holder: HOLDER,
    ...askedBy(caller),
  };
  const kind = pace === 'now' ? 'action' : 'bulkAction';
  const delayMs = pace === 'held' ? engine.options.holdMs : null;
  const { jobId, ids } = operation;
  await tx.query(INSERT, [
    jobId,
    caller.userId,
    kind,
    JSON.stringify(payload),
    STATUS[pace],
    ids.length,
    delayMs,
  ]);
  if (pace === 'now') return;
  await enqueueJob(tx, 'bulkAction', jobId, caller.userId, delayMs ?? 0);
  if (pace === 'held') await logHold(tx, caller, jobId, 'bulkHeld');
}

/** Accepts the command once: the job that remembers its rows is made with the idempotency key. */
export async function accept(
  actor: Actor,
  reader: Reader,
  known: Idempotent,
  ids: string[],
  asked: Asked,
  pace: Pace,
): Promise<Accepted> {
  const operation: Operation = { jobId: newId(), key: operationKey(known), ids, ...asked };
  return transact(actor.deps.pool, async (tx): Promise<Accepted> => {
    const stored = (await claimKey(tx, known)) as (ActionResult & { operation?: string }) | undefined;
    if (stored && !stored.operation) return { operation, answer: stored };
    if (stored?.operation) return { operation: { ...operation, jobId: stored.operation }, repeated: true };
    if (pace !== 'now') await refuseCrowd(tx, reader.caller.userId, 'bulkAction');
    await makeJob(actor, reader, tx, operation, pace);
    const answer: ActionResult = { done: [], refused: [], jobId: operation.jobId };
    await storeAnswer(tx, known, pace === 'now' ? { operation: operation.jobId } : answer);
    return { operation, ...(pace !== 'now' && { answer }) };
  });
}
