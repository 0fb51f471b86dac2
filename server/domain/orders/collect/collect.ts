import type { PoolClient } from 'pg';
import { Amount, amountText, fitsCurrency } from '../../../../contract/money.ts';
import { scheduleCallback } from '../../callbacks/schedule.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { confirmation } from '../../../ledger/bookingEntries.ts';
import { collection, suspense } from '../../../ledger/entries.ts';
import { post } from '../../../ledger/post.ts';
import { type CollectEvent, type CollectStatus, judgePayment, nextStatus } from '../../../ledger/states.ts';
import { type Arrival, broughtBy, keepReference, keepWord } from '../../payments/arrivals.ts';
import { type Change, lockOrder, moveOrder } from './collectStore.ts';
import { payerHasUntil } from './collectCreate.ts';
import { type Actor, SYSTEM } from '../moveRow.ts';
import { bookConfirmed } from './confirmation.ts';
import { describeDirect, receivePayment } from '../../payments/paymentStore.ts';
import { bookedBefore, drewFrom, knownUnder } from '../../payments/knownMoney.ts';
import { openReview } from '../../payments/reviewOpen.ts';
import { ownInSuspense, sumOf } from '../../payments/suspense.ts';
import { sameReference, referenceConflict } from '../../payments/references.ts';
import { type CollectRow, hasEnded } from './collectRow.ts';

export { createOrder } from './collectCreate.ts';

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

const AGAIN = `update collect_order set expires_at = $2 where id = $1 and expires_at < $2`;

async function step(
  tx: PoolClient,
  orderId: string,
  change: Omit<Change, 'to'> & { event: CollectEvent },
  now: Date,
  actor: Actor,
): Promise<CollectStatus> {
  const order = await lockOrder(tx, orderId);
  const to = nextStatus(change.event, order.status);
  if (!to) throw new Refused('guard');
  // Whoever is asked to pay once more has the time to.
  if (to === 'paying' && order.status === 'failed')
    await tx.query({ name: 'collect-again', text: AGAIN, values: [orderId, payerHasUntil(now)] });
  const moved = await moveOrder(tx, order, { ...change, to }, actor);
  if (hasEnded(moved)) await scheduleCallback(tx, moved, moved.statusValue, now);
  return to;
}

