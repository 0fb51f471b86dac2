import { Amount } from '../../contract/money.ts';
import { FUND, isMerchantLeg, type Leg, onMerchant, onPlatform, withoutZero } from './legs.ts';

/** What the ledger needs to know of a collection order; amounts as decimal text in its currency. */
export interface CollectMoney {
  merchantId: string;
  upstreamId: string | null;
  agentId: string | null;
  amount: string;
  fee: string;
  upstreamCost: string;
  commission: string;
}

const upstreamOf = (order: Pick<CollectMoney, 'upstreamId'>) => `upstream:${order.upstreamId ?? '0'}`;

/** Net of an order: what the merchant keeps. */
export function netOf(order: Pick<CollectMoney, 'amount' | 'fee'>): Amount {
  return new Amount(order.amount).minus(order.fee);
}

/** upstream → pending (amount); pending → fees (fee); upstreamCost → upstream (what the upstream charges). */
export function collection(order: CollectMoney): Leg[] {
  const { merchantId, amount, fee, upstreamCost } = order;
  const upstream = upstreamOf(order);
  return withoutZero([
    onPlatform(upstream, new Amount(amount).negated()),
    onMerchant(merchantId, 'pending', FUND.collection, amount),
    onMerchant(merchantId, 'pending', FUND.collectionFee, new Amount(fee).negated()),
    onPlatform('fees', fee),
    onPlatform('upstreamCost', new Amount(upstreamCost).negated()),
    onPlatform(upstream, upstreamCost),
  ]);
}

/** pending → available (net); commission → agent.available. Empty when the fee took all and nobody earns. */
export function settlement(order: CollectMoney): Leg[] {
  const net = netOf(order);
  const legs = [
    onMerchant(order.merchantId, 'pending', FUND.settlement, net.negated()),
    onMerchant(order.merchantId, 'available', FUND.settlement, net),
  ] as Leg[];
  if (order.agentId !== null) {
    legs.push(
      onPlatform('commission', new Amount(order.commission).negated()),
      onMerchant(order.agentId, 'available', FUND.commission, order.commission),
    );
  }
  return withoutZero(legs);
}

/**
 * Undoes the given legs, latest first, so that no account passes through a balance it never had.
 * `legs` are all live legs of an order in the order they were posted.
 */
export function reversal(legs: readonly Leg[]): Leg[] {
  return legs
    .toReversed()
    .map((leg) =>
      isMerchantLeg(leg)
        ? { ...leg, type: FUND.reversal, amount: leg.amount.negated() }
        : { ...leg, amount: leg.amount.negated() },
    );
}

/** Money that fits no order state waits in suspense: upstream → suspense (what arrived). */
export function suspense(order: Pick<CollectMoney, 'upstreamId'>, paid: string): Leg[] {
  return withoutZero([
    onPlatform(upstreamOf(order), new Amount(paid).negated()),
    onPlatform('suspense', paid),
  ]);
}
