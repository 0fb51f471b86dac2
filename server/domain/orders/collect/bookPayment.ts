import type { PoolClient } from 'pg';
import { amountText } from '../../../../contract/money.ts';
import { scheduleCallback } from '../../callbacks/schedule.ts';
import { collection, suspense } from '../../../ledger/entries.ts';
import { post } from '../../../ledger/post.ts';
import type { CollectStatus } from '../../../ledger/states.ts';
import type { Receipt } from '../../payments/decide/receipt.ts';
import { type PaymentSource, receivePayment } from '../../payments/paymentStore.ts';
import { openReview } from '../../payments/reviewOpen.ts';
import type { Actor } from '../moveRow.ts';
import type { CollectRow } from '../collectRow.ts';
import { type Change, moveOrder } from '../collectStore.ts';

/** What an upstream or a statement line reports of money that arrived. */
export interface Payment {
  paidAmount: string;
  /** The order's own when left out. */
  currency?: string;
  utr?: string | undefined;
  /** The upstream's own number of the payment: with it the same message counts once. */
  upstreamOrderNo?: string;
  /** Who reports it, where that is another route than the one the order is with. */
  upstreamId?: string | undefined;
}

/** What every payment of an order is booked by. */
export interface Booking {
  order: CollectRow;
  payment: Payment;
  source: PaymentSource;
  /** Why the reference is another order's money, for a remark. */
  conflict?: string | undefined;
  /** The payment of the order that its confirmation took for this one. */
  replacesId?: string;
  now: Date;
  actor: Actor;
}

/** What a payment says, for a person who looks at it. */
export const reported = (order: CollectRow, payment: Payment, summary: string) => ({
  amount: amountText(payment.paidAmount),
  currency: payment.currency ?? order.currency,
  utr: payment.utr,
  upstreamOrderNo: payment.upstreamOrderNo,
  upstreamId: payment.upstreamId ?? order.upstreamId,
  summary,
});

/** What the order is known by then. A reference that is another order's stays with that order. */
function changeOf({ order, payment, conflict, now }: Booking, receipt: Receipt): Change {
  const { utr, upstreamOrderNo, currency = order.currency } = payment;
  const paidAmount = amountText(payment.paidAmount);
  const known = { upstreamOrderNo, paidAt: now };
  if (receipt.do === 'allocate') return { ...known, utr, event: 'paid', to: 'success', paidAmount };
  const sum = [`${paidAmount} ${currency}`, conflict].filter(Boolean).join(', ');
  const isMore = receipt.to === 'unchanged';
  return {
    event: 'review',
    to: isMore ? order.status : 'review',
    remark: isMore ? `+ ${sum}` : sum,
    ...(receipt.describes && {
      ...known,
      utr: conflict === undefined ? utr : receipt.unnames ? null : undefined,
      // What came in another currency is nothing in the order's own.
      paidAmount: currency === order.currency ? paidAmount : '0',
    }),
  };
}

/** Books money that is new as it is decided: as the order's own, or to suspense. */
export async function bookPayment(
  tx: PoolClient,
  booking: Booking,
  commandKey: string,
  receipt: Receipt,
): Promise<{ status: CollectStatus; entryId: string }> {
  const { order, payment, source, replacesId, now, actor } = booking;
  const { paidAmount, utr, upstreamOrderNo } = payment;
  const own = receipt.do === 'allocate';
  const upstreamId = own ? order.upstreamId : (payment.upstreamId ?? order.upstreamId);
  const { entryId } = await post(tx, {
    kind: own ? 'collection' : 'suspense',
    merchantId: order.merchantId,
    currency: payment.currency ?? order.currency,
    order,
    commandKey,
    operator: actor.operator,
    system: actor.operatorId === undefined,
    legs: own ? collection(order) : suspense({ upstreamId }, paidAmount),
  });
  await receivePayment(tx, {
    entryId,
    status: own ? 'allocated' : 'suspended',
    source,
    upstreamId,
    amount: amountText(paidAmount),
    reference: own ? (utr ?? order.utr) : utr,
    upstreamOrderNo: own ? (upstreamOrderNo ?? order.upstreamOrderNo) : upstreamOrderNo,
    order: { kind: 'collectOrder', orderNo: order.orderNo },
    replacesId,
  });
  const change = changeOf(booking, receipt);
  const moved = await moveOrder(tx, order, change, actor);
  if (own) await scheduleCallback(tx, moved, moved.statusValue, now);
  // What is in review has a person's eye on it.
  else if (receipt.to === 'unchanged' && order.status !== 'review')
    await openReview(
      tx,
      { orderKind: 'collectOrder', order, kind: 'moreMoney', entryId },
      reported(order, payment, change.remark!),
      now,
    );
  return { status: moved.status, entryId };
}
