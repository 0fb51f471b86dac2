import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../contract/money.ts';
import type { ActionHandler, LockedRow } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { suspense } from '../../ledger/entries.ts';
import { type CollectRow, hasEnded } from '../orders/collectRow.ts';
import { lockOrder } from '../orders/collectStore.ts';
import { text } from '../orders/columns.ts';
import { actorOf, moveRow } from '../orders/moveRow.ts';
import { listHeld } from './reviewHeld.ts';
import {
  type Held,
  heldInSuspense,
  ownInSuspense,
  sumOf,
  suspenseOver,
  takeOut,
  type Waiting,
} from './suspense.ts';

const CONFIRMED: ReadonlySet<CollectRow['status']> = new Set(['success', 'reversed']);

export const isConfirmed = ({ status }: Pick<CollectRow, 'status'>): boolean => CONFIRMED.has(status);

const BEFORE = `select exists (select from journal_entry where order_id = $1 and kind = 'collection' and id > $2) as before`;

/**
 * What was paid for an order once one of its payments in suspense has gone, for its column: null where nothing is left,
 * undefined where it stays as it is. What came after a confirmation was never part of it.
 */
export async function paidWithout(
  tx: PoolClient,
  order: CollectRow,
  payments: readonly Waiting[],
  gone: Waiting,
): Promise<string | null | undefined> {
  if (!isConfirmed(order)) {
    const left = payments.filter(({ entryId }) => entryId !== gone.entryId);
    return left.length === 0 ? null : sumOf(left);
  }
  const { id, amount, currency, paidAmount } = order;
  const left = new Amount(paidAmount ?? 0).minus(gone.amount);
  if (gone.currency !== currency || left.lessThan(amount)) return undefined;
  const { rows } = await tx.query<{ before: boolean }>(BEFORE, [id, gone.entryId]);
  return rows[0]!.before ? amountText(left) : undefined;
}

/** The payment in suspense that an item is about. @throws Refused where it is not there, or not all of it */
async function heldOf(tx: PoolClient, row: LockedRow): Promise<Held> {
  const held = (await heldInSuspense(tx, text(row.orderId))).find(({ entryId }) => entryId === row.entryId);
  if (!held?.whole) throw new Refused('notInSuspense');
  return held;
}

// Of the entry itself, of the confirmation that once drew it, or under its reference.
const PROOF = `select b.bill_no as "billNo" from payment p
  join bank_bill b on b.status in (1, 2) and (b.entry_id = p.id
    or b.order_id = p.order_id and (p.replaces_id is not null or reference_form(b.utr) = p.normalised_reference
      or exists (select from payment_allocation a
        where a.merchant_id = p.merchant_id and a.payment_id = p.id and a.entry_id = b.entry_id and a.amount > 0)))
  where p.id = $1 order by b.id limit 1`;

/** What the bank says has come has come. @throws Refused */
async function refuseProved(tx: PoolClient, { entryId }: Held): Promise<void> {
  const { rows } = await tx.query<{ billNo: string }>(PROOF, [entryId]);
  if (rows[0]) throw new Refused('lineProves', rows[0]);
}

/**
 * suspense → upstream: no such money came, or it came once and was told of twice. The upstream owes it no longer; told
 * again by the same message it stays out.
 */
export const toldInError: ActionHandler = async (context, row) => {
  const { tx, now, caller } = context;
  const order = await lockOrder(tx, text(row.orderId));
  const held = await heldOf(tx, row);
  await refuseProved(tx, held);
  const { entryId, amount, currency, upstreamId } = held;
  if (context.dryRun) {
    const legs = suspense({ upstreamId }, new Amount(amount).negated().toFixed());
    return { status: 'done', amount, currency, ...(await suspenseOver(tx, currency, legs)) };
  }
  const actor = actorOf(context);
  const reason = text(context.input.reason).trim();
  const payments = await ownInSuspense(tx, order);
  const by = {
    operator: caller.account,
    system: false,
    remark: reason,
    commandKey: `toldInError:${entryId}`,
  };
  await takeOut(tx, order, held, 'writtenOff', by);
  if (row.status === 'open')
    await context.set({
      status: 'done',
      reason,
      closerId: caller.userId,
      closedBy: caller.account,
      closedAt: now,
    });
  await listHeld(tx, order, hasEnded(order), { actor, now, reason });
  const remark = `${amount} ${currency}, ${reason}`;
  const set = { paid_amount: await paidWithout(tx, order, payments, held) };
  const note = { event: 'toldInError', to: order.statusValue, set, remark };
  await moveRow(tx, { table: 'collect_order', resource: 'collectOrder' }, order, note, actor);
  return { status: 'done' };
};
