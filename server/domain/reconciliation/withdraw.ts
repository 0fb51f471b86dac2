import { text } from '../orders/columns.ts';
import type { ActionHandler } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { requestRematch } from './rematch.ts';
import { BATCH } from './batch.ts';
import { BILL } from './billStore.ts';
import { refreshBalance, removeLines, lockLines, matchedOf } from './batchRemoval.ts';

const WITHDRAW = `update bank_bill set status = ${BILL.withdrawn}, candidate_no = null, candidate_amount = null, difference = null,
    score = null, version = version + 1 where batch_id = $1`;

/**
 * A statement that was sent to the wrong account, or should not have been: its lines count for nothing, and the file may
 * be sent again. @throws Refused batchMatched where lines of it are matched
 */
export const withdraw: ActionHandler = async (context, row) => {
  const { tx } = context;
  const accountId = text(row.bankAccountId);
  // Lines that come for the account meanwhile must see which of them repeat what goes.
  await tx.query('select from bank_account where id = $1 for no key update', [accountId]);
  const lines = await lockLines(tx, row.id);
  const matched = matchedOf(lines);
  if (matched > 0) throw new Refused('batchMatched', { count: matched });
  if (context.dryRun) return { status: BATCH.withdrawn };
  const reason = String(context.input.reason ?? '');
  await tx.query(WITHDRAW, [row.id]);
  const others = await removeLines(context, row.id, lines, { event: 'withdraw', after: { reason } });
  await refreshBalance(tx, accountId);
  await context.set({ status: BATCH.withdrawn, remark: reason, updatedAt: context.now });
  await requestRematch(context, others);
  return { status: BATCH.withdrawn };
};
