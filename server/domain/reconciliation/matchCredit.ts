import type { PoolClient } from 'pg';
import { amountText } from '../../../contract/money.ts';
import type { LineDecision } from '../payments/decide/line.ts';
import { decidePayment } from '../payments/decidePayment.ts';
import { bookedBy, paymentsLeft, paymentsOf, referencesOf } from '../payments/paymentState.ts';
import { succeedOrder } from '../orders/collect/collect.ts';
import { type CollectRow, hasEnded } from '../orders/collectRow.ts';
import { lockOrder, moveOrder } from '../orders/collectStore.ts';
import { type Actor, moveRow } from '../orders/moveRow.ts';
import { bookConfirmed } from '../orders/collect/confirmation.ts';
import { listHeld } from '../payments/reviewHeld.ts';
import { nameSuspended, ownInSuspense, refuseWaiting, sumOf, undoForeign } from '../payments/suspense.ts';
import { refuseUsedReference } from '../payments/references.ts';
import { scheduleCallback } from '../callbacks/schedule.ts';
import { Refused } from '../../platform/http/refused.ts';
import { confirmation } from '../../ledger/bookingEntries.ts';
import { statusValue } from '../../ledger/states.ts';
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
  { payments: ids, unnames }: Of<'confirm'>,
  { actor, now }: How,
): Promise<void> {
  const utr = bill.utr ?? undefined;
  const payments = (await ownInSuspense(tx, order)).filter(({ entryId }) => ids.includes(entryId));
  if (payments.length === 0) await refuseSelfMatch(tx, bill, order, actor);
  const named = utr ?? (unnames ? null : undefined);
  const booked = {
    commandKey: keyOf(bill),
    source: 'statementLine',
    operator: actor.operator,
    remark: bill.billNo,
    utr,
    reference: named === undefined ? order.utr : named,
    payments,
    legs: confirmation(order, sumOf(payments)),
  } as const;
  await bookConfirmed(tx, order, booked, actor, now);
  const change = { utr: named, paidAmount: amountText(order.amount), paidAt: now };
  const moved = await moveOrder(tx, order, { ...change, event: 'matchProof', to: 'success' }, actor);
  await scheduleCallback(tx, moved, moved.statusValue, now);
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
      const { rows } = await tx.query<{ billNo: string }>(PROVED, [decision.payment]);
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
  if (replaced !== undefined) {
    const second = { paidAmount: replaced, commandKey: `beside:${payment}`, replacesId: payment };
    await succeedOrder(tx, order.id, second, now, actor);
  }
  return matchedWith(bill, order, 'suspense', payment);
}

/** Takes what was reported in another currency out of suspense, as the line says what came. */
async function writeOff(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  { actor, now }: How,
): Promise<void> {
  const by = { operator: actor.operator, system: actor.operatorId === undefined, remark: bill.billNo };
  await undoForeign(tx, order, bill.utr ?? undefined, by);
  await listHeld(tx, order, hasEnded(order), { actor, now });
}

/** Credits the order with the line, or books it to suspense. @returns the order's status then */
async function receive(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  decision: Of<'pay'> | Of<'suspend'>,
  how: How,
): Promise<number> {
  const { actor, now } = how;
  if (decision.do === 'pay') await refuseSelfMatch(tx, bill, order, actor);
  else if (decision.writesOff.length > 0) await writeOff(tx, bill, order, how);
  const payment = { paidAmount: bill.amount, utr: bill.utr ?? undefined, commandKey: keyOf(bill) };
  return statusValue(await succeedOrder(tx, order.id, payment, now, actor));
}

/** What the line comes to, by what is known of the order's money. */
async function decide(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  booked: Booked | undefined,
): Promise<LineDecision> {
  const { given, ...references } = await referencesOf(tx, order.id, bill.utr);
  const own = booked && (await referencesOf(tx, order.id, booked.utr)).given;
  // Only an order that can be credited draws payments.
  const draws = ['created', 'paying', 'review'].includes(order.status);
  return decidePayment({ ...order, ...references }, await (draws ? paymentsLeft : paymentsOf)(tx, order.id), {
    kind: 'line',
    amount: bill.amount,
    reference: given,
    ownLine: booked && { reference: own ?? null },
  });
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
  const decision = await decide(tx, bill, order, booked);
  if (decision.do === 'refuse') return refuse(tx, order, decision, booked);
  if (decision.do === 'prove') return prove(tx, bill, order, decision, how);
  let { statusValue: status } = order;
  if (decision.do === 'confirm') {
    await confirm(tx, bill, order, decision, how);
    status = statusValue('success');
  } else if (decision.do !== 'tie') status = await receive(tx, bill, order, decision, how);
  await noteMatch(tx, bill, order, status, actor);
  if (decision.do === 'tie') return matchedWith(bill, order, 'tied', undefined);
  const effect = decision.do === 'suspend' ? 'suspense' : 'paid';
  return matchedWith(bill, order, effect, await bookedBy(tx, keyOf(bill), order.id));
}
