import type { bankBatch } from '../../../contract/resources/bank/bankBatch.ts';
import { text } from '../orders/columns.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { BATCH } from './batch.ts';
import { refreshBalance } from './batchRemoval.ts';
import { move } from './move.ts';
import { copyUpload, refuseTwice } from './upload.ts';
import { withdraw } from './withdraw.ts';

/** Looks at the lines that are left once more; a file that could not be read is read again, after its type was mended. */
const rerun: ActionHandler = async (context, row) => {
  if (row.held === true && Number(row.status) !== BATCH.failed) throw new Refused('batchHeld');
  const status = Number(row.status) === BATCH.failed ? BATCH.uploaded : BATCH.matching;
  if (status === BATCH.uploaded)
    await refuseTwice(context.tx, row.id, text(row.tenantId), text(row.fileHash));
  if (context.dryRun) return { status };
  // What was read stays read; a file that broke at once is read from its beginning.
  const restarted = status === BATCH.uploaded && Number(row.handled) === 0 ? { failed: 0, errors: [] } : {};
  await context.set({ status, progress: 0, failure: null, updatedAt: context.now, ...restarted });
  // By the type's format from now on: how it was read before did not help.
  if (status === BATCH.uploaded && Number(row.handled) === 0)
    await context.tx.query('update bank_batch set format = null where id = $1', [row.id]);
  await context.enqueue('bankBatch', { batchId: row.id }, { key: `bankBatch:${row.id}` });
  return { status };
};

/** A person answers for how the file was read: the rules may match its lines from now on. @throws Refused batchNotHeld */
const release: ActionHandler = async (context, row) => {
  if (row.held !== true) throw new Refused('batchNotHeld');
  const status = row.autoMatch === true ? BATCH.matching : BATCH.parsed;
  if (context.dryRun) return { status };
  await context.set({ held: false, status, remark: context.input.reason, updatedAt: context.now });
  await refreshBalance(context.tx, text(row.bankAccountId));
  if (status === BATCH.matching)
    await context.enqueue('bankBatch', { batchId: row.id }, { key: `bankBatch:${row.id}` });
  return { status };
};

/** Its lines go as those of a withdrawn file, and the same file comes again by the format that its bank has now. */
const readAgain: ActionHandler = async (context, row) => {
  const withdrawn = await withdraw(context, row);
  if (context.dryRun) return withdrawn;
  await copyUpload(context.tx, row.id);
  return withdrawn;
};

export const bankBatchActions: ActionHandlers<typeof bankBatch> = {
  rerun,
  release,
  readAgain,
  move,
  withdraw,
};
