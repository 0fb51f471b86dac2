import { Amount } from '../../contract/money.ts';
import { FUND, type Leg, move, onMerchant, onPlatform, withoutZero } from './legs.ts';

/** What the ledger needs to know of a payout order; amounts as decimal text in its currency. */
export interface PayMoney {
  merchantId: string;
  upstreamId: string | null;
  agentId: string | null;
  amount: string;
  fee: string;
  upstreamCost: string;
  commission: string;
}

/** What a payout holds until it is paid or released. */
export const heldOf = (order: Pick<PayMoney, 'amount' | 'fee'>): Amount =>
  new Amount(order.amount).plus(order.fee);

/** available → frozen (amount + fee). */
export const payoutHold = (order: PayMoney): Leg[] =>
  move(order.merchantId, 'available', 'frozen', FUND.payoutHold, heldOf(order));

/** frozen → available: the payout failed, was rejected or cancelled. */
export const payoutRelease = (order: PayMoney): Leg[] =>
  move(order.merchantId, 'frozen', 'available', FUND.payoutRefund, heldOf(order));

/** frozen → upstream (amount); frozen → fees (fee); upstreamCost → upstream; commission → agent.available. */
export function payoutPaid(order: PayMoney): Leg[] {
  const { merchantId, amount, fee, upstreamCost, commission, agentId } = order;
  const upstream = `upstream:${order.upstreamId ?? '0'}`;
  const legs: Leg[] = [
    onMerchant(merchantId, 'frozen', FUND.payout, new Amount(amount).negated()),
    onPlatform(upstream, amount),
    onMerchant(merchantId, 'frozen', FUND.payoutFee, new Amount(fee).negated()),
    onPlatform('fees', fee),
    onPlatform('upstreamCost', new Amount(upstreamCost).negated()),
    onPlatform(upstream, upstreamCost),
  ];
  if (agentId !== null) {
    legs.push(
      onPlatform('commission', new Amount(commission).negated()),
      onMerchant(agentId, 'available', FUND.commission, commission),
    );
  }
  return withoutZero(legs);
}

/**
 * The bank sent it back: upstream → available (amount), the fee where the configuration gives it back, and the agent's
 * commission, which nobody earns by a payout that did not arrive; spent by then, the agent owes it.
 */
export function payoutReturned(order: PayMoney, feeBack: boolean): Leg[] {
  const { merchantId, agentId, amount, fee, commission } = order;
  const legs: Leg[] = [
    onPlatform(`upstream:${order.upstreamId ?? '0'}`, new Amount(amount).negated()),
    onMerchant(merchantId, 'available', FUND.payoutReturn, amount),
    onPlatform('fees', feeBack ? new Amount(fee).negated() : 0),
    onMerchant(merchantId, 'available', FUND.payoutReturn, feeBack ? fee : 0),
  ];
  if (agentId !== null) {
    legs.push(
      onMerchant(agentId, 'available', FUND.reversal, new Amount(commission).negated()),
      onPlatform('commission', commission),
    );
  }
  return withoutZero(legs);
}
