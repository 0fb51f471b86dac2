import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../../contract/money.ts';
import { isMerchantLeg, type Leg } from '../../../ledger/legs.ts';
import { post } from '../../../ledger/post.ts';
import type { CollectRow } from '../collectRow.ts';
import type { Actor } from '../moveRow.ts';
import { type PaymentSource, receivePayment } from '../../payments/paymentStore.ts';
import { listDecided, listOwners, lockOwners } from '../../payments/reviewHeld.ts';
import { noteDraws, suspenseMoved, takeOut } from '../../payments/suspense.ts';
import type { KnownPayment } from '../../payments/decide/state.ts';

interface Confirmation {
  commandKey: string;
  /** Who says that the order was paid. */
  source: PaymentSource;
  /** Who answers for it, as the ledger names them. */
  operator: string;
  remark: string;
  /** The reference that the order has then. */
  reference: string | null;
  /** What is drawn from suspense, in this order. */
  draws: readonly Pick<KnownPayment, 'id' | 'suspended'>[];
  /** What was the same payment in another currency. */
  writesOff: readonly KnownPayment[];
  legs: readonly Leg[];
}

/** What of a confirmed order's amount the upstream owes: neither drawn from suspense nor borne by the platform. */
const owedBy = (order: CollectRow, legs: readonly Leg[]): Amount =>
  legs
    .filter((leg) => !isMerchantLeg(leg) && ['suspense', 'adjustments'].includes(leg.platform))
    .reduce((owed, { amount }) => owed.plus(amount), new Amount(order.amount));

/**
 * Books an order that is confirmed by a reference, and sees to all that suspense holds for it: what goes into the order,
 * what was the same payment in another currency, and what is left of it.
 * @returns the entry
 */
export async function bookConfirmed(
  tx: PoolClient,
  order: CollectRow,
  { commandKey, source, operator, remark, reference, draws, writesOff, legs }: Confirmation,
  actor: Actor,
  now: Date,
): Promise<string> {
  const by = { operator, system: actor.operatorId === undefined, remark };
  const { merchantId, currency, orderNo } = order;
  await lockOwners(tx, order.id, draws);
  const { entryId } = await post(tx, {
    kind: 'collection',
    merchantId,
    currency,
    order,
    commandKey,
    ...by,
    legs,
  });
  await noteDraws(tx, entryId, orderNo, draws, suspenseMoved(legs).negated());
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
  await takeOut(tx, order, writesOff, 'writtenOff', { ...by, commandKey: 'confirmed' });
  await listDecided(tx, order, { actor, now });
  await listOwners(tx, order, { actor, now });
  return entryId;
}
