import { isHeld } from './claim.ts';
import type { ErrorCode } from './errors.ts';

/**
 * The claim of a row: held by somebody else now, held by anybody now, held by nobody now, never taken, or not the
 * caller's (whether or not it has lapsed).
 */
export type ClaimState = 'others' | 'live' | 'lapsed' | 'none' | 'notMine';

/** What makes a row refused: a field with one of these values, or the state of its claim. */
export type RowPredicate =
  | { readonly field: string; readonly in: readonly (string | boolean | null)[] }
  | { readonly claim: ClaimState };

/**
 * Why a command refuses a row beyond its guard. Declared once, as data: the locked row's statement, the estimate of a
 * bulk, the toolbar and the documentation read it.
 */
export interface Refusal {
  readonly code: ErrorCode;
  readonly when: RowPredicate;
  /** Asked before the guard, since it says more than the guard can. */
  readonly beforeGuard?: true;
  /** Not asked of whoever may `supervise` the resource. */
  readonly unlessSupervisor?: true;
  /** Not asked where a question about the row waits for its answer: whoever asked has had the claim. */
  readonly unlessAsked?: true;
}

export const CLAIMED_BY_OTHER: Refusal = { code: 'claimedByOther', when: { claim: 'others' } };
export const ALREADY_CLAIMED: Refusal = { code: 'alreadyClaimed', when: { claim: 'live' } };
export const NO_CALLBACK_URL: Refusal = {
  code: 'noCallbackUrl',
  when: { field: 'callbackUrl', in: [null, ''] },
};
export const ALREADY_SETTLED: Refusal = {
  code: 'alreadySettled',
  when: { field: 'settled', in: [true] },
  beforeGuard: true,
};

/** Frees a claim: one's own, lapsed or not; a supervisor anybody's. */
export const UNCLAIM: readonly Refusal[] = [
  { ...CLAIMED_BY_OTHER, unlessSupervisor: true },
  { code: 'notClaimedByYou', when: { claim: 'notMine' }, unlessSupervisor: true },
  { code: 'notClaimedByYou', when: { claim: 'none' } },
];

/** A decision of whoever holds the order now, or of a supervisor; an approver's answer needs no claim. */
export const UNLESS_MINE: readonly Refusal[] = [
  { ...CLAIMED_BY_OTHER, unlessSupervisor: true, unlessAsked: true },
  { code: 'notClaimedByYou', when: { claim: 'lapsed' }, unlessSupervisor: true, unlessAsked: true },
];

/** Who asks, and when. */
export interface RefusalCaller {
  userId: string;
  supervises: boolean;
  now: Date;
  /** Whether a question about the row waits; where that is not known, what depends on it is left to the server. */
  asked?: boolean;
}

function isClaim(row: Readonly<Record<string, unknown>>, claim: ClaimState, caller: RefusalCaller): boolean {
  const { claimedBy = null } = row;
  const isMine = claimedBy === caller.userId;
  const isLive = isHeld(row, caller.now.getTime());
  switch (claim) {
    case 'none':
      return claimedBy === null;
    case 'notMine':
      return !isMine;
    case 'live':
      return isLive;
    case 'lapsed':
      return !isLive;
    case 'others':
      return isLive && !isMine;
  }
}

/** The first refusal that a row as the caller has it is known to meet; a field that the row lacks refuses nothing. */
export function refusalOfRow(
  refusals: readonly Refusal[] | undefined,
  row: Readonly<Record<string, unknown>>,
  caller: RefusalCaller,
): Refusal | undefined {
  return refusals?.find(({ when, unlessSupervisor, unlessAsked }) => {
    if (unlessSupervisor && caller.supervises) return false;
    if (unlessAsked && caller.asked !== false) return false;
    if ('claim' in when) return 'claimedBy' in row && isClaim(row, when.claim, caller);
    return when.field in row && when.in.some((value) => value === row[when.field]);
  });
}
