import type { Env } from '../env.ts';

/** `merchant`: jobs that wait for a merchant's rows, which others hold. */
export type CallKind = 'callback' | 'upstream' | 'merchant';

/** How many calls of a kind one endpoint has at once. */
export interface ShareRule {
  first: number;
  /** What no slowness takes away. */
  least: number;
  most: number;
}

/** Share and baseline that an endpoint's answers have earned. */
export interface Learned {
  share: number;
  /** Average of its quick answers in milliseconds; null before the first. */
  baselineMs: number | null;
}

/** No endpoint that takes longer than this is quick, whatever it usually takes. */
const QUICK_MS = 1_000;
/** A quick answer takes at most this many times the endpoint's own average. */
const SLOWER = 3;
const SMOOTHING = 0.1;
const CALLBACK_RULE: ShareRule = { first: 2, least: 1, most: 2 };
/** Of jobs that have waited for a merchant. */
const MERCHANT_RULE: ShareRule = { first: 2, least: 1, most: 16 };

type Sizes = Pick<Env, 'outboundConcurrency' | 'upstreamShare'>;

const upstreamRule = ({ outboundConcurrency: size, upstreamShare: most }: Sizes): ShareRule => {
  const limit = Math.min(most ?? Math.max(1, Math.floor(size / 3)), size);
  return { first: Math.min(4, limit), least: Math.min(2, limit), most: limit };
};

/** An endpoint starts low, so that one that hangs from the start never holds many calls. */
export function ruleOf(kind: CallKind, sizes: Sizes): ShareRule {
  if (kind === 'upstream') return upstreamRule(sizes);
  return kind === 'callback' ? CALLBACK_RULE : MERCHANT_RULE;
}

/** From how many milliseconds on an answer is slow. */
export const slowFrom = (baselineMs: number | null): number =>
  Math.max(QUICK_MS, SLOWER * Math.min(baselineMs ?? 0, QUICK_MS));

/** Additive increase with each quick answer, multiplicative decrease with each slow one. */
export function learn(before: Learned, tookMs: number, { least, most }: ShareRule): Learned {
  const { share, baselineMs } = before;
  if (tookMs >= slowFrom(baselineMs)) return { share: Math.max(least, share / 2), baselineMs };
  const average = baselineMs === null ? tookMs : baselineMs + SMOOTHING * (tookMs - baselineMs);
  return { share: Math.min(most, share + 1), baselineMs: average };
}

/** What a server knows of its own pool. */
export interface PoolLoad {
  size: number;
  /** Calls of the kind that this server runs. */
  running: number;
}

/**
 * How many calls of an endpoint may be open now. Calls that run for longer than a quick answer takes count before they
 * end. Each endpoint may have half of what the pool has free, at most: however many hang, some places stay free for
 * one that does not (a dynamic threshold, as packet switches share a buffer).
 */
export function limitOf(
  { share, overdue }: { share: number; overdue: number },
  { least, most }: ShareRule,
  { size, running }: PoolLoad,
): number {
  const earned = Math.max(least, Math.min(most, Math.floor(share)) - overdue);
  const free = Math.max(0, size - running);
  return Math.max(1, Math.min(earned, Math.ceil(free / 2)));
}
