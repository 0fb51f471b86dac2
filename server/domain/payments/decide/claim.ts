import { equals, foreignUnder, idsOf, isAvailable, type KnownPayment, type PaidOrder } from './state.ts';

/** A person names a payment by its reference: to confirm an order by it, or to have it credited by a request. */
export interface Claim {
  kind: 'claim';
  reference: string | null;
  /** What is in suspense under it, for whichever order. */
  candidates: readonly Candidate[];
}

interface Candidate {
  id: string;
  currency: string;
  /** What of it is in suspense. */
  suspended: string;
  /** It was received for the order itself. */
  isOwn: boolean;
  /** Whoever claims it may know of it. */
  isKnown: boolean;
}

export type ClaimDecision =
  | {
      do: 'draw';
      /** The payment that is taken from another order. */
      taken: string | undefined;
      /** The order's own, in the order in which they are drawn. */
      payments: readonly string[];
      writesOff: readonly string[];
    }
  /** It is of somebody whom the person may not know of. */
  | { do: 'refuse'; why: 'taken' }
  /** It is of another amount or currency. */
  | { do: 'refuse'; why: 'differs'; payment: string };

/** What becomes of a claim: all of another's payment, in the amount and currency of what it is claimed for, or none of it. */
export function decideClaim(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  { reference, candidates }: Claim,
): ClaimDecision {
  const available = payments.filter((payment) => isAvailable(order, payment));
  const isNamed = (payment: KnownPayment) => payment.reference !== null && payment.reference === reference;
  const draw = (taken?: string): ClaimDecision => ({
    do: 'draw',
    taken,
    payments: idsOf([...available.filter(isNamed), ...available.filter((payment) => !isNamed(payment))]),
    writesOff: foreignUnder(order, payments, reference),
  });
  const known = candidates.filter(({ isKnown }) => isKnown);
  const [first] = known;
  if (!first) return candidates.length > 0 ? { do: 'refuse', why: 'taken' } : draw();
  // The same payment reported for both orders is in suspense once for each.
  if (known.some(({ isOwn }) => isOwn)) return draw();
  const { currency, amount } = order;
  const exact = known.find((each) => each.currency === currency && equals(each.suspended, amount));
  return exact ? draw(exact.id) : { do: 'refuse', why: 'differs', payment: first.id };
}
