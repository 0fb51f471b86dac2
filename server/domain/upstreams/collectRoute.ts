import type { PoolClient } from 'pg';
import { machineRemark } from '../../../contract/remark.ts';
import { failOrder } from '../orders/collect/collect.ts';
import type { CollectRow } from '../orders/collectRow.ts';
import { lockOrder } from '../orders/collectStore.ts';
import { CUT_OFF, endAttempt, type Owned } from './attempts.ts';
import { ATTEMPT_STATE } from '../../platform/db/statuses.ts';
import { backToRoute } from './formerRoute.ts';
import { ASK_AGAIN_S } from './queryCollect.ts';
import { queueCollect, queueQuery } from '../orders/upstreamJobs.ts';
import { type Route, routesOf } from './routes.ts';

/** Longer than any call to an upstream takes: an attempt that is being sent for so long has lost its worker. */
export const STALE_MS = 60_000;

interface Made extends Owned {
  upstreamId: string;
  state: number;
  unclear: boolean;
  sentAt: Date;
  round: number;
}

/** Where a collection order goes next. */
export type CollectPlan =
  | { step: 'none' }
  /** Someone sends it now, or has died doing so. */
  | { step: 'later'; at: Date }
  | { step: 'end'; order: CollectRow; unclear: Made | undefined }
  | {
      step: 'send';
      order: CollectRow;
      route: Route;
      round: number;
      isFirst: boolean;
      lost: Made | undefined;
    };

const CHANNEL = 'select channel_id::text as id from collect_order where id = $1 and merchant_id = $2';
const ROUND = `select id::text, merchant_id::text as "merchantId", upstream_id::text as "upstreamId", state, unclear, sent_at as "sentAt", round
  from collect_attempt where order_id = $1 and merchant_id = $2
    and round = (select max(round) from collect_attempt where order_id = $1 and merchant_id = $2) order by attempt`;

/**
 * The next route of an order, read from its attempts: whoever finds a round under way goes on with it, be it the worker
 * that began it or, after a crash or a wait for a full upstream, another one.
 */
export async function planCollect(tx: PoolClient, orderId: string, now: Date): Promise<CollectPlan> {
  const order = await lockOrder(tx, orderId);
  const isFirst = order.status === 'created' || order.status === 'failed';
  if (!isFirst && order.status !== 'paying') return { step: 'none' };
  const { rows: made } = await tx.query<Made>(ROUND, [orderId, order.merchantId]);
  const last = made.at(-1);
  if (!isFirst && !last) return { step: 'none' };
  const tried = isFirst ? [] : made;
  const taken = tried.some(({ state }) => state !== ATTEMPT_STATE.failed && state !== ATTEMPT_STATE.sending);
  if (taken) return { step: 'none' };
  const lost = tried.find(({ state }) => state === ATTEMPT_STATE.sending);
  const goesOnAt = lost && new Date(lost.sentAt.getTime() + STALE_MS);
  if (goesOnAt && goesOnAt > now) return { step: 'later', at: goesOnAt };
  const { rows } = await tx.query<{ id: string }>(CHANNEL, [orderId, order.merchantId]);
  const routes = await routesOf(tx, 'collect', { ...order, channelId: rows[0]!.id });
  const route = routes.find(({ upstreamId }) => !tried.some((one) => one.upstreamId === upstreamId));
  const round = (last?.round ?? 0) + (isFirst ? 1 : 0);
  if (route) return { step: 'send', order, route, round, isFirst, lost };
  if (isFirst) return { step: 'none' };
  return { step: 'end', order, unclear: tried.findLast((one) => one.unclear || one === lost) };
}

/** An attempt whose worker died before its answer came is as unclear as one without an answer. */
export const endLost = (tx: PoolClient, lost: Made, now: Date): Promise<void> =>
  endAttempt(tx, 'collect_attempt', lost, 'failed', CUT_OFF, now);

const REOPEN = `update collect_attempt set state = ${ATTEMPT_STATE.unknown} where id = $1 and merchant_id = $2`;

/** No route took it. Where one may have, its payer may still pay: the order stays with that one and is asked about. */
async function endWithoutRoute(
  tx: PoolClient,
  { order, unclear }: CollectPlan & { step: 'end' },
  now: Date,
): Promise<void> {
  if (!unclear) {
    await failOrder(tx, order.id, machineRemark('noRoute'), now);
    return;
  }
  if (unclear.state === ATTEMPT_STATE.sending) await endLost(tx, unclear, now);
  await tx.query(REOPEN, [unclear.id, unclear.merchantId]);
  await backToRoute(tx, order, { attemptId: unclear.id, upstreamId: unclear.upstreamId });
  await queueQuery(tx, 'collect', order.id, new Date(now.getTime() + ASK_AGAIN_S[0]! * 1_000), 1);
}

/** Plans, and writes down what a plan without a call asks for. */
export async function nextCollect(
  tx: PoolClient,
  orderId: string,
  now: Date,
): Promise<(CollectPlan & { step: 'send' }) | undefined> {
  const plan = await planCollect(tx, orderId, now);
  if (plan.step === 'send') return plan;
  if (plan.step === 'later') await queueCollect(tx, orderId, plan.at);
  if (plan.step === 'end') await endWithoutRoute(tx, plan, now);
  return undefined;
}
