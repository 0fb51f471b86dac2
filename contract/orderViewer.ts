/** Who has an order open: a sign of it every few seconds, and an end where none comes any more. */
export const VIEWER_SIGN_MS = 12_000;
export const VIEWER_LOST_MS = 40_000;
