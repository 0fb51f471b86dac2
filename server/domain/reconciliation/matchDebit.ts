import type { PoolClient } from 'pg';
import { payPayout } from '../orders/payout/payMoves.ts';
import { lockPayout, noteOnPayout } from '../orders/payStore.ts';
import { openReview } from '../payments/reviewOpen.ts';
import { bookedBy } from '../payments/paymentState.ts';
import { refuseUsedReference } from '../payments/references.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type BillRow, type Effect, type Matched, upstreamOf } from './billStore.ts';
import { checkOrder, type How, matchedAlready, matchedWith } from './matched.ts';
import { type DebitOutcome, judgeDebit } from './outcome.ts';

/** The effect, or why there is none. */
function effectOf(outcome: DebitOutcome, { orderNo, utr }: { orderNo: string; utr: string | null }): Effect {
  switch (outcome) {
    case 'pay':
      return 'paid';
    case 'tie':
    case 'late':
      return 'tied';
    case 'other':
      throw new Refused('billOtherUtr', { orderNo, utr });
    default:
      throw new Refused(outcome === 'differs' ? 'billDiffers' : 'billOrderState', { orderNo });
  }
}

/** Matches a debit with a payout, which it may end. @throws Refused where the two do not belong together */
export async function matchDebit(
  tx: PoolClient,
  bill: BillRow,
  orderId: string,
  { actor, now, reader }: How,
): Promise<Matched> {
  const order = await lockPayout(tx, orderId);
  const booked = await checkOrder(tx, bill, order);
  if (booked) throw matchedAlready(order, booked);
  if (bill.utr !== null) await refuseUsedReference(tx, 'out', order.id, bill.utr, reader);
  const outcome = judgeDebit(order, bill);
  const effect = effectOf(outcome, order);
  const paid =
    outcome === 'pay'
      ? await payPayout(tx, order, { utr: bill.utr, remark: bill.billNo }, now, actor)
      : order;
  await noteOnPayout(tx, paid, 'billMatch', `${bill.billNo} ${bill.amount} ${bill.currency}`, actor);
  if (outcome === 'late') {
    const { amount, currency, billNo, bankAccountId } = bill;
    const upstreamId = await upstreamOf(tx, bankAccountId);
    const reported = {
      upstreamId,
      amount,
      currency,
      summary: billNo,
      ...(bill.utr !== null && { utr: bill.utr }),
    };
    await openReview(tx, { orderKind: 'payOrder', order, kind: 'paidAfterEnd' }, reported, now);
  }
  const entryId = outcome === 'pay' ? await bookedBy(tx, `payout:${order.id}`, order.id) : undefined;
  return matchedWith(bill, order, effect, entryId);
}
