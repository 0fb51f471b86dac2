import { Amount, amountText } from '../../../../contract/money.ts';
import { idsOf, isAvailable, isWhole, type KnownPayment, type PaidOrder, sumOf } from './state.ts';

/** A person says that a payment in suspense never came, or came once and was reported twice. */
export interface Denial {
  kind: 'denial';
  payment: string;
  /** The number of the statement line that proves it. */
  proof: string | undefined;
}

export interface WriteOff {
  do: 'writeOff';
  payments: readonly string[];
  /** What was paid for the order then: null where nothing is left, undefined where it stays as it is. */
  paidAmount: string | null | undefined;
}

export type DenialDecision =
  | WriteOff
  | { do: 'refuse'; why: 'notInSuspense' }
  | { do: 'refuse'; why: 'proved'; proof: string };

export const isConfirmed = ({ status }: PaidOrder): boolean => status === 'success' || status === 'reversed';

/** What was paid for an order without some of its payments. What came after a credit was never part of it. */
export function paidWithout(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  gone: readonly KnownPayment[],
): string | null | undefined {
  if (!isConfirmed(order)) {
    const left = payments.filter((payment) => isAvailable(order, payment) && !gone.includes(payment));
    return left.length === 0 ? null : sumOf(left);
  }
  const paid = new Amount(order.paidAmount ?? 0);
  const left = gone.reduce((sum, { currency, suspended, isBeforeCredit }) => {
    const less = sum.minus(suspended);
    return currency === order.currency && isBeforeCredit && !less.lessThan(order.amount) ? less : sum;
  }, paid);
  return left.equals(paid) ? undefined : amountText(left);
}

export const writeOff = (
  order: PaidOrder,
  payments: readonly KnownPayment[],
  gone: readonly KnownPayment[],
): WriteOff => ({
  do: 'writeOff',
  payments: idsOf(gone),
  paidAmount: gone.length === 0 ? undefined : paidWithout(order, payments, gone),
});

/** What becomes of a payment that never came. */
export function decideDenial(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  { payment: id, proof }: Denial,
): DenialDecision {
  const payment = payments.find((each) => each.id === id);
  if (!payment || !isWhole(payment)) return { do: 'refuse', why: 'notInSuspense' };
  if (proof !== undefined) return { do: 'refuse', why: 'proved', proof };
  return writeOff(order, payments, [payment]);
}
