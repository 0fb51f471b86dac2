import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../../contract/money.ts';
import { isMerchantLeg, type Leg } from '../../../ledger/legs.ts';
import { post } from '../../../ledger/post.ts';
import type { CollectRow } from '../collectRow.ts';
import type { Actor } from '../moveRow.ts';
import { type PaymentSource, receivePayment } from '../../payments/paymentStore.ts';
import { listDecided, listOwners } from '../../payments/reviewHeld.ts';
import { apartFrom, noteDraws, suspenseMoved, undoForeign, type Waiting } from '../../payments/suspense.ts';

interface Confirmation {
  commandKey: string;
  /** Who says that the order was paid. */
  source: PaymentSource;
  /** Who answers for it, as the ledger names them. */
  operator: string;
  remark: string;
  /** The reference that the order is confirmed by. */
  utr: string | undefined;
  /** The one that the order has then. */
  reference: string | null;
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

/** What of a confirmed order's amount the upstream owes: neither drawn from suspense nor borne by the platform. */
const owedBy = (order: CollectRow, legs: readonly Leg[]): Amount =>
  legs
    .filter((leg) => !isMerchantLeg(leg) && ['suspense', 'adjustments'].includes(leg.platform))
    .reduce((owed, { amount }) => owed.plus(amount), new Amount(order.amount));

/**
 * Books an order that a person or a line of a statement confirms by a reference, and sees to all that suspense holds
 * for it: what goes into the order, what was the same payment in another currency, and what is left of it.
 */
export async function bookConfirmed(
  tx: PoolClient,
  order: CollectRow,
  { commandKey, source, operator, remark, utr, reference, payments, legs }: Confirmation,
  actor: Actor,
  now: Date,
): Promise<void> {
  const by = { operator, system: actor.operatorId === undefined, remark };
  const { merchantId, currency, orderNo } = order;
  const { entryId } = await post(tx, {
    kind: 'collection',
    merchantId,
    currency,
    order,
    commandKey,
    ...by,
    legs,
  });
  await noteDraws(tx, entryId, orderNo, await inTurn(tx, payments, utr), suspenseMoved(legs).negated());
  const owed = owedBy(order, legs);
  if (owed.greaterThan(0))
    await receivePayment(tx, {
      entryId,
      status: 'allocated',
      source,
      upstreamId: order.upstreamId,
      amount: amountText(owed),
      reference,
      upstreamOrderNo: order.upstreamOrderNo,
      order: { kind: 'collectOrder', orderNo },
    });
  await undoForeign(tx, order, utr, by);
  await listDecided(tx, order, { actor, now });
  await listOwners(tx, order, { actor, now });
}
