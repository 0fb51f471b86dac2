import type { Clock } from './deps.ts';
import { Refused } from './refused.ts';

/** A server further off than this is not ready. */
export const UNREADY_MS = 2_000;
/** A server further off than this takes no commands. */
const REFUSED_MS = 5_000;

/** @throws Refused clockOff where this server's clock is off by too much to write anything; nothing was changed */
export function refuseClockOff(clock: Clock): void {
  const ms = Math.abs(clock.aheadMs());
  if (ms > REFUSED_MS) throw new Refused('clockOff', { seconds: Math.round(ms / 1_000) });
}
