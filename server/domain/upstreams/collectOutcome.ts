import type { PoolClient } from 'pg';
import { failOrder, succeedOrder } from '../orders/collect/collect.ts';
import type { CollectRow } from '../orders/collectRow.ts';
import { lockOrder, moveOrder } from '../orders/collectStore.ts';
import { moveRow, SYSTEM } from '../orders/moveRow.ts';
import { openReview } from '../payments/reviewOpen.ts';
import { nextStatus } from '../../ledger/states.ts';
import type { Answer } from './adapter.ts';
import { endAttempt, endOfAttempt, liveAttempt, type Owned } from './attempts.ts';
import { isMoney, statedMoney, paidText } from './fits.ts';
import { backToRoute, type Sender } from './formerRoute.ts';
import { refusalOf, refusalText } from './refusal.ts';
import { reasonRemark } from './reasons.ts';
import { failedText, notedBefore } from './takenBack.ts';
import { COLLECT_STATUS } from '../../platform/db/statuses.ts';

/** What came of a report of an upstream; what was not applied as it came is noted on its order for a person. */
export type Outcome = 'applied' | 'doubted' | 'refused';

/** Not where the money has come meanwhile, be it by another route: the number is that of the payment then. */
const NOTE = `update collect_order set upstream_order_no = coalesce($2, upstream_order_no),
    upstream_pay_url = coalesce($3, upstream_pay_url), version = version + 1 where id = $1
      and status not in (${COLLECT_STATUS.success}, ${COLLECT_STATUS.reversed}, ${COLLECT_STATUS.review})`;

const ORDER = { table: 'collect_order', resource: 'collectOrder' } as const;

/** What an upstream reported of an order. */
interface Reported {
  order: CollectRow;
  sender: Sender;
  attempt: Owned | undefined;
  answer: Answer;
  now: Date;
}

/** Says something in the log of an order without moving it. */
const noteOnOrder = (tx: PoolClient, order: CollectRow, remark: string): Promise<void> =>
  moveRow(tx, ORDER, order, { event: 'contradiction', to: order.statusValue, remark }, SYSTEM);

/** Leaves a report to a person, about an order that is not in review itself. */
async function leaveItem(
  tx: PoolClient,
  { order, sender, answer, now }: Reported,
  summary: string,
): Promise<void> {
  if (order.status === 'review') return;
  const { utr, upstreamOrderNo, state } = answer;
  const money = state === 'paid' ? statedMoney(order, answer) : {};
  const report = { upstreamId: sender.upstreamId, utr, upstreamOrderNo, summary, ...money };
  await openReview(tx, { orderKind: 'collectOrder', order, kind: 'contradiction' }, report, now);
}

async function contradict(tx: PoolClient, reported: Reported, summary: string): Promise<void> {
  await noteOnOrder(tx, reported.order, summary);
  await leaveItem(tx, reported, summary);
}

/** Nobody knows what came, so nothing is booked: a person looks, in review where the order can go there. */
async function leaveToPeople(tx: PoolClient, reported: Reported, why?: string): Promise<void> {
  const { order, answer } = reported;
  const parts = [paidText(answer), answer.utr && `UTR ${answer.utr.slice(0, 60)}`, why];
  const remark = parts.filter(Boolean).join(', ');
  const to = nextStatus('review', order.status);
  if (to) await moveOrder(tx, order, { event: 'review', to, remark }, SYSTEM);
  else await contradict(tx, reported, remark);
}

async function paid(tx: PoolClient, reported: Reported): Promise<Outcome> {
  const { order, sender, answer, now } = reported;
  if (!isMoney(order, answer)) {
    await leaveToPeople(tx, reported);
    return 'doubted';
  }
  const payment = {
    paidAmount: answer.amount ?? order.amount,
    currency: answer.currency,
    utr: answer.utr,
    upstreamOrderNo: answer.upstreamOrderNo,
    upstreamId: sender.upstreamId ?? undefined,
  };
  const refused = await refusalOf(tx, async () => {
    const moved = await backToRoute(tx, order, sender);
    await succeedOrder(tx, moved ? order.id : order, payment, now);
  });
  if (!refused) return 'applied';
  await leaveToPeople(tx, reported, refusalText(refused));
  return 'refused';
}

type Ended = Awaited<ReturnType<typeof endOfAttempt>>;
const NO_END: Ended = { paid: false, failed: false };

async function failed(tx: PoolClient, reported: Reported): Promise<Outcome> {
  const { order, answer, now } = reported;
  const refused = await refusalOf(tx, () => failOrder(tx, order.id, reasonRemark(answer) ?? undefined, now));
  // An edge that is not there any more (paid, failed or cancelled meanwhile) is no fault: the attempt keeps the answer.
  if (!refused || refused.code === 'guard') return 'applied';
  await contradict(tx, reported, `failed, ${refusalText(refused)}`);
  return 'refused';
}

/**
 * True where the report is against money that the order has: its own route calls it failed, which had not done so before
 * the money came.
 */
function isAgainstMoney({ order, sender }: Reported, ended: Ended): boolean {
  if (order.status === 'review') return ended.paid;
  return order.status === 'success' && sender.upstreamId === order.upstreamId && !ended.failed;
}

/** Money that was booked stays where it is: a person finds out whether it was taken back, and reverses it then. */
async function takenBack(tx: PoolClient, reported: Reported): Promise<Outcome> {
  const summary = failedText(reported.answer);
  if (!(await notedBefore(tx, reported.order.id, summary))) await noteOnOrder(tx, reported.order, summary);
  await leaveItem(tx, reported, summary);
  return 'doubted';
}

async function reportedFailed(tx: PoolClient, reported: Reported): Promise<Outcome> {
  const { order, attempt, answer, now } = reported;
  const ended = attempt ? await endOfAttempt(tx, 'collect_attempt', attempt) : NO_END;
  if (isAgainstMoney(reported, ended)) return takenBack(tx, reported);
  const live = (await liveAttempt(tx, 'collect_attempt', order))?.id === attempt?.id;
  // Of a route that reported "paid" before, that report holds: its money was booked.
  if (attempt && !ended.paid) await endAttempt(tx, 'collect_attempt', attempt, 'failed', answer, now);
  return live ? failed(tx, reported) : 'applied';
}

/**
 * Applies what an upstream reported about a collection order: as its answer, by itself, or when asked. Money counts from
 * whichever route it came; that it was taken or failed counts only from the one that the order is with now.
 */
export async function applyCollectAnswer(
  tx: PoolClient,
  orderId: string,
  sender: Sender,
  answer: Answer,
  now: Date,
): Promise<Outcome> {
  const order = await lockOrder(tx, orderId);
  const { attemptId } = sender;
  const attempt = attemptId ? { id: attemptId, merchantId: order.merchantId } : undefined;
  const reported = { order, sender, attempt, answer, now };
  const isLive = async () => (await liveAttempt(tx, 'collect_attempt', order))?.id === attempt?.id;
  const end = async (state: 'accepted' | 'paid') => {
    if (attempt) await endAttempt(tx, 'collect_attempt', attempt, state, answer, now);
  };
  switch (answer.state) {
    case 'paid':
      await end('paid');
      return paid(tx, reported);
    case 'failed':
      return reportedFailed(tx, reported);
    case 'accepted':
    case 'pending':
      if (!(await isLive())) return 'applied';
      await end('accepted');
      await tx.query(NOTE, [order.id, answer.upstreamOrderNo ?? null, answer.payUrl ?? null]);
      return 'applied';
    default:
      return 'applied';
  }
}
