import type { PoolClient } from 'pg';
import { SYSTEM } from '../actions/moveRow.ts';
import { payPayout, releasePayout } from '../actions/payMoves.ts';
import { queueSubmission } from '../actions/payCreate.ts';
import type { PayRow } from '../actions/payRow.ts';
import { bookedFor } from '../actions/usedUtr.ts';
import { lockPayout, noteOnPayout, stepPayout } from '../actions/payStore.ts';
import { announceUnknown } from '../system/announce.ts';
import type { Answer } from './adapter.ts';
import { endAttempt, liveAttempt, triedUpstreams } from './attempts.ts';
import { fitsOrder } from './fits.ts';
import { queueQuery } from './queue.ts';
import { routesOf } from './routes.ts';

/** When to ask first what became of a payout that was accepted, and of one whose answer never came. */
const ASK_AFTER_MS = 30_000;

/** Nothing left with this attempt: the next route, or the end. */
async function next(tx: PoolClient, order: PayRow, reason: string | null, now: Date): Promise<void> {
  if (order.status === 'unknown') {
    await releasePayout(tx, order, 'fail', reason, now);
    return;
  }
  const tried = await triedUpstreams(tx, 'pay_attempt', order.id);
  const left = (await routesOf(tx, 'pay', order)).some((route) => !tried.includes(route.upstreamId));
  if (!left) {
    await releasePayout(tx, order, 'fail', reason, now);
    return;
  }
  await stepPayout(tx, order, { event: 'retry', remark: reason }, now, SYSTEM);
  await queueSubmission(tx, order.id, now);
}

/** Nobody can tell whether it was paid: the hold stays until the upstream or a proof says so. */
async function leaveUnknown(tx: PoolClient, order: PayRow, reason: string | null, now: Date): Promise<void> {
  if (order.status === 'processing') {
    await stepPayout(tx, order, { event: 'timeout', remark: reason }, now, SYSTEM);
    await announceUnknown(tx, order, now);
  }
  await queueQuery(tx, 'pay', order.id, new Date(now.getTime() + ASK_AFTER_MS));
}

/** An attempt that had ended is said to be paid after all: money may have left twice, which only people can mend. */
async function contradicted(tx: PoolClient, order: PayRow, answer: Answer): Promise<void> {
  if (answer.state !== 'paid' || (order.status === 'success' && sameMoney(order, answer))) return;
  const said = [answer.upstreamOrderNo, answer.utr, answer.amount].filter(Boolean).join(' ');
  await noteOnPayout(tx, order, 'contradiction', `paid ${said}`.trim());
}

/** The word that already ended it, said again. */
const sameMoney = (order: PayRow, answer: Answer): boolean =>
  (answer.utr === undefined || answer.utr === order.utr) &&
  (answer.upstreamOrderNo === undefined || answer.upstreamOrderNo === order.upstreamOrderNo);

/** Another amount than ours, or a bank reference that proves another payout, is no proof that ours was paid. */
async function whyNoProof(tx: PoolClient, order: PayRow, answer: Answer): Promise<string | undefined> {
  if (!fitsOrder(order, answer)) return `paid ${answer.amount ?? '?'} ${answer.currency ?? ''}`.trim();
  if (!answer.utr) return undefined;
  const other = await bookedFor(tx, 'out', order.id, answer.utr);
  return other && `UTR ${answer.utr}: ${other}`;
}

/**
 * Applies what an upstream said about one attempt: as its answer, as a message of its own, or when asked. The same
 * word again changes nothing; a word against an order that has ended is kept in the attempt alone.
 */
export async function applyPayoutAnswer(
  tx: PoolClient,
  orderId: string,
  attemptId: string,
  answer: Answer,
  now: Date,
): Promise<void> {
  const order = await lockPayout(tx, orderId);
  const open = order.status === 'processing' || order.status === 'unknown';
  const live = await liveAttempt(tx, 'pay_attempt', orderId);
  const reason = answer.reason ?? null;
  const end = (state: Parameters<typeof endAttempt>[3]) =>
    endAttempt(tx, 'pay_attempt', attemptId, state, answer, now);
  if (!open || live?.id !== attemptId) {
    await contradicted(tx, order, answer);
    return;
  }
  switch (answer.state) {
    case 'paid': {
      const doubt = await whyNoProof(tx, order, answer);
      if (doubt !== undefined) {
        await end('unknown');
        await leaveUnknown(tx, order, doubt, now);
        return;
      }
      await end('paid');
      await payPayout(tx, order, { utr: answer.utr, upstreamOrderNo: answer.upstreamOrderNo }, now);
      return;
    }
    case 'failed':
    case 'notSent':
      await end('failed');
      await next(tx, order, reason, now);
      return;
    case 'unknown':
      await end('unknown');
      await leaveUnknown(tx, order, reason, now);
      return;
    default:
      await end('accepted');
      await queueQuery(tx, 'pay', order.id, new Date(now.getTime() + ASK_AFTER_MS));
  }
}
