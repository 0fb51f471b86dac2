import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../contract/money.ts';
import { type Arrival, BESIDE, keepReference, suspendedAs, suspendedFor } from '../payments/arrivals.ts';
import { succeedOrder } from '../orders/collect/collect.ts';
import { type CollectRow, hasEnded } from '../orders/collect/collectRow.ts';
import { lockOrder, moveOrder } from '../orders/collect/collectStore.ts';
import { type Actor, moveRow } from '../orders/moveRow.ts';
import { payPayout } from '../orders/payout/payMoves.ts';
import type { PayRow } from '../orders/payout/payRow.ts';
import { lockPayout, noteOnPayout } from '../orders/payout/payStore.ts';
import { bookConfirmed } from '../orders/collect/confirmation.ts';
import { listHeld } from '../payments/reviewHeld.ts';
import { attachLine } from '../payments/paymentStore.ts';
import { openReview } from '../payments/reviewOpen.ts';
import {
  apartFrom,
  drawnFor,
  ownDraw,
  ownInSuspense,
  refuseWaiting,
  sumOf,
  undoForeign,
  type Waiting,
} from '../payments/suspense.ts';
import { type Reader, refuseUsedReference } from '../payments/references.ts';
import { scheduleCallback } from '../callbacks/schedule.ts';
import { Refused } from '../../platform/http/refused.ts';
import { confirmation } from '../../ledger/bookingEntries.ts';
import { statusValue } from '../../ledger/states.ts';
import { refuseSelfMatch } from './selfMatch.ts';
import {
  type BILL,
  type BillRow,
  type Effect,
  lineKey,
  type Matched,
  moveBill,
  upstreamOf,
} from './billStore.ts';
import { judgeCredit, judgeDebit, type Outcome } from './outcome.ts';
import { tieRequest } from './requestLine.ts';

export interface How {
  status: typeof BILL.auto | typeof BILL.manual;
  actor: Actor;
  now: Date;
  /** Who is told why not, where that is a person: of no order that is not theirs to know. */
  reader?: Reader;
  /** How well the rules found the two to fit. */
  score?: number;
}

const COLLECT = { table: 'collect_order', resource: 'collectOrder' } as const;
const EFFECTS: Readonly<Partial<Record<Outcome, Effect>>> = {
  pay: 'paid',
  confirm: 'paid',
  suspend: 'suspense',
  tie: 'tied',
  late: 'tied',
};

/** The effect, or why there is none. */
function effectOf(outcome: Outcome, { orderNo, utr }: { orderNo: string; utr: string | null }): Effect {
  const effect = EFFECTS[outcome];
  if (effect) return effect;
  if (outcome === 'other') throw new Refused('billOtherUtr', { orderNo, utr });
  throw outcome === 'differs'
    ? new Refused('billDiffers', { orderNo })
    : new Refused('billOrderState', { orderNo });
}

/** The line that is an order's payment already. */
interface Booked {
  billNo: string;
  utr: string | null;
}

const TENANT = `select m.tenant_id = $2 as tenant, b.bill_no as "billNo", b.utr from merchant m
  left join bank_bill b on b.order_id = $3 and b.status in (1, 2) and b.effect <> 'suspense' where m.id = $1`;

/** What an order must be before any line is matched with it; the order is locked by then. @returns its line, if any */
async function checkOrder(
  tx: PoolClient,
  bill: BillRow,
  order: { id: string; orderNo: string; merchantId: string; currency: string },
): Promise<Booked | undefined> {
  if (order.currency !== bill.currency) throw new Refused('billDiffers', { orderNo: order.orderNo });
  const { rows } = await tx.query<{ tenant: boolean; billNo: string | null; utr: string | null }>(TENANT, [
    order.merchantId,
    bill.tenantId,
    order.id,
  ]);
  const found = rows[0];
  if (!found?.tenant) throw new Refused('notFound');
  return found.billNo === null ? undefined : { billNo: found.billNo, utr: found.utr };
}

