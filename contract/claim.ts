/** A claim of an order lapses after this long without a sign of its holder, in milliseconds. */
export const CLAIM_IDLE_MS = 15 * 60_000;
