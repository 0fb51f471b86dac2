import { randomUUID } from 'node:crypto';

const DIGITS = 12;
/** Where the random digits of a version 4 UUID begin behind its version. */
const CHANCE = 15;

/**
 * The id of a request: a version 7 UUID (RFC 9562), whose first digits are the millisecond. Logs that are written one
 * after the other are next to each other in the indexes of their traces.
 */
export function requestId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(CHANCE)}`;
}
