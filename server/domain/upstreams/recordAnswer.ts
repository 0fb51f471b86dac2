import type { PoolClient } from 'pg';
import { transactForMerchant } from '../../platform/db/merchantTransaction.ts';
import type { CallJob } from '../../platform/outbound/line.ts';
import { orWait } from '../../platform/outbound/merchantLine.ts';
import type { Answer } from './adapter.ts';
import { endAttempt } from './attempts.ts';
import { applyCollectAnswer } from './collectOutcome.ts';
import { applyPayoutAnswer, noEndReported } from './payoutOutcome.ts';
import { queueCollect, queueQuery } from '../orders/upstreamJobs.ts';
import type { UpstreamDeps } from './submitPayout.ts';

/** What an upstream answered to a submission or a question of a worker, as a job carries it. */
interface Answered {
  merchantId: string;
  orderId: string;
  upstreamId: string;
  answer: Answer;
  /** To a question: how many had been put before it. */
  asked?: number;
}
export type AnsweredOrder =
  | (Answered & { kind: 'collect'; attemptId: string | undefined })
  | (Answered & { kind: 'pay'; attemptId: string });

/** Waits between questions about a payout in seconds; the last one stays. */
const ASK_AGAIN_S: readonly number[] = [30, 60, 300, 900, 3_600];

async function applyToPayout(
  tx: PoolClient,
  { orderId, attemptId, answer, asked }: AnsweredOrder & { kind: 'pay' },
  now: Date,
): Promise<void> {
  const saysEnd = answer.state === 'paid' || answer.state === 'failed';
  if (asked === undefined || saysEnd) {
    const heard = await applyPayoutAnswer(tx, orderId, attemptId, answer, now);
    if (asked === undefined || heard === 'applied') return;
  }
  // An answer that proves nothing is as good as none.
  await noEndReported(tx, orderId, attemptId, answer, now);
  const wait = ASK_AGAIN_S[Math.min(asked, ASK_AGAIN_S.length - 1)]!;
  await queueQuery(tx, 'pay', orderId, new Date(now.getTime() + wait * 1_000), asked + 1);
}

/** @returns whether the order goes on to its next route */
async function applyToCollection(
  tx: PoolClient,
  { merchantId, orderId, attemptId, upstreamId, answer, asked }: AnsweredOrder & { kind: 'collect' },
  now: Date,
): Promise<boolean> {
  const { state } = answer;
  const isTaken = state === 'accepted' || state === 'pending' || state === 'paid';
  if (asked === undefined && !isTaken && attemptId) {
    await endAttempt(tx, 'collect_attempt', { id: attemptId, merchantId }, 'failed', answer, now);
    return true;
  }
  await applyCollectAnswer(tx, orderId, { attemptId, upstreamId }, answer, now);
  return false;
}

async function apply(tx: PoolClient, answered: AnsweredOrder, now: Date): Promise<boolean> {
  if (answered.kind === 'collect') return applyToCollection(tx, answered, now);
  await applyToPayout(tx, answered, now);
  return false;
}

/** The worker's job that records an answer which waited for its merchant. @throws MerchantBusy */
export async function recordLate(deps: UpstreamDeps, answered: AnsweredOrder): Promise<void> {
  const now = deps.clock.now();
  await transactForMerchant(deps, answered.merchantId, async (tx) => {
    if (await apply(tx, answered, now)) await queueCollect(tx, answered.orderId, now);
  });
}

const lateJob = (answered: AnsweredOrder): CallJob => ({
  task: 'upstreamAnswer',
  payload: { ...answered },
  key: `answer:${answered.attemptId ?? answered.orderId}`,
});

/**
 * Records what an upstream answered. Where its merchant's rows are held the answer is kept in the merchant's line and
 * recorded later.
 * @returns whether a collection order goes on to its next route now
 */
export async function recordAnswer(deps: UpstreamDeps, answered: AnsweredOrder): Promise<boolean> {
  const recorded = await orWait(deps, lateJob(answered), () =>
    transactForMerchant(deps, answered.merchantId, (tx) => apply(tx, answered, deps.clock.now())),
  );
  return recorded?.value === true;
}
