import type { PoolClient } from 'pg';
import { isSameReference } from '../../../../contract/identity/referenceForm.ts';
import { matchByProof } from '../../reconciliation/auto.ts';
import { BILL_COLUMNS, type BillRow, billRow } from '../../reconciliation/billStore.ts';
import { undoBill } from '../../reconciliation/undo.ts';
import { type OrderKind, scheduleCorrection } from '../../callbacks/schedule.ts';
import type { ActionContext, ActionHandler } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { nameOf } from '../claim.ts';
import { lockOrder } from '../collectStore.ts';
import { type CollectRow, collectRow, hasEnded } from '../collectRow.ts';
import { actorOf, moveRow } from '../moveRow.ts';
import { type PayRow, payRow } from '../payRow.ts';
import { lockPayout } from '../payStore.ts';
import { listHeld } from '../../payments/reviewHeld.ts';
import { describeDirect } from '../../payments/paymentStore.ts';
import { decidePayment } from '../../payments/decidePayment.ts';
import { named, readState } from '../../payments/paymentState.ts';
import { differingClaim, refuseWaiting, takeOut } from '../../payments/suspense.ts';
import { knowsOf, otherHolder, refuseUsedReference, type Way } from '../../payments/references.ts';
import { MATCHED_BILL } from '../../../platform/db/statuses.ts';

/**
 * A reference that a person mistyped when saying how an order was paid: the right one takes its place, and the line
 * that proves it is tied at once. No money moves but what came in twice for it. The merchant is notified of the right one.
 */

const COLLECT = { table: 'collect_order', resource: 'collectOrder' } as const;
const reasonOf = ({ input }: ActionContext): string => String(input.reason ?? '').trim();

interface Noted {
  /** People alone have named it: no upstream, no money in suspense that the order has drawn. */
  byPeople: boolean;
  /** Who confirmed that the order was paid, by account; several above the limit. */
  confirmers: string[];
}

// A payout's force confirm of older versions did not say its reference in the log. What an upstream sent is kept word
// for word, also where it only repeated what a person had typed before.
const NOTED = `select coalesce(bool_and(l.event in ('forceConfirm', 'askApproval', 'agreeStep', 'repairProof', 'correctReference'))
      filter (where l.after ->> 'utr' = $2 or l.event = 'forceConfirm' and not l.after ? 'utr'), false)
    and not exists (select from upstream_event u where u.order_no = $3 and u.verified and position($2 in u.raw) > 0)
    and not exists (select from payment_draw d join payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
      where d.order_id = $1 and p.normalised_reference = reference_form($2)) as "byPeople",
    coalesce(array_agg(distinct l.operator) filter (where l.event in ('forceConfirm', 'askApproval', 'agreeStep')), '{}') as confirmers
  from order_log l where l.order_id = $1`;

const OWN_LINE = `select b.bill_no as "billNo" from bank_bill b
  where b.order_id = $1 and b.status in ${MATCHED_BILL} and b.utr is not null
    and reference_form(b.utr) = reference_form($2) order by b.id limit 1`;

/** The present reference must rest on a person's statement alone. @throws Refused */
async function refuseProven(
  { tx, caller }: ActionContext,
  order: { id: string; orderNo: string },
  utr: string,
): Promise<void> {
  const line = (await tx.query<{ billNo: string }>(OWN_LINE, [order.id, utr])).rows[0];
  if (line) throw new Refused('orderMatched', { orderNo: order.orderNo, billNo: line.billNo });
  const { byPeople, confirmers } = (await tx.query<Noted>(NOTED, [order.id, utr, order.orderNo])).rows[0]!;
  if (!byPeople) throw new Refused('utrNotTyped');
  // What two people have stated is not changed by one of them.
  if (confirmers.length > 1 && confirmers.includes(caller.account)) throw new Refused('selfApproval');
}

type Order = CollectRow | PayRow;

/** What differs between money that came in and money that went out. */
interface Kind {
  table: 'collect_order' | 'pay_order';
  resource: 'collectOrder' | 'payOrder';
  kind: OrderKind;
  way: Way;
  direction: 1 | 2;
  lock: (tx: PoolClient, id: string) => Promise<Order>;
}
const COLLECTED: Kind = { ...COLLECT, kind: 'collect', way: 'in', direction: 1, lock: lockOrder };
const PAID: Kind = {
  table: 'pay_order',
  resource: 'payOrder',
  kind: 'pay',
  way: 'out',
  direction: 2,
  lock: lockPayout,
};

/** The reference as it was typed, and the present one; a sheet just opened has none. @throws Refused */
async function wanted(
  context: ActionContext,
  order: Order,
): Promise<{ was: string; utr: string | undefined }> {
  const { input } = context;
  if (order.utr === null) throw new Refused('utrNotTyped');
  await refuseProven(context, order, order.utr);
  if (typeof input.utr !== 'string') return { was: order.utr, utr: undefined };
  if (isSameReference(order.utr, input.utr)) {
    // The sheet opens with the present one in its field.
    if (context.dryRun) return { was: order.utr, utr: undefined };
    throw new Refused('utrSame', { field: 'utr' });
  }
  return { was: order.utr, utr: input.utr };
}

/**
 * Two references typed crosswise: the confirmed order that has the wanted one, by people's word alone too, is locked
 * and without any for the moment. Undefined where no exchange is asked for, or there is no such order: what has the
 * reference then refuses it.
 */
