import { machineRemark } from '../../../contract/remark.ts';
import type { PoolClient } from 'pg';
import { SYSTEM } from '../orders/moveRow.ts';
import { payPayout, releasePayout } from '../orders/payout/payMoves.ts';
import type { PayRow } from '../orders/payRow.ts';
import { openReview } from '../payments/reviewOpen.ts';
import { referenceConflict } from '../payments/references.ts';
import { lockPayout, noteOnPayout, stepPayout } from '../orders/payStore.ts';
import { announceUnknown } from '../payments/moneyNotices.ts';
import { linesProposing } from '../reconciliation/proposing.ts';
import type { Answer } from './adapter.ts';
import {
  type AttemptState,
  endAttempt,
  failureOf,
  liveAttempt,
  noteReported,
  type Owned,
  routeOfAttempt,
  showReported,
  reportedOnPayout,
} from './attempts.ts';
import type { Outcome } from './collectOutcome.ts';
import { fitsOrder, statedMoney, paidText } from './fits.ts';
import { nextRoute } from './nextRoute.ts';
import { queueQuery, queueSubmission } from '../orders/upstreamJobs.ts';
import { reasonRemark } from './reasons.ts';
import { refusalOf, refusalText } from './refusal.ts';
import { keepDuplicateNotice } from './duplicateNotice.ts';
import { failedText, notedBefore } from './takenBack.ts';

/** Sent, and without an end. */
const OPEN: ReadonlySet<PayRow['status']> = new Set(['processing', 'unknown']);

/** When to ask first what became of a payout that was accepted, and of one whose answer never came. */
const ASK_AFTER_MS = 30_000;

/** Nothing left with this attempt: the next route, or the end. */
async function next(tx: PoolClient, order: PayRow, reason: string | null, now: Date): Promise<void> {
  if (order.status === 'unknown') {
    await releasePayout(tx, order, 'fail', reason, now);
    return;
  }
  if (!(await nextRoute(tx, order))) {
    await releasePayout(tx, order, 'fail', reason, now);
    return;
  }
  await stepPayout(tx, order, { event: 'retry', remark: reason }, now, SYSTEM);
  await queueSubmission(tx, order.id, now);
}

async function makeUnknown(tx: PoolClient, order: PayRow, reason: string | null, now: Date): Promise<void> {
  await stepPayout(tx, order, { event: 'timeout', remark: reason }, now, SYSTEM);
  await announceUnknown(tx, order, now);
}

/** Nobody can tell whether it was paid: the hold stays until the upstream or a proof says so. */
async function leaveUnknown(tx: PoolClient, order: PayRow, reason: string | null, now: Date): Promise<void> {
  if (order.status === 'processing') await makeUnknown(tx, order, reason, now);
  await queueQuery(tx, 'pay', order.id, new Date(now.getTime() + ASK_AFTER_MS));
}

/** How long a payout that was taken may be without an end before people may decide what became of it. */
const SILENT_MS = 24 * 3_600_000;

/**
 * An upstream that was queried about an attempt reported no end of it for a day: nobody knows any more whether
 * the payout will be paid. It is asked on, and the hold stays.
 */
export async function noEndReported(
  tx: PoolClient,
  orderId: string,
  attemptId: string,
  answer: Pick<Answer, 'state' | 'reason'>,
  now: Date,
): Promise<void> {
  const order = await lockPayout(tx, orderId);
  if (order.status !== 'processing') return;
  const live = await liveAttempt(tx, 'pay_attempt', order);
  if (live?.id !== attemptId || now.getTime() - live.sentAt.getTime() < SILENT_MS) return;
  const summary = [answer.state, answer.reason].filter(Boolean).join(': ');
  await makeUnknown(tx, order, machineRemark('noEnd', summary), now);
}

interface Reported {
  order: PayRow;
  attempt: Owned;
  answer: Answer;
  now: Date;
}

/** A payout that is paid is reported failed: nothing moves, and a person finds out whether the bank sent it back. */
async function takenBack(tx: PoolClient, { order, attempt, answer, now }: Reported): Promise<Outcome> {
  const { upstreamId, failed } = await routeOfAttempt(tx, attempt);
  // Of a route that had failed before another one paid it is no news.
  if (order.status !== 'success' || failed) return 'applied';
  await noteReported(tx, attempt, answer.state);
  const summary = failedText(answer);
  if (!(await notedBefore(tx, order.id, summary))) await noteOnPayout(tx, order, 'contradiction', summary);
  const report = { upstreamId, upstreamOrderNo: answer.upstreamOrderNo, utr: answer.utr, summary };
  await openReview(tx, { orderKind: 'payOrder', order, kind: 'contradiction' }, report, now);
  return 'doubted';
}

/**
 * An attempt that had ended is reported paid after all: money may have left twice, which only people can mend. Where
 * it has not been sent again yet, it is not.
 */
