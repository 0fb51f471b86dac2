import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../contract/money.ts';
import type { Leg } from '../ledger/legs.ts';
import { post } from '../ledger/post.ts';
import type { CollectRow } from './collectRow.ts';
import type { Actor } from './moveRow.ts';
import { reviewLeft } from './reviewLeft.ts';
import { ownInSuspense, suspenseMoved, undoForeign, type Waiting } from './suspense.ts';
import { sameReference } from './usedUtr.ts';

interface Confirmation {
  commandKey: string;
  /** Who answers for it, as the ledger names them. */
  operator: string;
  remark: string;
  legs: readonly Leg[];
}

/** Those of the payment that the order is confirmed by, then the others, the oldest first. */
async function inTurn(
  tx: PoolClient,
  payments: readonly Waiting[],
  confirmed: string | undefined,
): Promise<Waiting[]> {
  const first = new Set<Waiting>();
  for (const payment of payments)
    if (payment.utr !== null && confirmed !== undefined && (await sameReference(tx, payment.utr, confirmed)))
      first.add(payment);
  return [...first, ...payments.filter((payment) => !first.has(payment))];
}

const DRAW = `insert into suspense_draw (draw_id, entry_id, amount)
  select $1, entry_id, amount from unnest($2::bigint[], $3::numeric[]) as drawn(entry_id, amount)`;

/** Names the payments that an entry has drawn from suspense: each of them is booked by it under its own reference. */
async function noteDraws(
  tx: PoolClient,
  entryId: string,
  payments: readonly Waiting[],
  amount: Amount,
): Promise<void> {
  let due = amount;
  const drawn = payments.flatMap((payment) => {
    const part = Amount.min(due, payment.amount);
    due = due.minus(part);
    return part.isZero() ? [] : [{ id: payment.entryId, part: amountText(part) }];
  });
  if (drawn.length === 0) return;
  const values = [entryId, drawn.map(({ id }) => id), drawn.map(({ part }) => part)];
  await tx.query({ name: 'suspense-draw', text: DRAW, values });
}

/**
 * Books an order that a person or a line of a statement confirms by a reference, and sees to all that suspense holds
 * for it: what goes into the order, what was the same payment in another currency, and what is left of it.
 */
export async function bookConfirmed(
  tx: PoolClient,
  order: CollectRow,
  utr: string | undefined,
  { commandKey, operator, remark, legs }: Confirmation,
  actor: Actor,
  now: Date,
): Promise<void> {
  const payments = await inTurn(tx, await ownInSuspense(tx, order), utr);
  const by = { operator, system: actor.operatorId === undefined, remark };
  const { merchantId, currency } = order;
  const { entryId } = await post(tx, {
    kind: 'collection',
    merchantId,
    currency,
    order,
    commandKey,
    ...by,
    legs,
  });
  await noteDraws(tx, entryId, payments, suspenseMoved(legs).negated());
  await undoForeign(tx, order, utr, by);
  await reviewLeft(tx, order, actor, now);
}
