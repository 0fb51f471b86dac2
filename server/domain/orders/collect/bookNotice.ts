import type { PoolClient } from 'pg';
import { amountText } from '../../../../contract/money.ts';
import { scheduleCallback } from '../../callbacks/schedule.ts';
import { confirmation } from '../../../ledger/bookingEntries.ts';
import { type CollectStatus, nextStatus } from '../../../ledger/states.ts';
import type { Draw, Duplicate } from '../../payments/decide/notice.ts';
import { decidePayment } from '../../payments/decidePayment.ts';
import { describeDirect, noticePayment } from '../../payments/paymentStore.ts';
import { bookedBy, hasContradicted, named, readState } from '../../payments/paymentState.ts';
import type { KnownPayment } from '../../payments/decide/state.ts';
import { openReview } from '../../payments/reviewOpen.ts';
import { nameSuspended } from '../../payments/suspense.ts';
import { type Booking, bookPayment, type Payment, reported } from './bookPayment.ts';
import type { CollectRow } from '../collectRow.ts';
import { moveOrder } from '../collectStore.ts';
import { bookConfirmed } from './confirmation.ts';

/** An upstream's number is of one order; a notice without one is known by what it reports. */
function commandOf(order: CollectRow, payment: Payment): string {
  if (payment.upstreamOrderNo)
    return `paid:${payment.upstreamId ?? order.upstreamId ?? '0'}:${payment.upstreamOrderNo}`;
  return `paid:${order.id}:${payment.utr ?? 'unnamed'}:${payment.paidAmount}`;
}

/** Another payment under a number that has brought one. */
const furtherOf = (first: string, { utr, paidAmount, currency }: Payment): string =>
  [first, utr ?? '', amountText(paidAmount), currency ?? ''].join(':');

/** A duplicate notice: what is new of it is noted once; what contradicts the booked payment is left to a person. */
async function noteDuplicate(
  tx: PoolClient,
  { order, payment, conflict, now, actor }: Booking,
  decision: Duplicate,
): Promise<CollectStatus> {
  const { paidAmount, currency = order.currency, upstreamOrderNo, utr } = payment;
  const named = conflict ?? (utr && `UTR ${utr}`);
  const remark = [`${amountText(paidAmount)} ${currency}`, named].filter(Boolean).join(', ');
  if (decision.noticed !== undefined) await noticePayment(tx, decision.noticed, upstreamOrderNo);
  if (decision.named !== undefined) await nameSuspended(tx, decision.named, utr!);
  if (decision.contradicts) {
    const summary = `≠ ${remark}`;
    await moveOrder(tx, order, { event: 'review', to: order.status, remark: summary }, actor);
    // What is in review has a person's eye on it.
    if (order.status !== 'review')
      await openReview(
        tx,
        { orderKind: 'collectOrder', order, kind: 'contradiction' },
        reported(order, payment, summary),
        now,
      );
    return order.status;
  }
  const news = {
    utr: decision.order.reference ? utr : undefined,
    upstreamOrderNo: decision.order.upstreamOrderNo ? upstreamOrderNo : undefined,
  };
  if (news.utr === undefined && news.upstreamOrderNo === undefined) return order.status;
  await moveOrder(tx, order, { ...news, event: 'paid', to: order.status, remark: `= ${remark}` }, actor);
  if (decision.payment === undefined)
    await describeDirect(tx, order.id, { reference: news.utr, upstreamOrderNo: news.upstreamOrderNo });
  return order.status;
}

/**
 * An order that was submitted again is paid by money that is in suspense for it, and nothing is booked once more. Where
 * that is not the order's amount a person decides.
 */
async function drawPayments(
  tx: PoolClient,
  { order, payment: { utr, upstreamOrderNo }, now, actor }: Booking,
  decision: Draw,
  payments: readonly KnownPayment[],
): Promise<CollectStatus> {
  if (decision.do === 'review') {
    const remark = `= ${decision.amount} ${order.currency}`;
    return (await moveOrder(tx, order, { event: 'review', to: 'review', remark }, actor)).status;
  }
  const booked = {
    commandKey: `paid:${order.id}:held`,
    source: 'notice',
    operator: actor.operator,
    remark: '',
    reference: utr ?? order.utr,
    draws: named(payments, decision.payments),
    writesOff: named(payments, decision.writesOff),
    legs: confirmation(order, order.amount),
  } as const;
  await bookConfirmed(tx, order, booked, actor, now);
  const change = { utr, upstreamOrderNo, paidAt: now, paidAmount: amountText(order.amount) };
  const moved = await moveOrder(tx, order, { ...change, event: 'paid', to: 'success' }, actor);
  await scheduleCallback(tx, moved, moved.statusValue, now);
  return moved.status;
}

/** Carries out what is decided about an upstream's notice. */
export async function bookNotice(tx: PoolClient, booking: Booking): Promise<CollectStatus> {
  const { order, payment, conflict } = booking;
  const first = commandOf(order, payment);
  const numbered = await bookedBy(tx, first, order.id);
  const further = furtherOf(first, payment);
  const waits = nextStatus('paid', order.status) !== undefined;
  // Of an order without any money there is nothing to compare with.
  const isFirst = numbered === undefined && order.paidAmount === null && waits && conflict === undefined;
  const state = isFirst
    ? { order: { ...order, noted: null, reference: null }, payments: [], given: payment.utr }
    : await readState(tx, order, payment.utr, waits);
  const decision = decidePayment(state.order, state.payments, {
    kind: 'notice',
    amount: payment.paidAmount,
    currency: payment.currency ?? order.currency,
    reference: state.given ?? undefined,
    upstreamOrderNo: payment.upstreamOrderNo,
    conflicts: conflict !== undefined,
    numbered,
    repeated: numbered === undefined ? undefined : await bookedBy(tx, further, order.id),
    hasContradicted: !isFirst && (await hasContradicted(tx, order.id, payment.upstreamOrderNo)),
  });
  if (decision.do === 'duplicate') return noteDuplicate(tx, booking, decision);
  if (decision.do === 'draw' || decision.do === 'review')
    return drawPayments(tx, booking, decision, state.payments);
  return (await bookPayment(tx, booking, numbered === undefined ? first : further, decision)).status;
}