async function contradicted(tx: PoolClient, reported: Reported): Promise<Outcome> {
  const { order, attempt, answer, now } = reported;
  if (answer.state === 'failed' || answer.state === 'notSent') return takenBack(tx, reported);
  if (answer.state !== 'paid') return 'applied';
  const route = await routeOfAttempt(tx, attempt);
  if (await keepDuplicateNotice(tx, order, answer, route.failed)) return 'applied';
  await noteReported(tx, attempt, 'paid');
  const summary = [paidText(answer), answer.upstreamOrderNo, answer.utr].filter(Boolean).join(', ');
  const remark = summary.slice(0, 300);
  if (order.status === 'queued') {
    await makeUnknown(tx, order, remark, now);
    return 'doubted';
  }
  await noteOnPayout(tx, order, 'contradiction', remark);
  const { upstreamOrderNo, utr } = answer;
  const report = {
    upstreamId: route.upstreamId,
    upstreamOrderNo,
    utr,
    summary: remark,
    ...statedMoney(order, answer),
  };
  const kind = OPEN.has(order.status) ? 'contradiction' : 'paidAfterEnd';
  await openReview(tx, { orderKind: 'payOrder', order, kind }, report, now);
  return 'doubted';
}

/** Another amount than ours, or a bank reference that proves another payout, is no proof that ours was paid. */
async function whyNoPayment(tx: PoolClient, order: PayRow, answer: Answer): Promise<string | undefined> {
  if (!fitsOrder(order, answer)) return paidText(answer);
  return referenceConflict(tx, 'out', order, answer.utr);
}

/** Money that was once reported to have left is not given back, nor sent again, because the next report differs. */
async function whyNoFailure(tx: PoolClient, order: PayRow, answer: Answer): Promise<string | undefined> {
  const { paid } = await reportedOnPayout(tx, order);
  if (paid) return failedText(answer);
  // The bank's line that it has left is worth more than an upstream's report that it has not.
  const line = (await linesProposing(tx, order)).find(({ fits }) => fits);
  return line && `${failedText(answer)}, ${line.billNo}`;
}

/** Why a report that would end the payout is no proof of that end. */
async function whyNoProof(tx: PoolClient, order: PayRow, answer: Answer): Promise<string | undefined> {
  switch (answer.state) {
    case 'paid':
      return whyNoPayment(tx, order, answer);
    case 'failed':
    case 'notSent':
      return whyNoFailure(tx, order, answer);
    default:
      return undefined;
  }
}

/** What it reported cannot be taken as it is: the hold stays, and a payout that already waits notes it once. */
async function doubt(tx: PoolClient, reported: Reported, because: string): Promise<void> {
  const { order, attempt, answer, now } = reported;
  const why = because.slice(0, 300);
  const known = await failureOf(tx, 'pay_attempt', attempt);
  await endAttempt(tx, 'pay_attempt', attempt, 'unknown', { ...answer, reason: why }, now);
  await showReported(tx, attempt, 'unknown');
  await noteReported(tx, attempt, answer.state);
  if (order.status === 'unknown' && known !== why) await noteOnPayout(tx, order, 'contradiction', why);
  await leaveUnknown(tx, order, why, now);
}

async function act(tx: PoolClient, { order, attempt, answer, now }: Reported): Promise<void> {
  const reason = reasonRemark(answer);
  const end = async (state: AttemptState) => {
    await endAttempt(tx, 'pay_attempt', attempt, state, answer, now);
    await showReported(tx, attempt, state);
  };
  switch (answer.state) {
    case 'paid':
      await end('paid');
      await payPayout(tx, order, { utr: answer.utr, upstreamOrderNo: answer.upstreamOrderNo }, now);
      return;
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

/**
 * Applies what an upstream reported about one attempt: as its answer, as a message of its own, or when asked. The same
 * report again changes nothing; a report against an order that has ended is kept in the attempt alone.
 */
export async function applyPayoutAnswer(
  tx: PoolClient,
  orderId: string,
  attemptId: string,
  answer: Answer,
  now: Date,
): Promise<Outcome> {
  const order = await lockPayout(tx, orderId);
  const open = OPEN.has(order.status);
  const live = await liveAttempt(tx, 'pay_attempt', order);
  const reported = { order, attempt: { id: attemptId, merchantId: order.merchantId }, answer, now };
  if (!open || live?.id !== attemptId) return contradicted(tx, reported);
  const noProof = await whyNoProof(tx, order, answer);
  if (noProof !== undefined) {
    await doubt(tx, reported, noProof);
    return 'doubted';
  }
  const refused = await refusalOf(tx, () => act(tx, reported));
  if (!refused) return 'applied';
  await doubt(tx, reported, `${answer.state}: ${refusalText(refused)}`);
  return 'refused';
}