const matchedAlready = ({ orderNo }: { orderNo: string }, { billNo }: Booked): Refused =>
  new Refused('orderMatched', { orderNo, billNo });

const keyOf = (bill: BillRow): string => `${lineKey(bill)}${bill.version}`;

async function entryOf(tx: PoolClient, commandKey: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    'select id::text from journal_entry where command_key = $1',
    [commandKey],
  );
  return rows[0]?.id ?? null;
}

const LINED = `select entry_id::text as id from bank_bill where entry_id = any($1::bigint[]) and status in (1, 2)`;

/**
 * What of the payments in suspense a line may be the proof of, and no line is yet: under its own reference, or under none where
 * one of them, or all together, are of its amount. What is of another amount is another payment, and stays in sight.
 */
async function provedBy(
  tx: PoolClient,
  bill: BillRow,
  payments: readonly Waiting[],
): Promise<readonly Waiting[]> {
  const { rows } = await tx.query<{ id: string }>(LINED, [payments.map(({ entryId }) => entryId)]);
  const lined = new Set(rows.map(({ id }) => id));
  const free = payments.filter(({ entryId }) => !lined.has(entryId));
  const { same, other } = bill.utr === null ? { same: [], other: [] } : await apartFrom(tx, free, bill.utr);
  if (same.length > 0) return same;
  const may = free.filter((payment) => !other.includes(payment));
  const exact = may.find(({ amount }) => new Amount(amount).equals(bill.amount));
  if (exact) return [exact];
  return new Amount(sumOf(may)).equals(bill.amount) ? may : [];
}

/**
 * paying, review → success: the money of the line is drawn from suspense where it waits there, and owed by the upstream
 * as ever where it does not. What came under other references is other money, and stays.
 */
async function confirm(tx: PoolClient, bill: BillRow, order: CollectRow, { actor, now }: How): Promise<void> {
  const utr = bill.utr ?? undefined;
  const waiting = await ownInSuspense(tx, order);
  const payments = await provedBy(tx, bill, waiting);
  if (payments.length === 0) await refuseSelfMatch(tx, bill, order, actor);
  const left = waiting.filter((payment) => !payments.includes(payment));
  // A line without a reference is not the payment that stays in suspense under the order's.
  const stays = order.utr !== null && (await apartFrom(tx, left, order.utr)).same.length > 0;
  const named = utr ?? (stays ? null : undefined);
  const legs = confirmation(order, sumOf(payments));
  const booked = {
    commandKey: keyOf(bill),
    source: 'statementLine',
    operator: actor.operator,
    remark: bill.billNo,
    utr,
    reference: named === undefined ? order.utr : named,
    payments,
    legs,
  } as const;
  await bookConfirmed(tx, order, booked, actor, now);
  const change = { utr: named, paidAmount: amountText(order.amount), paidAt: now };
  const moved = await moveOrder(tx, order, { ...change, event: 'matchProof', to: 'success' }, actor);
  await scheduleCallback(tx, moved, moved.statusValue, now);
}

/**
 * A line in suspense of another reference than the order's is money beside the order's own; of a confirmed order so is
 * every line in suspense that its confirmation has not drawn from.
 */
const KNOWN = `select o.paid_amount::text as "paidAmount",
    case when reference_form(o.utr) = reference_form($2) then $2 else o.utr end as utr,
    exists (select from bank_bill b where b.order_id = o.id and b.status in (1, 2) and b.effect = 'suspense'
      and (b.utr is null or o.utr is null or reference_form(b.utr) = reference_form(o.utr))
      and (o.status <> 2 or ${ownDraw('b.entry_id', 'o.id')})) as lined
  from collect_order o where o.id = $1`;

