import { equals, type KnownPayment, type PaidOrder } from './state.ts';
import { type WriteOff, writeOff } from './writeOff.ts';

/** A person corrects the reference that a confirmed order was credited by. */
export interface Correction {
  kind: 'correction';
  /** The right one. */
  reference: string;
}

export type CorrectionDecision =
  /** The order's own money was taken for more money while the wrong reference was noted. */
  | WriteOff
  /** It is of another amount or currency, and so another payment. */
  | { do: 'refuse'; why: 'differs'; payment: string };

/** What becomes of payments in suspense under the right reference. */
export function decideCorrection(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  { reference }: Correction,
): CorrectionDecision {
  const under = payments.filter(
    (payment) => payment.status === 'suspended' && payment.reference === reference,
  );
  const other = under.find(
    ({ currency, suspended }) => currency !== order.currency || !equals(suspended, order.amount),
  );
  if (other) return { do: 'refuse', why: 'differs', payment: other.id };
  return writeOff(order, payments, under);
}
