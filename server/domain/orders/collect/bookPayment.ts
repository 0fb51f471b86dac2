import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../../contract/money.ts';
import { scheduleCallback } from '../../callbacks/schedule.ts';
import { collection, suspense } from '../../../ledger/entries.ts';
import { post } from '../../../ledger/post.ts';
import { type CollectStatus, judgePayment, type PaymentJudgement } from '../../../ledger/states.ts';
import { bookedBy } from '../../payments/paymentState.ts';
import { receivePayment } from '../../payments/paymentStore.ts';
import { openReview } from '../../payments/reviewOpen.ts';
import { sameReference } from '../../payments/references.ts';
import type { Actor } from '../moveRow.ts';
import type { CollectRow } from '../collectRow.ts';
import { type Change, moveOrder } from '../collectStore.ts';

/** What the upstream (or a bank line) says of money that arrived. */
export interface Payment {
  paidAmount: string;
  /** The order's own when left out. */
  currency?: string;
  utr?: string;
  /** The upstream's own number of the payment: with it the same message counts once. */
  upstreamOrderNo?: string;
  /** Whose word it is, where that is another route than the one the order is with. */
  upstreamId?: string | undefined;
  /** The command where it is not the upstream's message: a bank line brings its money once. */
  commandKey?: string;
  /** The payment of the order that its confirmation took for this one. */
  replacesId?: string;
}

/** What every payment of an order is booked by. */
export interface Booking {
  order: CollectRow;
  payment: Payment;
  /** Why the reference is another order's money, for a remark. */
  conflict: string | undefined;
  now: Date;
  actor: Actor;
}

/** What a payment says, for a person who looks at it. */
export const reported = (order: CollectRow, payment: Payment, said: string) => ({
  amount: amountText(payment.paidAmount),
  currency: payment.currency ?? order.currency,
  utr: payment.utr,
  upstreamOrderNo: payment.upstreamOrderNo,
  upstreamId: payment.upstreamId ?? order.upstreamId,
  said,
});

/** More money than the order's own: it waits in suspense, the order stays as it is, and a person looks at it. */
async function moreMoney(
  tx: PoolClient,
  order: CollectRow,
  payment: Payment,
  { entryId, said, ...change }: { entryId: string; said: string } & Partial<Change>,
  now: Date,
  actor: Actor,
): Promise<CollectStatus> {
  await moveOrder(tx, order, { ...change, event: 'review', to: order.status, remark: said }, actor);
  if (order.status !== 'review') {
    const subject = { orderKind: 'collectOrder', order, kind: 'moreMoney', entryId } as const;
    await openReview(tx, subject, reported(order, payment, said), now);
  }
  return order.status;
}

/** Books money that is new: as the order's own, or to suspense. */
export async function bookPayment(
  tx: PoolClient,
  { order, payment, conflict, now, actor }: Booking,
  commandKey: string,
  to: PaymentJudgement['to'],
): Promise<CollectStatus> {
  const currency = payment.currency ?? order.currency;
  const own = to === 'success';
  const { entryId } = await post(tx, {
    kind: own ? 'collection' : 'suspense',
    merchantId: order.merchantId,
    currency,
    order,
    commandKey,
    operator: actor.operator,
    system: actor.operatorId === undefined,
    legs: own
      ? collection(order)
      : suspense({ upstreamId: payment.upstreamId ?? order.upstreamId }, payment.paidAmount),
  });
  await receivePayment(tx, {
    entryId,
    status: own ? 'allocated' : 'suspended',
    source: payment.commandKey === undefined ? 'notice' : 'statementLine',
    upstreamId: own ? order.upstreamId : (payment.upstreamId ?? order.upstreamId),
    amount: amountText(payment.paidAmount),
    reference: own ? (payment.utr ?? order.utr) : payment.utr,
    upstreamOrderNo: own ? (payment.upstreamOrderNo ?? order.upstreamOrderNo) : payment.upstreamOrderNo,
    order: { kind: 'collectOrder', orderNo: order.orderNo },
    replacesId: payment.replacesId,
  });
  // A reference that is another order's stays with that order, also where somebody has noted it on this one.
  const noted = conflict !== undefined && order.utr !== null && payment.utr !== undefined;
  const taken = noted && (await sameReference(tx, order.utr!, payment.utr!)) ? null : undefined;
  const utr = conflict === undefined ? payment.utr : taken;
  const said = { utr, upstreamOrderNo: payment.upstreamOrderNo, paidAt: now };
  const paidAmount = amountText(payment.paidAmount);
  const sum = [`${paidAmount} ${currency}`, conflict].filter(Boolean).join(', ');
  if (to === 'unchanged') {
    // What was known of an order in review has been taken back: this is all that is known of it now.
    const only = order.status === 'review' && order.paidAmount === null && currency === order.currency;
    const news = { entryId, said: `+ ${sum}`, ...(only && { ...said, paidAmount }) };
    return moreMoney(tx, order, payment, news, now, actor);
  }
  // What came in another currency is nothing in the order's own.
  const change: Change = own
    ? { ...said, event: 'paid', to, paidAmount }
    : {
        ...said,
        event: 'review',
        to,
        paidAmount: currency === order.currency ? paidAmount : '0',
        remark: sum,
      };
  const moved = await moveOrder(tx, order, change, actor);
  if (own) await scheduleCallback(tx, moved, moved.statusValue, now);
  return to;
}

/** A line of a statement was compared with the order's payments before; it brings its money once. */
export async function bookLine(tx: PoolClient, booking: Booking, commandKey: string): Promise<CollectStatus> {
  const { order, payment, conflict } = booking;
  if ((await bookedBy(tx, commandKey, order.id)) !== undefined) return order.status;
  const currency = payment.currency ?? order.currency;
  const fits =
    !conflict && currency === order.currency && new Amount(payment.paidAmount).equals(order.amount);
  return bookPayment(tx, booking, commandKey, judgePayment(order.status, fits).to);
}