/** created, failed → paying. */
export const submitOrder = (
  tx: PoolClient,
  orderId: string,
  sent: Pick<Change, 'upstreamOrderNo' | 'upstreamId' | 'upstreamCost'> = {},
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> => step(tx, orderId, { ...sent, event: 'submitUpstream' }, now, actor);

export const failOrder = (
  tx: PoolClient,
  orderId: string,
  remark?: string,
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> => step(tx, orderId, { event: 'fail', remark }, now, actor);

export const expireOrder = (
  tx: PoolClient,
  orderId: string,
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> => step(tx, orderId, { event: 'expire' }, now, actor);

/** An upstream's number is of one order; whoever names none is known by what is told. */
function commandOf(order: CollectRow, payment: Payment): string {
  if (payment.commandKey) return payment.commandKey;
  if (payment.upstreamOrderNo)
    return `paid:${payment.upstreamId ?? order.upstreamId ?? '0'}:${payment.upstreamOrderNo}`;
  return `paid:${order.id}:${payment.utr ?? 'unnamed'}:${payment.paidAmount}`;
}

/** Another payment under a number that has brought one. */
const furtherOf = (first: string, { utr, paidAmount, currency }: Payment): string =>
  [first, utr ?? '', amountText(paidAmount), currency ?? ''].join(':');

/** Whether what a number has brought is the payment that is told of: two references make two payments. */
const isOf = async (tx: PoolClient, { utr }: Arrival, payment: Payment): Promise<boolean> =>
  utr === null || payment.utr === undefined || sameReference(tx, utr, payment.utr);

const toldOf = ({ paidAmount, utr, upstreamOrderNo }: Payment, currency: string) => ({
  amount: paidAmount,
  currency,
  utr,
  upstreamOrderNo,
});

/** What a payment says, for a person who looks at it. */
const wordOf = (order: CollectRow, payment: Payment, said: string) => ({
  ...toldOf({ ...payment, paidAmount: amountText(payment.paidAmount) }, payment.currency ?? order.currency),
  upstreamId: payment.upstreamId ?? order.upstreamId,
  said,
});

/**
 * The money is booked. What is new of it is noted once; another sum for the same reference, or a reference of its money
 * that is another order's, is said, and moves nothing: one payment may stand for two orders.
 */
async function toldAgain(
  tx: PoolClient,
  order: CollectRow,
  booked: Arrival,
  payment: Payment & { doubt: string | undefined },
  now: Date,
  actor: Actor,
): Promise<CollectStatus> {
  const { paidAmount, currency = order.currency, upstreamOrderNo, doubt } = payment;
  // One that is another order's names nothing here.
  const utr = doubt === undefined ? payment.utr : undefined;
  const named = doubt ?? (utr && `UTR ${utr}`);
  const remark = [`${amountText(paidAmount)} ${currency}`, named].filter(Boolean).join(', ');
  const same = currency === booked.currency && new Amount(paidAmount).equals(booked.amount);
  const own = booked.entryId === null;
  // A word that had no reference gets one under which other money is booked: one payment told of twice, or two.
  const under = utr === undefined ? undefined : await knownUnder(tx, order.id, { utr, amount: paidAmount });
  const other =
    under !== undefined &&
    under.entryId !== booked.entryId &&
    !(under.entryId === null && (await drewFrom(tx, order.id, booked.entryId!)));
  const unnamed = booked.utr === null && !other;
  const news = {
    // More money for a confirmed order says nothing of what confirmed it.
    utr: (own || (order.utr === null && order.status !== 'success')) && unnamed ? utr : undefined,
    upstreamOrderNo: own && booked.upstreamOrderNo === null ? upstreamOrderNo : undefined,
  };
  const held = booked.entryId ?? under?.entryId;
  if (held) await keepWord(tx, held, upstreamOrderNo);
  if (booked.entryId !== null && utr !== undefined && !other)
    await keepReference(tx, booked.entryId, order.id, utr);
  if (!same || other || doubt !== undefined) {
    const said = `≠ ${remark}`;
    await moveOrder(tx, order, { event: 'review', to: order.status, remark: said }, actor);
    // What is in review has a person's eye on it.
    if (order.status !== 'review')
      await openReview(
        tx,
        { orderKind: 'collectOrder', order, kind: 'contradiction' },
        wordOf(order, payment, said),
        now,
      );
  } else if (news.utr !== undefined || news.upstreamOrderNo !== undefined) {
    await moveOrder(tx, order, { ...news, event: 'paid', to: order.status, remark: `= ${remark}` }, actor);
    if (own)
      await describeDirect(tx, order.id, { reference: news.utr, upstreamOrderNo: news.upstreamOrderNo });
  }
  return order.status;
}

/** More money than the order's own: it waits in suspense, the order stays as it is, and a person is told of it. */
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
    await openReview(tx, subject, wordOf(order, payment, said), now);
  }
  return order.status;
}

/**
 * An order that was submitted again is paid by money that waits in suspense for it: that money goes into it, and none is
 * booked beside it. Where it is not the order's amount a person decides.
 */
async function paidByHeld(
  tx: PoolClient,
  order: CollectRow,
  { utr, upstreamOrderNo }: Payment,
  now: Date,
  actor: Actor,
): Promise<CollectStatus> {
  const payments = await ownInSuspense(tx, order);
  const held = sumOf(payments);
  const said = { utr, upstreamOrderNo, paidAt: now };
  if (!new Amount(held).equals(order.amount)) {
    const remark = `= ${held} ${order.currency}`;
    return (await moveOrder(tx, order, { event: 'review', to: 'review', remark }, actor)).status;
  }
  const booked = {
    commandKey: `paid:${order.id}:held`,
    source: 'notice',
    operator: actor.operator,
    remark: '',
    utr,
    reference: utr ?? order.utr,
    payments,
    legs: confirmation(order, held),
  } as const;
  await bookConfirmed(tx, order, booked, actor, now);
  const change = { ...said, paidAmount: amountText(order.amount) };
  const moved = await moveOrder(tx, order, { ...change, event: 'paid', to: 'success' }, actor);
  await scheduleCallback(tx, moved, moved.statusValue, now);
  return moved.status;
}

/**
 * Money arrived for an order. Its own money makes it a success; late money, another amount or currency, or a
 * reference that is another order's puts it in review, more money leaves it as it is, and both wait in suspense. The
 * same message again changes nothing, nor does the same money told of by somebody else.
 * `locked` is the order under its row lock, or its id.
 */
export async function succeedOrder(
  tx: PoolClient,
  locked: CollectRow | string,
  payment: Payment,
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> {
  const order = typeof locked === 'string' ? await lockOrder(tx, locked) : locked;
  const currency = payment.currency ?? order.currency;
  if (!fitsCurrency(payment.paidAmount, currency) || !new Amount(payment.paidAmount).greaterThan(0)) {
    throw new Refused('amountDigits', { currency });
  }
  const first = commandOf(order, payment);
  const numbered = await broughtBy(tx, first, order.id);
  const ofLine = payment.commandKey !== undefined;
  if (numbered && ofLine) return order.status;
  const commandKey = numbered ? furtherOf(first, payment) : first;
  const repeated =
    numbered && (await isOf(tx, numbered, payment))
      ? numbered
      : numbered && (await broughtBy(tx, commandKey, order.id));
  // A reference that money was booked on for another order, or waits for it: the same money may be told of twice.
  const doubt = await referenceConflict(tx, 'in', order, payment.utr);
  const waits = nextStatus('paid', order.status) !== undefined;
  // A bank line was held against what there is before it came here.
  const asks = !ofLine && (numbered !== undefined || !waits || order.paidAmount !== null);
  const booked = repeated ?? (asks ? await bookedBefore(tx, order, toldOf(payment, currency)) : undefined);
  if (booked && waits && !doubt) return paidByHeld(tx, order, payment, now, actor);
  if (booked) return toldAgain(tx, order, booked, { ...payment, doubt }, now, actor);
  const fits = !doubt && currency === order.currency && new Amount(payment.paidAmount).equals(order.amount);
  const { to } = judgePayment(order.status, fits);
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
    source: ofLine ? 'statementLine' : 'notice',
    upstreamId: own ? order.upstreamId : (payment.upstreamId ?? order.upstreamId),
    amount: amountText(payment.paidAmount),
    reference: own ? (payment.utr ?? order.utr) : payment.utr,
    upstreamOrderNo: own ? (payment.upstreamOrderNo ?? order.upstreamOrderNo) : payment.upstreamOrderNo,
    order: { kind: 'collectOrder', orderNo: order.orderNo },
    replacesId: payment.replacesId,
  });
  if (!own && payment.utr) await keepReference(tx, entryId, order.id, payment.utr);
  // A reference that is another order's stays with that order, also where somebody has noted it on this one.
  const noted = doubt !== undefined && order.utr !== null && payment.utr !== undefined;
  const taken = noted && (await sameReference(tx, order.utr!, payment.utr!)) ? null : undefined;
  const utr = doubt === undefined ? payment.utr : taken;
  const said = { utr, upstreamOrderNo: payment.upstreamOrderNo, paidAt: now };
  const paidAmount = amountText(payment.paidAmount);
  const sum = [`${paidAmount} ${currency}`, doubt].filter(Boolean).join(', ');
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
