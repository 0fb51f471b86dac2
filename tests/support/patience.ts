/**
 * Longest wait for what is sure to come, in milliseconds. Tests wait for conditions: on an idle machine nothing takes a
 * hundredth of it, and one that runs other programs too makes no test fail.
 */
export const PATIENCE_MS = 120_000;
/** A test, or what goes before it, that takes longer hangs. */
export const HANGS_MS = 300_000;
