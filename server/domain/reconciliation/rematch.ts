import type { PoolClient } from 'pg';
import { transact } from '../../platform/db/transaction.ts';
import type { ActionContext } from '../../engine/action.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { lookAtBill } from './auto.ts';
import { BATCH, openLines, processBatch, tell } from './batch.ts';

const statesSql = (wait: string): string =>
  `select id::text, status, progress, auto_match as "autoMatch" from bank_batch where id = any($1::bigint[])
  order by id for update ${wait}`;

/**
 * Counts the lines of batches again, and lets the rules begin with those that are open where they were meant to match.
 * @returns the state of each then, but for those that somebody else holds where these are not waited for
 */
async function reopen(
  tx: PoolClient,
  batchIds: readonly string[],
  wait: '' | 'skip locked',
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: string; status: number; progress: number; autoMatch: boolean }>(
    statesSql(wait),
    [batchIds],
  );
  const now = new Map<string, number>();
  for (const { id, status, progress, autoMatch } of rows) {
    const again = autoMatch && status === BATCH.done;
    now.set(id, again ? BATCH.matching : status);
    await tell(tx, id, again ? BATCH.matching : status, again ? 0 : progress);
  }
  return now;
}

/** Open lines of these batches are others than they were, or of another account: the worker looks at them again. */
export async function requestRematch(
  { tx, enqueue }: Pick<ActionContext, 'tx' | 'enqueue'>,
  batchIds: readonly string[],
): Promise<void> {
  // Who holds one of them may be waiting for the account that is held here: the worker sees to that one.
  await reopen(tx, batchIds, 'skip locked');
  for (const batchId of batchIds)
    await enqueue('bankBatch', { batchId, again: true }, { key: `bankBatch:${batchId}` });
}

/** States of batches whose lines are only given the order that fits best. */
const LOOKED_AT: readonly number[] = [BATCH.parsed, BATCH.done, BATCH.held];

/** The worker's part: matched by the rules where they were meant to, else given the order that fits best. */
export async function rematchBatch(deps: AppDeps, batchId: string): Promise<void> {
  const { pool, clock } = deps;
  const status = (await transact(pool, (tx) => reopen(tx, [batchId], ''))).get(batchId);
  if (status === undefined || !LOOKED_AT.includes(status)) return processBatch(deps, batchId);
  for (const id of await openLines(pool, batchId)) await lookAtBill(pool, id, false, clock.now());
}
