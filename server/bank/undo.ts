import type { PoolClient } from 'pg';
import { Amount } from '../../contract/money.ts';
import type { CollectRow } from '../actions/collectRow.ts';
import { lockOrder } from '../actions/collectStore.ts';
import { type Actor, moveRow } from '../actions/moveRow.ts';
import { lockPayout, noteOnPayout } from '../actions/payStore.ts';
import { closeTakenBack } from '../actions/reviewClose.ts';
import { ownInSuspense } from '../actions/suspense.ts';
import { Refused } from '../http/refused.ts';
import { suspense } from '../ledger/entries.ts';
import { post } from '../ledger/post.ts';
import { BILL, type BillRow, lineKey, moveBill } from './billStore.ts';

const CONFIRMED: ReadonlySet<CollectRow['status']> = new Set(['success', 'reversed']);
const COLLECT = { table: 'collect_order', resource: 'collectOrder' } as const;

/** An entry that the line itself has made. */
async function broughtBy(tx: PoolClient, bill: BillRow, entryId: string): Promise<boolean> {
  const { rows } = await tx.query<{ own: boolean }>(
    'select starts_with(command_key, $2) as own from journal_entry where id = $1',
    [entryId, lineKey(bill)],
  );
  return rows[0]?.own === true;
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
  await post(tx, {
    kind: 'suspense',
    merchantId: order.merchantId,
    currency: bill.currency,
    order,
    commandKey: `unmatch:${bill.id}:${bill.version}`,
    operator: actor.operator,
    system: false,
    remark: bill.billNo,
    reverses: entryId,
    legs: suspense(order, bill.amount).map((leg) => ({ ...leg, amount: leg.amount.negated() })),
  });
  await closeTakenBack(tx, entryId, bill.billNo, actor, now);
  const { rows } = await tx.query<{ utr: string | null }>('select utr from collect_order where id = $1', [
    order.id,
  ]);
  const left = payments
    .filter((payment) => payment !== whole)
    .reduce((sum, { amount }) => sum.plus(amount), new Amount(0));
  return {
    // What a confirmation was based on stays with it.
    paid_amount: CONFIRMED.has(order.status) ? undefined : left.isZero() ? null : left.toFixed(),
    // The reference came with the line, and goes with it.
    utr: rows[0]?.utr === bill.utr ? null : undefined,
  };
}

async function undoCredit(tx: PoolClient, bill: BillRow, actor: Actor, now: Date): Promise<void> {
  const order = await lockOrder(tx, bill.orderId!);
  // What a match has paid is taken back by reversing the order's payment, with all that this asks for.
  if (bill.effect === 'paid' && order.status !== 'reversed')
    throw new Refused('matchBooked', { orderNo: order.orderNo });
  const set = bill.effect === 'suspense' ? await takeBack(tx, bill, order, actor, now) : {};
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
  await moveBill(tx, bill, { status: BILL.unmatched, event: 'unmatch' }, actor, now);
}