/** The upstream has told of this money, which waits in suspense: the line proves and names it, and moves nothing. */
async function tieToSuspense(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  { amount, entryId, utr }: Arrival,
  actor: Actor,
): Promise<Matched> {
  if (!new Amount(amount).equals(bill.amount)) throw new Refused('billDiffers', { orderNo: order.orderNo });
  if (entryId !== null && utr === null && bill.utr !== null)
    await keepReference(tx, entryId, order.id, bill.utr, bill.id);
  await noteMatch(tx, bill, order, order.statusValue, actor);
  return matchedWith(bill, order, 'suspense', entryId);
}

const PROVED = `select bill_no as "billNo" from bank_bill where entry_id = $1 and status in (1, 2) order by id limit 1`;

/** Money is proved by one line: a second one is either the same in other words or another payment. @throws Refused */
async function refuseProved(tx: PoolClient, entryId: string): Promise<void> {
  const { rows } = await tx.query<{ billNo: string }>(PROVED, [entryId]);
  if (rows[0]) throw new Refused('lineProves', rows[0]);
}

/** The money in suspense that a line is of: by its reference, or where the upstream named none, by its amount. */
async function waitingOf(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  outcome: Outcome,
  { actor, now }: How,
): Promise<Arrival | undefined> {
  const named = bill.utr === null ? undefined : await suspendedAs(tx, order.id, bill.utr);
  if (named?.currency === bill.currency) {
    await refuseProved(tx, named.entryId!);
    return named;
  }
  if (named) {
    // Told of in another currency than the bank's: the bank knows what came.
    const by = { operator: actor.operator, system: actor.operatorId === undefined, remark: bill.billNo };
    await undoForeign(tx, order, bill.utr ?? undefined, by);
    await listHeld(tx, order, hasEnded(order), { actor, now });
    return undefined;
  }
  // The order's own line, where nothing waits under its reference.
  if (outcome === 'tie' && order.status === 'success') return undefined;
  // A line under the reference that confirmed the order is of no other money, whatever its sum.
  if (outcome === 'differs' && order.utr !== null && bill.utr !== null) return undefined;
  // What bears another reference is other money; a line without one knows none.
  return suspendedFor(tx, order, bill.amount, bill.utr !== null);
}

