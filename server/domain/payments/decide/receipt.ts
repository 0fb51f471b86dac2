import { judgePayment } from '../../../ledger/states.ts';
import { equals, type PaidOrder } from './state.ts';

/** A payment that is not booked yet. */
interface NewPayment {
  amount: string;
  currency: string;
  reference: string | null | undefined;
  /** The reference is of another order's money. */
  conflicts: boolean;
}

/** To suspense, with what becomes of the order. */
export interface Suspension {
  do: 'suspend';
  to: 'review' | 'unchanged';
  /** It is all that is known of the order's money then. */
  describes: boolean;
  /** The reference that is noted on the order is the other order's. */
  unnames: boolean;
}

/** Further money for an order that stays as it is. */
export const MORE_MONEY: Suspension = Object.freeze({
  do: 'suspend',
  to: 'unchanged',
  describes: false,
  unnames: false,
});

export type Receipt = { do: 'allocate' } | Suspension;

/** Where new money goes: to its order in full, in time and in its currency, else to suspense. */
export function decideReceipt(
  { status, currency, amount, paidAmount, noted }: PaidOrder,
  payment: NewPayment,
): Receipt {
  const isOwn = payment.currency === currency;
  const { to } = judgePayment(status, !payment.conflicts && isOwn && equals(payment.amount, amount));
  if (to === 'success') return { do: 'allocate' };
  // What was known of an order in review has been taken back.
  const isOnly = status === 'review' && paidAmount === null && isOwn;
  return {
    do: 'suspend',
    to,
    describes: to === 'review' || isOnly,
    unnames: payment.conflicts && noted !== null && noted === payment.reference,
  };
}
