import { createHash } from 'node:crypto';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the work below takes a core of a current machine that does nothing else, in milliseconds. */
const REFERENCE_MS = 80;
/** Above this one wait of a browser test would outlast the lock screen, which comes after five minutes. */
const MAX_SLOWNESS = 5;
const ROUNDS = 3;

/** Of the kind that tests do: hashes, and objects that live for a moment. */
function work(): void {
  const bytes = Buffer.alloc(1 << 20, 7);
  for (let round = 0; round < 24; round += 1) createHash('sha256').update(bytes).digest();
  let length = 0;
  for (let at = 0; at < 120_000; at += 1) length += JSON.stringify({ at, text: `row ${at}` }).length;
  if (length === 0) throw new Error('no work was done');
}

function timeWork(): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/**
 * How many times slower than a quiet machine of the usual speed a test runs here: 1 or more. The processor is measured;
 * what waits for it already is taken from the load average, since a short measurement falls between the others' turns.
 */
function measureSlowness(): number {
  const times = Array.from({ length: ROUNDS }, timeWork).sort((a, b) => a - b);
  const processor = times[Math.floor(ROUNDS / 2)]! / REFERENCE_MS;
  const queue = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(MAX_SLOWNESS, Math.max(1, processor, queue));
}

/** Measured once for a run: its processes find the figure in their environment. */
export function machineSlowness(): number {
  const measured = Number(process.env['TEST_SLOWNESS']);
  if (measured >= 1) return measured;
  const slowness = measureSlowness();
  process.env['TEST_SLOWNESS'] = slowness.toFixed(2);
  return slowness;
}

/** How many cores nobody uses, watched for a second: the load average remembers the installation that has just ended. */
export async function idleCores(): Promise<number> {
  const read = () =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((a, b) => a + b) }));
  const before = read();
  await sleep(1_000);
  const shares = read().map(({ idle, all }, at) => {
    const earlier = before[at] ?? { idle: 0, all: 0 };
    return (idle - earlier.idle) / Math.max(1, all - earlier.all);
  });
  return Math.min(
    availableParallelism(),
    shares.reduce((sum, share) => sum + share, 0),
  );
}