/** A confirmation took this payment for the one of its own line, and both are proved: what it drew is more money. */
async function bookBeside(
  tx: PoolClient,
  order: CollectRow,
  { entryId }: Arrival,
  confirmedBy: string,
  { actor, now }: How,
): Promise<void> {
  const taken = (await drawnFor(tx, order.id, confirmedBy)).find((payment) => payment.entryId === entryId);
  if (!taken) return;
  const second = { paidAmount: taken.drawn, commandKey: `${BESIDE}${entryId}`, replacesId: taken.entryId };
  await succeedOrder(tx, order.id, second, now, actor);
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

interface Known {
  paidAmount: string | null;
  utr: string | null;
  lined: boolean;
}

/** What a line does to its order, by what is known of the order's money. */
async function judge(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  booked: Booked | undefined,
): Promise<{ known: CollectRow & Known; outcome: Outcome }> {
  const { rows } = await tx.query<Known>(KNOWN, [order.id, bill.utr]);
  const said = rows[0]!;
  const known = { ...order, ...said, utr: said.utr ?? booked?.utr ?? null };
  const outcome = judgeCredit(known, bill);
  const becomes = (other: Outcome) => ({ known, outcome: other });
  if (outcome === 'tie' && order.status === 'success' && bill.utr !== null) {
    const drawn = await drawnFor(tx, order.id, bill.utr);
    // Lines prove both of two payments that a confirmation took for one, or a person took one of another amount for this.
    const another = said.paidAmount !== null && !new Amount(said.paidAmount).equals(bill.amount);
    if (drawn.some(({ lined, named }) => another || (lined && named))) return becomes('suspend');
  }
  // Its own line is known: one of another amount is another payment, but not under the same reference.
  const same = bill.utr !== null && known.utr === bill.utr;
  // Beside a line with a reference one without may say the same again; of two without the statement says that they are two.
  if (outcome === 'tie' && booked && bill.utr === null)
    if (booked.utr === null || (await suspendedFor(tx, order, bill.amount, false))) return becomes('suspend');
  if (outcome === 'differs' && booked && !same) return becomes('suspend');
  // An order that was submitted again: the line is of the money that has been waiting for it since.
  if (outcome === 'pay' && said.paidAmount !== null)
    if ((await provedBy(tx, bill, await ownInSuspense(tx, order))).length > 0) return becomes('confirm');
  return becomes(outcome);
}

async function credit(tx: PoolClient, bill: BillRow, orderId: string, how: How): Promise<Matched> {
  const { actor, now, reader } = how;
  const order = await lockOrder(tx, orderId);
  const booked = await checkOrder(tx, bill, order);
  if (bill.utr !== null) {
    await refuseUsedReference(tx, 'in', order.id, bill.utr, reader);
    await refuseWaiting(tx, order.id, bill.utr, reader);
  }
  const { known, outcome: judged } = await judge(tx, bill, order, booked);
  let outcome = judged;
  // What is known of an order in review is not in its own books: without its money in suspense the line brings it.
  const unbooked = outcome === 'tie' && order.status === 'review';
  // Of two payments told of, one without a reference, the line is the one that waits under its own.
  const second = outcome === 'tie' && known.utr === null && bill.utr !== null;
  const waits = unbooked || second || ['suspend', 'differs'].includes(outcome) || order.status === 'reversed';
  const waiting = waits ? await waitingOf(tx, bill, order, outcome, how) : undefined;
  if (waiting) {
    const tied = await tieToSuspense(tx, bill, order, waiting, actor);
    if (order.status === 'success' && booked?.utr) await bookBeside(tx, order, waiting, booked.utr, how);
    return tied;
  }
  if (booked && outcome !== 'suspend') throw matchedAlready(order, booked);
  if (unbooked) outcome = 'suspend';
  const effect = effectOf(outcome, known);
  let { statusValue: status } = order;
  if (outcome === 'confirm') {
    await confirm(tx, bill, order, how);
    status = statusValue('success');
  } else if (outcome !== 'tie') {
    if (outcome === 'pay') await refuseSelfMatch(tx, bill, order, actor);
    const payment = { paidAmount: bill.amount, utr: bill.utr ?? undefined, commandKey: keyOf(bill) };
    status = statusValue(await succeedOrder(tx, order.id, payment, now, actor));
  }
  await noteMatch(tx, bill, order, status, actor);
  const entryId = outcome === 'tie' ? null : await entryOf(tx, keyOf(bill));
  return matchedWith(bill, order, effect, entryId);
}

async function debit(
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
    const told = { upstreamId, amount, currency, said: billNo, ...(bill.utr !== null && { utr: bill.utr }) };
    await openReview(tx, { orderKind: 'payOrder', order, kind: 'paidAfterEnd' }, told, now);
  }
  const entryId = outcome === 'pay' ? await entryOf(tx, `payout:${order.id}`) : null;
  return matchedWith(bill, order, effect, entryId);
}

const matchedWith = (
  bill: BillRow,
  order: CollectRow | PayRow,
  effect: Effect,
  entryId: string | null,
): Matched => ({
  orderId: order.id,
  orderNo: order.orderNo,
  merchantId: order.merchantId,
  amount: order.amount,
  difference: amountText(new Amount(bill.amount).minus(order.amount)),
  effect,
  entryId,
});

/**
 * Matches a locked, unmatched line with an order and moves the order by it, all in the caller's transaction.
 * @throws Refused where the two do not belong together
 */
export async function matchBill(tx: PoolClient, bill: BillRow, orderId: string, how: How): Promise<Matched> {
  return keepMatch(tx, bill, await (bill.direction === 1 ? credit : debit)(tx, bill, orderId, how), how);
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
