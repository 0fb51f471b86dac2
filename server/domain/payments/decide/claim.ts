import { equals, type PaidOrder } from './state.ts';

/** A person names a payment by its reference: to confirm an order by it, or to have it credited by a request. */
export interface Claim {
  kind: 'claim';
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
  /** There is none to take: the order has its own, or nobody has reported it. */
  | { do: 'none' }
  | { do: 'take'; payment: string }
  /** It is of somebody whom the person may not know of. */
  | { do: 'refuse'; why: 'taken' }
  /** It is of another amount or currency. */
  | { do: 'refuse'; why: 'differs'; payment: string };

/** What becomes of a claim: all of one payment, in the amount and currency of what it is claimed for, or nothing. */
export function decideClaim({ amount, currency }: PaidOrder, { candidates }: Claim): ClaimDecision {
  const known = candidates.filter(({ isKnown }) => isKnown);
  const [first] = known;
  if (!first) return candidates.length > 0 ? { do: 'refuse', why: 'taken' } : { do: 'none' };
  // The same payment reported for both orders is in suspense once for each.
  if (known.some(({ isOwn }) => isOwn)) return { do: 'none' };
  const exact = known.find((each) => each.currency === currency && equals(each.suspended, amount));
  return exact ? { do: 'take', payment: exact.id } : { do: 'refuse', why: 'differs', payment: first.id };
}
