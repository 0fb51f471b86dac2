/** Milliseconds until a little after the next full step, so that a timer that fires early never shows the old one. */
export const untilNext = (now: number, everyMs: number): number => everyMs - (now % everyMs) + 5;