async function freed(
  context: ActionContext,
  { table, way, lock }: Kind,
  order: Order,
  utr: string,
): Promise<Order | undefined> {
  const { tx, caller, input } = context;
  if (input.exchange !== true) return undefined;
  const holder = await otherHolder(tx, way, order.id, utr, false);
  if (!holder || !(await knowsOf(tx, caller, holder.merchantId))) return undefined;
  const named = `select id::text from ${table} where order_no = $1 and id <> $2`;
  const { rows } = await tx.query<{ id: string }>(named, [holder.orderNo, order.id]);
  if (!rows[0]) return undefined;
  const other = await lock(tx, rows[0].id);
  if (other.status !== order.status || other.utr === null) return undefined;
  if (!isSameReference(other.utr, utr)) return undefined;
  await refuseProven(context, other, other.utr);
  await tx.query(`update ${table} set utr = null where id = $1`, [other.id]);
  return other;
}

const LINES = `select ${BILL_COLUMNS} from bank_bill b
  where b.order_id = $1 and b.status in ${MATCHED_BILL} and b.effect = 'suspense' and b.utr is not null
    and reference_form(b.utr) = reference_form($2) order by b.id for update`;

/**
 * The order's own money under its right reference was taken for more money while the wrong one was noted: it goes out
 * of suspense, and its line is free again. @throws Refused where it is of another sum, or somebody has decided about it
 */
async function takeOutTwice(context: ActionContext, order: CollectRow, utr: string): Promise<void> {
  const { tx, now, caller } = context;
  const [actor, reason] = [actorOf(context), reasonOf(context)];
  const decide = async () => {
    const { given, payments, ...state } = await readState(tx, order, utr, false);
    const event = { kind: 'correction', reference: given! } as const;
    const decision = decidePayment(state.order, payments, event);
    if (decision.do === 'refuse')
      throw differingClaim({ ...order, ...named(payments, [decision.payment])[0]! });
    return { ...decision, payments: named(payments, decision.payments) };
  };
  await decide();
  const lines = (await tx.query(LINES, [order.id, utr])).rows.map((row): BillRow => billRow(row));
  for (const bill of lines) await undoBill(tx, bill, actor, now);
  // What a line had brought has gone with it.
  const { payments, paidAmount } = await decide();
  const by = { operator: caller.account, system: false, remark: reason, commandKey: 'correctReference' };
  await takeOut(tx, order, payments, 'writtenOff', by);
  for (const { suspended, currency } of payments) {
    const remark = `${suspended} ${currency}, ${reason}`;
    const set = { paid_amount: paidAmount };
    await moveRow(tx, COLLECT, order, { event: 'writeOff', to: order.statusValue, set, remark }, actor);
  }
  if (lines.length + payments.length > 0) await listHeld(tx, order, hasEnded(order), { actor, now, reason });
}

/** The reference, in the log too; the version of the command's own row is the command's until then. */
async function rename(
  context: ActionContext,
  { table, resource }: Kind,
  order: Order,
  change: { was: string; utr: string; own: boolean },
): Promise<void> {
  const { was, utr, own } = change;
  if (own) await context.set({ utr });
  else {
    const named = `update ${table} set utr = $2, version = version + 1 where id = $1`;
    await context.tx.query(named, [order.id, utr]);
    await context.emit(resource, order.id, 'update', order.merchantId);
  }
  const event = { event: 'correctReference', before: { utr: was }, after: { utr } };
  await context.log({ ...nameOf(order), ...event, remark: reasonOf(context) });
}

const isCollected = (order: Order): order is CollectRow => 'settled' in order;

/** One order's reference, refused where something else has it; its own money and its line are looked for under it. */
async function renamed(
  context: ActionContext,
  kind: Kind,
  order: Order,
  change: { was: string; utr: string; own: boolean },
): Promise<Record<string, unknown>> {
  const { tx, caller, now } = context;
  const { utr } = change;
  await refuseUsedReference(tx, kind.way, order.id, utr, caller);
  if (isCollected(order)) await refuseWaiting(tx, order.id, utr, caller);
  await rename(context, kind, order, change);
  if (isCollected(order)) await describeDirect(tx, order.id, { reference: utr });
  // The dry run, which is undone, is refused as the command would be.
  if (isCollected(order)) await takeOutTwice(context, order, utr);
  const how = { actor: actorOf(context), now };
  const matched = await matchByProof(tx, order, kind.direction, utr, how);
  const notifiedAgain = await scheduleCorrection(
    tx,
    { ...order, kind: kind.kind, status: order.statusValue },
    now,
  );
  return { utr, ...(matched && { effect: matched.effect }), ...(notifiedAgain && { notifiedAgain }) };
}

async function correct(context: ActionContext, kind: Kind, order: Order): Promise<Record<string, unknown>> {
  const { was, utr } = await wanted(context, order);
  if (utr === undefined) return {};
  const other = await freed(context, kind, order, utr);
  const answer = await renamed(context, kind, order, { was, utr, own: true });
  if (!other) return answer;
  await renamed(context, kind, other, { was: other.utr!, utr: was, own: false });
  return { ...answer, exchanged: other.orderNo };
}

export const correctCollected: ActionHandler = async (context, row) =>
  correct(context, COLLECTED, collectRow(row));

export const correctPaid: ActionHandler = async (context, row) => correct(context, PAID, payRow(row));
