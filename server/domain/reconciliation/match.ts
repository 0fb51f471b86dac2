import type { PoolClient } from 'pg';
import { attachLine } from '../payments/paymentStore.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type BillRow, type Matched, moveBill } from './billStore.ts';
import { matchCredit } from './matchCredit.ts';
import { matchDebit } from './matchDebit.ts';
import type { How } from './matched.ts';
import { tieRequest } from './requestLine.ts';

/**
 * Matches a locked, unmatched line with an order and moves the order by it, all in the caller's transaction.
 * @throws Refused where the two do not belong together
 */
export async function matchBill(tx: PoolClient, bill: BillRow, orderId: string, how: How): Promise<Matched> {
  return keepMatch(
    tx,
    bill,
    await (bill.direction === 1 ? matchCredit : matchDebit)(tx, bill, orderId, how),
    how,
  );
}

/** The same with a manual or recharge order, by its number: its money is credited already. @throws Refused */
export async function matchRequest(
  tx: PoolClient,
  bill: BillRow,
  orderNo: string,
  how: How,
): Promise<Matched> {
  if (bill.direction !== 1) throw new Refused('noSuchOrder', { orderNo });
  return keepMatch(tx, bill, await tieRequest(tx, bill, orderNo, how), how);
}

async function keepMatch(tx: PoolClient, bill: BillRow, matched: Matched, how: How): Promise<Matched> {
  try {
    const { status, score, actor, now } = how;
    await moveBill(tx, bill, { status, event: 'match', matched, score }, actor, now);
    const { orderId, effect, entryId } = matched;
    if (bill.direction === 1)
      await attachLine(tx, bill, { orderId, entryId: effect === 'suspense' ? entryId : null });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'bank_bill_order')
      throw new Refused('orderMatched', { orderNo: matched.orderNo });
    throw error;
  }
  return matched;
}
