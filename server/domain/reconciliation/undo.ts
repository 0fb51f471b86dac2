import type { PoolClient } from 'pg';
import { Amount } from '../../../contract/money.ts';
import { type CollectRow, hasEnded } from '../orders/collectRow.ts';
import { lockOrder } from '../orders/collectStore.ts';
import { type Actor, moveRow } from '../orders/moveRow.ts';
import { lockPayout, noteOnPayout } from '../orders/payStore.ts';
import { detachLine } from '../payments/paymentStore.ts';
import { listHeld } from '../payments/reviewHeld.ts';
import { ownInSuspense, takeOut, type Waiting } from '../payments/suspense.ts';
import { isConfirmed, paidWithout } from '../payments/writeOff.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { Refused } from '../../platform/http/refused.ts';
import { BILL, type BillRow, moveBill } from './billStore.ts';
import { leaveRequest } from './requestLine.ts';

const COLLECT = { table: 'collect_order', resource: 'collectOrder' } as const;

/** A payment that the line itself has brought, and no upstream has reported. */
async function broughtBy(tx: PoolClient, bill: BillRow, entryId: string): Promise<boolean> {
  const { rows } = await tx.query<{ own: boolean }>(
    `select source = 'statementLine' and bill_id = $2 and replaces_id is null and not noticed as own from payment where id = $1`,
    [entryId, bill.id],
  );
  return rows[0]?.own === true;
}

const keyOf = ({ id, version }: BillRow): string => `unmatch:${id}:${version}`;

/** The line takes its money out of suspense: to the upstream that the order is with. */
async function takeOutFor(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  { entryId, currency, amount }: Pick<Waiting, 'entryId' | 'currency' | 'amount'>,
  commandKey: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  const [{ upstreamId }, { billNo }] = [order, bill];
  const by = { operator: actor.operator, system: false, remark: billNo, commandKey };
  await takeOut(tx, order, { entryId, currency, amount, upstreamId }, 'returned', by);
  const reason = localeTexts(
    `账单匹配已撤销：${billNo}`,
    `帳單匹配已撤銷：${billNo}`,
    `Bill match undone: ${billNo}`,
  );
  await listHeld(tx, order, hasEnded(order), { actor, now, reason });
}

/** suspense → upstream: the money was not for this order. Refused where it has been drawn meanwhile. */
async function takeBack(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  actor: Actor,
  now: Date,
): Promise<Record<string, unknown>> {
  const { entryId } = bill;
  // The upstream told of this money: its word stays where the line goes.
  if (!entryId || !(await broughtBy(tx, bill, entryId))) return {};
  const payments = await ownInSuspense(tx, order);
  const whole = payments.find((payment) => payment.entryId === entryId);
  if (!whole || !new Amount(whole.amount).equals(bill.amount))
    throw new Refused('matchBooked', { orderNo: order.orderNo });
  await takeOutFor(tx, bill, order, whole, keyOf(bill), actor, now);
  const left = payments.filter((payment) => payment !== whole && payment.utr !== null);
  return {
    paid_amount: await paidWithout(tx, order, payments, whole),
    // The reference came with the line, and goes with it: the order is then known by that of what is left.
    utr: order.utr === bill.utr && !isConfirmed(order) ? (left[0]?.utr ?? null) : undefined,
  };
}

const REPLACEMENTS = `select id::text as "entryId", trim_scale(amount)::text as amount, currency from payment
  where order_id = $1 and replaces_id = coalesce($2, replaces_id) and status = 'suspended' and suspended = amount`;

/** One of the two lines goes by which an order was paid twice: there is one payment again. */
async function takeBackBeside(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  actor: Actor,
  now: Date,
): Promise<void> {
  const values = [order.id, bill.entryId];
  const { rows } = await tx.query<Pick<Waiting, 'entryId' | 'currency' | 'amount'>>(REPLACEMENTS, values);
  for (const money of rows)
    await takeOutFor(tx, bill, order, money, `${keyOf(bill)}:${money.entryId}`, actor, now);
}

async function undoCredit(tx: PoolClient, bill: BillRow, actor: Actor, now: Date): Promise<void> {
  if (bill.effect === 'tied' && (await leaveRequest(tx, bill, actor))) return;
  const order = await lockOrder(tx, bill.orderId!);
  // What a match has paid is taken back by reversing the order's payment, with all that this asks for.
  if (bill.effect === 'paid' && order.status !== 'reversed')
    throw new Refused('matchBooked', { orderNo: order.orderNo });
  const set = bill.effect === 'suspense' ? await takeBack(tx, bill, order, actor, now) : {};
  if (bill.effect === 'suspense' || bill.effect === 'tied') await takeBackBeside(tx, bill, order, actor, now);
  const note = { event: 'billUnmatch', to: order.statusValue, set, remark: bill.billNo };
  await moveRow(tx, COLLECT, order, note, actor);
}

async function undoDebit(tx: PoolClient, bill: BillRow, actor: Actor): Promise<void> {
  const order = await lockPayout(tx, bill.orderId!);
  if (bill.effect === 'paid' && order.status !== 'returned')
    throw new Refused('matchBooked', { orderNo: order.orderNo });
  await noteOnPayout(tx, order, 'billUnmatch', bill.billNo, actor);
}

/** Takes a match, or the wish to ignore a line, back; the history keeps both. */
export async function undoBill(tx: PoolClient, bill: BillRow, actor: Actor, now: Date): Promise<void> {
  if (bill.status !== BILL.ignored)
    await (bill.direction === 1 ? undoCredit : undoDebit)(tx, bill, actor, now);
  if (bill.direction === 1) await detachLine(tx, bill.id);
  await moveBill(tx, bill, { status: BILL.unmatched, event: 'unmatch' }, actor, now);
}
