/** A claim of an order lapses after this long without a sign of its holder, in milliseconds. */
export const CLAIM_IDLE_MS = 15 * 60_000;

/** An order, of which `claimedBy`, `claimedAt` and `claimOfferedUntil` are read; instants in either form. */
type Claim = Readonly<Record<string, unknown>>;

const msOf = (instant: unknown): number =>
  instant === null || instant === undefined ? Number.NaN : new Date(instant as string | Date).getTime();

/** Somebody holds it, and offers it to a colleague who may still take it. */
export const isOnOffer = ({ claimedBy = null, claimOfferedUntil }: Claim, now: number): boolean =>
  claimedBy !== null && msOf(claimOfferedUntil) > now;

/** Until when it is held where its holder gives no further sign, not counting an offer. */
export const idleEnd = ({ claimedAt }: Claim): number => msOf(claimedAt) + CLAIM_IDLE_MS;

/** Somebody holds it: it was claimed of late, or is on offer to a colleague. */
export const isHeld = (claim: Claim, now: number): boolean =>
  (claim.claimedBy ?? null) !== null && (idleEnd(claim) > now || isOnOffer(claim, now));
