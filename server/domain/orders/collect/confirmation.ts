import type { PoolClient } from 'pg';
import type { Leg } from '../../../ledger/legs.ts';
import { post } from '../../../ledger/post.ts';
import type { CollectRow } from './collectRow.ts';
import type { Actor } from '../moveRow.ts';
import { listDecided, listOwners } from '../../payments/reviewHeld.ts';
import { apartFrom, noteDraws, suspenseMoved, undoForeign, type Waiting } from '../../payments/suspense.ts';

interface Confirmation {
  commandKey: string;
  /** Who answers for it, as the ledger names them. */
  operator: string;
  remark: string;
  /** The reference that the order is confirmed by. */
  utr: string | undefined;
  /** What waits in suspense and may go into it. */
  payments: readonly Waiting[];
  legs: readonly Leg[];
}

/** The payment that the order is confirmed by, then the others, the oldest first. */
async function inTurn(
  tx: PoolClient,
  payments: readonly Waiting[],
  confirmed: string | undefined,
): Promise<readonly Waiting[]> {
  if (confirmed === undefined) return payments;
  const { same } = await apartFrom(tx, payments, confirmed);
  return [...same, ...payments.filter((payment) => !same.includes(payment))];
}

/**
 * Books an order that a person or a line of a statement confirms by a reference, and sees to all that suspense holds
 * for it: what goes into the order, what was the same payment in another currency, and what is left of it.
 */
export async function bookConfirmed(
  tx: PoolClient,
  order: CollectRow,
  { commandKey, operator, remark, utr, payments, legs }: Confirmation,
  actor: Actor,
  now: Date,
): Promise<void> {
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
  await noteDraws(tx, entryId, await inTurn(tx, payments, utr), suspenseMoved(legs).negated());
  await undoForeign(tx, order, utr, by);
  await listDecided(tx, order, { actor, now });
  await listOwners(tx, order, { actor, now });
}
