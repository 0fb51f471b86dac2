import { randomInt } from 'node:crypto';

/** 2024-01-01T00:00:00Z; demo rows made by SQL use the same epoch. */
export const ID_EPOCH = Date.UTC(2024, 0, 1);

const node = BigInt(randomInt(1024));
let lastMs = 0;
let sequence = 0;

/**
 * A time-ordered 63-bit id as text: 41 bits of milliseconds, 10 bits of node, 12 bits of sequence.
 * The clock may step back: the last millisecond is then kept, so ids of one process never go down.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = 0;
  } else if (++sequence > 4095) {
    lastMs += 1;
    sequence = 0;
  }
  return ((BigInt(lastMs - ID_EPOCH) << 22n) | (node << 12n) | BigInt(sequence)).toString();
}

/**
 * The id that an instant in milliseconds has with these 22 low bits; without them the first one of the instant: what was
 * made since then has no smaller id, but for the skew of the clocks.
 */
export const idAt = (ms: number, low = 0): string =>
  ((BigInt(Math.max(0, Math.floor(ms) - ID_EPOCH)) << 22n) | BigInt(low)).toString();
