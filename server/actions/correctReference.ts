import { Amount } from '../../contract/money.ts';
import { BILL_COLUMNS, type BillRow, billRow } from '../bank/billStore.ts';
import { matchByProof } from '../bank/auto.ts';
import { undoBill } from '../bank/undo.ts';
import type { ActionContext, ActionHandler } from '../engine/action.ts';
import { Refused } from '../http/refused.ts';
import { nameOf } from './claim.ts';
import { type CollectRow, collectRow, hasEnded } from './collectRow.ts';
import { actorOf, moveRow } from './moveRow.ts';
import { type PayRow, payRow } from './payRow.ts';
import { listHeld } from './reviewHeld.ts';
import { apartFrom, heldInSuspense, refuseWaiting, takeOut } from './suspense.ts';
import { paidWithout } from './takenOut.ts';
import { refuseUsedUtr, sameReference, type Way } from './usedUtr.ts';

/**
 * A reference that a person mistyped when saying how an order was paid: the right one takes its place, and the line
 * that proves it is tied at once. No money moves but what came in twice for it.
 */

const COLLECT = { table: 'collect_order', resource: 'collectOrder' } as const;
const reasonOf = ({ input }: ActionContext): string => String(input.reason ?? '').trim();

interface Noted {
  /** People alone have named it: no upstream, no money in suspense that the order has drawn. */
  byPeople: boolean;
  /** Who said that the order was paid, by account; two above the limit. */
  confirmers: string[];
}

// A payout's force confirm of older versions did not say its reference in the log. What an upstream sent is kept word
// for word, also where it only repeated what a person had typed before.
const NOTED = `select coalesce(bool_and(l.event in ('forceConfirm', 'askApproval', 'repairProof', 'correctReference'))
      filter (where l.after ->> 'utr' = $2 or l.event = 'forceConfirm' and not l.after ? 'utr'), false)
    and not exists (select from upstream_event u where u.order_no = $3 and u.verified and position($2 in u.raw) > 0)
    and not exists (select from journal_entry e join live_draw d on d.draw_id = e.id
      join suspended_reference s on s.entry_id = d.entry_id
      where e.order_id = $1 and reference_form(s.reference) = reference_form($2)) as "byPeople",
    coalesce(array_agg(distinct l.operator) filter (where l.event in ('forceConfirm', 'askApproval')), '{}') as confirmers
  from order_log l where l.order_id = $1`;

const OWN_LINE = `select b.bill_no as "billNo" from bank_bill b
  where b.order_id = $1 and b.status in (1, 2) and b.utr is not null
    and reference_form(b.utr) = reference_form($2) order by b.id limit 1`;

/** What stands behind the present reference must be a person's word alone. @throws Refused */
async function refuseProven(
  { tx, caller }: ActionContext,
  order: { id: string; orderNo: string },
  utr: string,
): Promise<void> {
  const line = (await tx.query<{ billNo: string }>(OWN_LINE, [order.id, utr])).rows[0];
  if (line) throw new Refused('orderMatched', { orderNo: order.orderNo, billNo: line.billNo });
  const { byPeople, confirmers } = (await tx.query<Noted>(NOTED, [order.id, utr, order.orderNo])).rows[0]!;
  if (!byPeople) throw new Refused('utrNotTyped');
  // What two people have said is not made another thing by one of them.
  if (confirmers.length > 1 && confirmers.includes(caller.account)) throw new Refused('selfApproval');
}

/** The reference as it was typed, where it may take the place of the present one; a sheet just opened has none. */
async function wanted(
  context: ActionContext,
  order: { id: string; orderNo: string; utr: string | null },
  way: Way,
): Promise<{ was: string; utr: string | undefined }> {
  const { tx, caller, input } = context;
  if (order.utr === null) throw new Refused('utrNotTyped');
  await refuseProven(context, order, order.utr);
  if (typeof input.utr !== 'string') return { was: order.utr, utr: undefined };
  if (await sameReference(tx, order.utr, input.utr)) {
    // The sheet opens with the present one in its field.
    if (context.dryRun) return { was: order.utr, utr: undefined };
    throw new Refused('utrSame', { field: 'utr' });
  }
  await refuseUsedUtr(tx, way, order.id, input.utr, caller);
  return { was: order.utr, utr: input.utr };
}

const LINES = `select ${BILL_COLUMNS} from bank_bill b
  where b.order_id = $1 and b.status in (1, 2) and b.effect = 'suspense' and b.utr is not null
    and reference_form(b.utr) = reference_form($2) order by b.id for update`;

/**
 * The order's own money under its right reference was taken for more money while the wrong one stood there: it goes out
 * of suspense, and its line is free again. @throws Refused where it is of another sum, or somebody has decided about it
 */
async function takeOutTwice(context: ActionContext, order: CollectRow, utr: string): Promise<void> {
  const { tx, now, caller } = context;
  const [actor, reason] = [actorOf(context), reasonOf(context)];
  const under = async () => (await apartFrom(tx, await heldInSuspense(tx, order.id), utr)).same;
  for (const { amount, currency } of await under())
    if (currency !== order.currency || !new Amount(amount).equals(order.amount))
      throw new Refused('waitsInSuspense', { amount, currency, orderNo: order.orderNo });
  const lines = (await tx.query(LINES, [order.id, utr])).rows.map((row): BillRow => billRow(row));
  for (const bill of lines) await undoBill(tx, bill, actor, now);
  const told = await under();
  for (const payment of await heldInSuspense(tx, order.id)) {
    if (!told.some(({ entryId }) => entryId === payment.entryId)) continue;
    const { entryId, amount, currency } = payment;
    const by = { operator: caller.account, system: false, remark: reason };
    await takeOut(tx, order, payment, { ...by, commandKey: `correctReference:${entryId}` });
    const set = { paid_amount: await paidWithout(tx, order, told, payment) };
    const note = {
      event: 'toldInError',
      to: order.statusValue,
      set,
      remark: `${amount} ${currency}, ${reason}`,
    };
    await moveRow(tx, COLLECT, order, note, actor);
  }
  if (lines.length + told.length > 0) await listHeld(tx, order, hasEnded(order), { actor, now, reason });
}

/** The reference, in the log too; the version of the row is the command's until then. */
async function rename(context: ActionContext, order: CollectRow | PayRow, was: string, utr: string) {
  await context.set({ utr });
  const event = { event: 'correctReference', before: { utr: was }, after: { utr } };
  await context.log({ ...nameOf(order), ...event, remark: reasonOf(context) });
}

async function tied(context: ActionContext, order: CollectRow | PayRow, direction: 1 | 2, utr: string) {
  const how = { actor: actorOf(context), now: context.now };
  const matched = await matchByProof(context.tx, order, direction, utr, how);
  return matched ? { utr, effect: matched.effect } : { utr };
}

export const correctCollected: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const { was, utr } = await wanted(context, order, 'in');
  if (utr === undefined) return {};
  await refuseWaiting(context.tx, order.id, utr, context.caller);
  await rename(context, order, was, utr);
  // The dry run, which is undone, is refused as the command would be.
  await takeOutTwice(context, order, utr);
  return tied(context, order, 1, utr);
};

export const correctPaid: ActionHandler = async (context, row) => {
  const order = payRow(row);
  const { was, utr } = await wanted(context, order, 'out');
  if (utr === undefined) return {};
  await rename(context, order, was, utr);
  return tied(context, order, 2, utr);
};
