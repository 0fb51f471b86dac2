import type { Colleague } from './orderNote.ts';

/** What a shift gives to the next one: open claims, notes, counts and a text. */

/** Characters of the text. */
export const HANDOVER_LONGEST = 4_000;
/** An offer that nobody answers ends after this long, in milliseconds. */
export const HANDOVER_MS = 12 * 3_600_000;
/** Notes and mentions of this long before the offer belong to the shift, in milliseconds. */
export const SHIFT_MS = 12 * 3_600_000;

export type ClaimedKind = 'collectOrder' | 'payOrder';

/** What became of a claim: given to the colleague, kept by its giver, or no longer his to give. */
export type ClaimOutcome = 'moved' | 'kept' | 'gone';
/** Why a claim cannot be given any more: decided, given back, held by somebody else, lapsed, or not for the colleague. */
export type ClaimFault = 'ended' | 'freed' | 'taken' | 'lapsed' | 'noRight';

export interface HandoverClaim {
  kind: ClaimedKind;
  orderId: string;
  orderNo: string;
  merchantName: string;
  amount: string;
  currency: string;
  /** Of the order, now. */
  status: number;
  /** Null while the offer is open. */
  outcome: ClaimOutcome | null;
  /** Why it could not be given, or could not be now. */
  fault: ClaimFault | null;
  /** Who holds it instead, where that is why. */
  holder: string | null;
}

export interface HandoverNote {
  id: string;
  kind: string;
  orderId: string;
  orderNo: string;
  author: string;
  at: string;
  body: string;
}

/** What waited when the offer was made, as far as its giver saw. */
export interface OpenCounts {
  review: number;
  reviewItems: number;
  unknown: number;
  failedCallbacks: number;
}

export interface HandoverPacket {
  id: string;
  status: string;
  giver: Colleague;
  taker: Colleague;
  text: string;
  reason: string | null;
  counts: OpenCounts;
  claims: HandoverClaim[];
  /** Claims of orders that the reader does not see. */
  hidden: number;
  /** Of the giver's shift: what he wrote and where he was mentioned. */
  notes: HandoverNote[];
  createdAt: string;
  expiresAt: string;
  decidedAt: string | null;
}

/** What a handover that is begun would give, and who may take it. */
export interface HandoverDraft {
  claims: HandoverClaim[];
  counts: OpenCounts;
  colleagues: Colleague[];
}
