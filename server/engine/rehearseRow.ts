import type { PoolClient } from 'pg';
import { newId } from '../platform/db/id.ts';
import { Rollback, transact } from '../platform/db/transaction.ts';
import type { ActionResult } from '../../contract/calls.ts';
import type { CommandRequest } from './accept.ts';
import type { Acted, Actor } from './actOnRow.ts';
import { transactInTurn, turnsOfRows } from './inTurn.ts';
import { claimKey, type Idempotent, oncePerKey } from './idempotency.ts';
import { attempt, type Refusal } from './operation.ts';
import type { Reader } from './read.ts';
import { withNames } from './rowNames.ts';

/** A command on one row that is undone by the caller's transaction, for the figures that it would come to. */
export interface Rehearsal {
  id: string;
  input: Record<string, unknown>;
  /** Nothing that is required is missing: the command itself could be sent. */
  isComplete: boolean;
  /** The only row of its command. */
  alone: boolean;
  previewDigest?: string | undefined;
}

/**
 * One row of a dry run, in a transaction that is undone. Its figures come from the handler's dry run; a complete command is
 * then carried out as well, so that whatever would refuse it later refuses the dry run now.
 */
export async function rehearseRow(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  { isComplete, ...row }: Rehearsal,
): Promise<Acted | Refusal> {
  const command = () => ({ ...row, commandKey: `dry:${newId()}`, coded: true, later: [] });
  const preview = await attempt(actor, reader, tx, { ...command(), dryRun: true });
  if ('code' in preview || !isComplete) return preview;
  await tx.query('rollback to savepoint row');
  const { previewDigest: _compared, ...rest } = command();
  const outcome = await attempt(actor, reader, tx, { ...rest, dryRun: false });
  return 'code' in outcome ? outcome : preview;
}

/** As many rows of one command are tried before its code is looked at. */
const MAX_TRIED_ROWS = 100;

/**
 * What refuses every row of a command whatever code comes with it: it is answered before the code is looked at, so that no
 * try and no code is spent on it. Undefined where a row could be done, or where the same command has its answer.
 */
export async function refusalsBeforeCode(
  actor: Actor,
  reader: Reader,
  key: Idempotent,
  ids: readonly string[],
  { input, previewDigests }: CommandRequest,
): Promise<ActionResult | undefined> {
  if (ids.length > MAX_TRIED_ROWS) return undefined;
  const turnOf = await turnsOfRows(actor.deps, reader, ids);
  const refused: Refusal[] = [];
  for (const id of ids) {
    const row = { id, input, isComplete: true, alone: ids.length === 1, previewDigest: previewDigests?.[id] };
    const outcome = await transactInTurn<Acted | Refusal | undefined>(actor.deps, turnOf(id), async (tx) => {
      if ((await claimKey(tx, key)) !== undefined) return new Rollback(undefined);
      return new Rollback(await rehearseRow(actor, reader, tx, row));
    });
    if (!outcome || !('code' in outcome)) return undefined;
    refused.push(outcome);
  }
  // Whoever lost the answer asks for it by the key.
  return transact(actor.deps.pool, (tx) =>
    oncePerKey(tx, key, () => withNames(actor.engine, reader, { done: [], refused })),
  );
}
