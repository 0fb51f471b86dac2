import type { PoolClient } from 'pg';
import { referenceForm } from '../../../contract/identity/referenceForm.ts';
import { amountText } from '../../../contract/money.ts';
import type { LineDecision } from '../payments/decide/line.ts';
import { decidePayment } from '../payments/decidePayment.ts';
import { type KnownPayment, sumOf } from '../payments/decide/state.ts';
import { named, readState } from '../payments/paymentState.ts';
import { bookPayment } from '../orders/collect/bookPayment.ts';
import { type CollectRow, hasEnded } from '../orders/collectRow.ts';
import { lockOrder, moveOrder } from '../orders/collectStore.ts';
import { type Actor, moveRow } from '../orders/moveRow.ts';
import { bookConfirmed } from '../orders/collect/confirmation.ts';
import { listHeld } from '../payments/reviewHeld.ts';
import { nameSuspended, refuseWaiting, takeOut } from '../payments/suspense.ts';
import { refuseUsedReference } from '../payments/references.ts';
import { scheduleCallback } from '../callbacks/schedule.ts';
import { Refused } from '../../platform/http/refused.ts';
import { confirmation } from '../../ledger/bookingEntries.ts';
import { type CollectStatus, statusValue } from '../../ledger/states.ts';
import type { BillRow, Matched } from './billStore.ts';
import { type Booked, checkOrder, type How, matchedAlready, matchedWith } from './matched.ts';
import { refuseSelfMatch } from './selfMatch.ts';

const COLLECT = { table: 'collect_order', resource: 'collectOrder' } as const;

const keyOf = (bill: BillRow): string => `bill:${bill.id}:${bill.version}`;

type Of<D extends LineDecision['do']> = Extract<LineDecision, { do: D }>;

/**
 * paying, review → success: the money of the line is drawn from suspense where it is there, and owed by the upstream
 * as ever where it is not. What came under other references is other money, and stays.
 */
async function confirm(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  decision: Of<'confirm'>,
  payments: readonly KnownPayment[],
  { actor, now }: How,
): Promise<string> {
  const draws = named(payments, decision.payments);
  if (draws.length === 0) await refuseSelfMatch(tx, bill, order, actor);
  const utr = bill.utr ?? (decision.unnames ? null : undefined);
  const booked = {
    commandKey: keyOf(bill),
    source: 'statementLine',
    operator: actor.operator,
    remark: bill.billNo,
    reference: utr === undefined ? order.utr : utr,
    draws,
    writesOff: named(payments, decision.writesOff),
    legs: confirmation(order, sumOf(draws)),
  } as const;
  const entryId = await bookConfirmed(tx, order, booked, actor, now);
  const change = { utr, paidAmount: amountText(order.amount), paidAt: now };
  const moved = await moveOrder(tx, order, { ...change, event: 'matchProof', to: 'success' }, actor);
  await scheduleCallback(tx, moved, moved.statusValue, now);
  return entryId;
}

const PROVED = `select bill_no as "billNo" from payment where id = $1`;

/** @throws Refused */
async function refuse(
  tx: PoolClient,
  { orderNo }: CollectRow,
  decision: Of<'refuse'>,
  booked: Booked | undefined,
): Promise<never> {
  switch (decision.why) {
    case 'matched':
      throw matchedAlready({ orderNo }, booked!);
    case 'proved': {
      const { rows } = await tx.query<{ billNo: string | null }>(PROVED, [decision.payment]);
      throw new Refused('lineProves', rows[0]!);
    }
    default:
      throw new Refused(decision.why === 'differs' ? 'billDiffers' : 'billOrderState', { orderNo });
  }
}

async function noteMatch(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  status: number,
  actor: Actor,
): Promise<void> {
  const note = { event: 'billMatch', to: status, remark: `${bill.billNo} ${bill.amount} ${bill.currency}` };
  await moveRow(tx, COLLECT, { ...order, statusValue: status }, note, actor);
}

/** The line proves and names a payment in suspense, and moves nothing but what a confirmation took for another one. */
async function prove(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  { payment, names, replaced }: Of<'prove'>,
  { actor, now }: How,
): Promise<Matched> {
  if (names) await nameSuspended(tx, payment, bill.utr!, bill.id);
  await noteMatch(tx, bill, order, order.statusValue, actor);
  if (replaced) {
    const { amount, ...receipt } = replaced;
    const second = { order, payment: { paidAmount: amount }, replacesId: payment, actor, now } as const;
    await bookPayment(tx, { ...second, source: 'statementLine' }, `${keyOf(bill)}:${payment}`, receipt);
  }
  return matchedWith(bill, order, 'suspense', payment);
}

/** Credits the order with the line, or books it to suspense. */
async function receive(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  decision: Of<'allocate'> | Of<'suspend'>,
  payments: readonly KnownPayment[],
  how: How,
): Promise<{ status: CollectStatus; entryId: string }> {
  const { actor, now } = how;
  if (decision.do === 'allocate') await refuseSelfMatch(tx, bill, order, actor);
  const writesOff = named(payments, decision.writesOff);
  const by = { operator: actor.operator, system: actor.operatorId === undefined, remark: bill.billNo };
  await takeOut(tx, order, writesOff, 'writtenOff', { ...by, commandKey: 'confirmed' });
  if (writesOff.length > 0) await listHeld(tx, order, hasEnded(order), { actor, now });
  const payment = { paidAmount: bill.amount, utr: bill.utr ?? undefined };
  return bookPayment(tx, { order, payment, source: 'statementLine', actor, now }, keyOf(bill), decision);
}

/** Matches a credit with a collection order, which it may credit. @throws Refused where the two do not belong together */
export async function matchCredit(
  tx: PoolClient,
  bill: BillRow,
  orderId: string,
  how: How,
): Promise<Matched> {
  const { actor, reader } = how;
  const order = await lockOrder(tx, orderId);
  const booked = await checkOrder(tx, bill, order);
  if (bill.utr !== null) {
    await refuseUsedReference(tx, 'in', order.id, bill.utr, reader);
    await refuseWaiting(tx, order.id, bill.utr, reader);
  }
  // Only an order that can be credited draws payments.
  const draws = ['created', 'paying', 'review'].includes(order.status);
  const { payments, given, ...state } = await readState(tx, order, bill.utr, draws);
  const own = booked && { reference: booked.utr === null ? null : referenceForm(booked.utr) };
  const event = { kind: 'line', amount: bill.amount, reference: given, ownLine: own } as const;
  const decision = decidePayment(state.order, payments, event);
  switch (decision.do) {
    case 'refuse':
      return refuse(tx, order, decision, booked);
    case 'prove':
      return prove(tx, bill, order, decision, how);
    case 'tie':
      await noteMatch(tx, bill, order, order.statusValue, actor);
      return matchedWith(bill, order, 'tied', undefined);
    case 'confirm': {
      const entryId = await confirm(tx, bill, order, decision, payments, how);
      await noteMatch(tx, bill, order, statusValue('success'), actor);
      return matchedWith(bill, order, 'paid', entryId);
    }
    default: {
      const { status, entryId } = await receive(tx, bill, order, decision, payments, how);
      await noteMatch(tx, bill, order, statusValue(status), actor);
      return matchedWith(bill, order, decision.do === 'suspend' ? 'suspense' : 'paid', entryId);
    }
  }
}
