import type { bankBatch } from '../../../contract/resources/bank/bankBatch.ts';
import { text } from '../orders/columns.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { BATCH } from './batch.ts';
import { move } from './move.ts';
import { refuseTwice } from './upload.ts';
import { withdraw } from './withdraw.ts';

/** Looks at the lines that are left once more; a file that could not be read is read again, after its type was mended. */
const rerun: ActionHandler = async (context, row) => {
  const status = Number(row.status) === BATCH.failed ? BATCH.uploaded : BATCH.matching;
  if (status === BATCH.uploaded)
    await refuseTwice(context.tx, row.id, text(row.tenantId), text(row.fileHash));
  if (context.dryRun) return { status };
  // What was read stays read; a file that broke at once is read from its beginning.
  const restarted = status === BATCH.uploaded && Number(row.handled) === 0 ? { failed: 0, errors: [] } : {};
  await context.set({ status, progress: 0, failure: null, updatedAt: context.now, ...restarted });
  await context.enqueue('bankBatch', { batchId: row.id }, { key: `bankBatch:${row.id}` });
  return { status };
};

export const bankBatchActions: ActionHandlers<typeof bankBatch> = { rerun, move, withdraw };
