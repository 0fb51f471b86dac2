import { Amount, amountText } from '../../contract/money.ts';
import { type CollectMoney, collection } from './entries.ts';
import { FUND, type Leg, onMerchant, onPlatform, withoutZero } from './legs.ts';

/** adjustments ↔ available. `amount` is signed: above 0 adds, below 0 deducts. */
export function adjustment(merchantId: string, amount: string): Leg[] {
  const signed = new Amount(amount);
  return withoutZero([
    onPlatform('adjustments', signed.negated()),
    onMerchant(merchantId, 'available', signed.isNegative() ? FUND.deduct : FUND.add, signed),
  ]);
}

/** upstream:<id> or suspense → available: a confirmed recharge or an approved manual order. */
export const recharge = (merchantId: string, source: string, amount: string): Leg[] =>
  withoutZero([
    onPlatform(source, new Amount(amount).negated()),
    onMerchant(merchantId, 'available', FUND.recharge, amount),
  ]);

/** Who bears what lacks of a confirmed order, or has what is too much of it. */
export type Bearer = 'upstream' | 'adjustments' | 'suspense';

/** What had arrived when a person confirms an order, and what becomes of the difference. */
export interface Arrived {
  arrived: string;
  /** Arrived less the order's amount. */
  difference: string;
  /** Nobody where there is no difference. */
  bearer: Bearer | undefined;
}

/**
 * Money that came short came whole from the upstream, which owes no more: the platform bears the rest. Where nothing has
 * been seen, the person's word is that the upstream has it.
 */
export function arrivedFor({ amount }: Pick<CollectMoney, 'amount'>, held: string): Arrived {
  const arrived = Amount.max(0, held);
  const difference = arrived.minus(amount);
  const lacking = arrived.isZero() ? 'upstream' : 'adjustments';
  const bearer = difference.isZero() ? undefined : difference.greaterThan(0) ? 'suspense' : lacking;
  return { arrived: amountText(arrived), difference: amountText(difference), bearer };
}

/**
 * A collection whose money came before it was confirmed: what suspense holds of it is drawn first; the rest is owed by
 * the upstream as ever, or borne by the platform. `held` is never drawn beyond the order's amount: a surplus stays in
 * suspense.
 */
export function confirmation(order: CollectMoney, held: string, bearer: Bearer = 'upstream'): Leg[] {
  const drawn = Amount.max(0, Amount.min(held, order.amount));
  const borne = bearer === 'adjustments' ? new Amount(order.amount).minus(drawn) : new Amount(0);
  // What the upstream owes is the first leg of a collection.
  const [owed, ...rest] = collection(order) as [Leg, ...Leg[]];
  return withoutZero([
    onPlatform('suspense', drawn.negated()),
    onPlatform('adjustments', borne.negated()),
    { ...owed, amount: owed.amount.plus(drawn).plus(borne) },
    ...rest,
  ]);
}

/** What a settled order was credited with; amounts as decimal text. */
export interface Settled {
  fee: string;
  commission: string;
}

/** One entry of differences against today's terms: available ± Δ, fees ∓ Δ, commission and the agent likewise. */
export function resettlement(
  order: Pick<CollectMoney, 'merchantId' | 'agentId'>,
  was: Settled,
  now: Settled,
): Leg[] {
  const fee = new Amount(now.fee).minus(was.fee);
  const legs: Leg[] = [
    onMerchant(order.merchantId, 'available', FUND.resettlement, fee.negated()),
    onPlatform('fees', fee),
  ];
  if (order.agentId !== null) {
    const share = new Amount(now.commission).minus(was.commission);
    legs.push(
      onPlatform('commission', share.negated()),
      onMerchant(order.agentId, 'available', FUND.resettlement, share),
    );
  }
  return withoutZero(legs);
}
