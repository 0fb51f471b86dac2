import { amountText, feeOf } from '../../../contract/money.ts';
import { submitOrder } from '../orders/collect/collect.ts';
import type { CollectRow } from '../orders/collectRow.ts';
import { transactForMerchant } from '../../platform/db/merchantTransaction.ts';
import { callInTurn, giveUpTurn } from '../../platform/outbound/callInTurn.ts';
import { upstreamEndpoint } from '../../platform/outbound/endpoint.ts';
import { type Answer, callUpstream } from './adapter.ts';
import { beginAttempt, type OpenAttempt } from './attempts.ts';
import { endLost, nextCollect, planCollect } from './collectRoute.ts';
import { readConnection } from './config.ts';
import { countOutcome } from './health.ts';
import { merchantOfOrder } from './merchantOfOrder.ts';
import { submissionJob } from '../orders/upstreamJobs.ts';
import { recordAnswer } from './recordAnswer.ts';
import type { Route } from './routes.ts';
import type { UpstreamDeps } from './submitPayout.ts';
import { NO_CONNECTION } from './reasons.ts';

interface Begun {
  order: CollectRow;
  attempt: OpenAttempt;
  route: Route;
}

interface Subject {
  orderId: string;
  merchantId: string;
}

/** Takes the order to a route, written down before anything is sent; undefined where it goes elsewhere by now. */
function begin(
  deps: UpstreamDeps,
  { orderId, merchantId }: Subject,
  upstreamId: string,
): Promise<Begun | undefined> {
  return transactForMerchant(deps, merchantId, async (tx) => {
    const now = deps.clock.now();
    const plan = await planCollect(tx, orderId, now);
    if (plan.step !== 'send' || plan.route.upstreamId !== upstreamId) return undefined;
    const { order, route, round, isFirst, lost } = plan;
    if (lost) await endLost(tx, lost, now);
    const attempt = await beginAttempt(tx, 'collect_attempt', order, route, now, round);
    const upstreamCost = amountText(feeOf(order.amount, route.rate, route.fixed, order.currency));
    if (isFirst) await submitOrder(tx, orderId, { upstreamId, upstreamCost }, now);
    else {
      await tx.query(
        'update collect_order set upstream_id = $2, upstream_cost = $3, version = version + 1 where id = $1',
        [orderId, upstreamId, upstreamCost],
      );
    }
    return { order, attempt, route };
  });
}

async function send(deps: UpstreamDeps, { order, attempt, route }: Begun): Promise<Answer> {
  const nothing = { httpStatus: null, milliseconds: 0, raw: null };
  const connection = readConnection(deps.env.secretsKey ?? '', route.config);
  if (!connection) return { ...nothing, state: 'notSent', reason: NO_CONNECTION };
  const values = {
    orderNo: order.orderNo,
    reference: `${order.orderNo}-${attempt.attempt}`,
    amount: order.amount,
    currency: order.currency,
  };
  return callUpstream(deps.outbound, connection, 'collect', values, deps.clock.now());
}

/** Writes down what came of an attempt. @returns whether the order goes on to its next route */
async function record(
  deps: UpstreamDeps,
  { order, attempt, route }: Begun,
  answer: Answer,
): Promise<boolean> {
  const { upstreamId } = route;
  await countOutcome(deps, upstreamId, answer.state);
  const { id: orderId, merchantId } = order;
  return recordAnswer(deps, {
    kind: 'collect',
    merchantId,
    orderId,
    upstreamId,
    attemptId: attempt.id,
    answer,
  });
}

/**
 * Submits an order to its routes in turn until one takes it: asking to be paid is harmless to repeat, so one that gave
 * no clear answer is passed over while there is another. Where the next upstream has no room the job waits in its line
 * and goes on from there. `turn`: the place that was kept for it.
 * @throws MerchantBusy where the order's merchant is; nothing was sent then
 */
export async function submitCollect(deps: UpstreamDeps, orderId: string, turn?: string): Promise<void> {
  const job = submissionJob('submitCollect', orderId);
  const merchantId = await merchantOfOrder(deps.pool, 'collect', orderId);
  for (let kept = turn; ; kept = undefined) {
    const plan = await transactForMerchant(deps, merchantId, (tx) =>
      nextCollect(tx, orderId, deps.clock.now()),
    );
    if (!plan) return giveUpTurn(deps, kept);
    const { upstreamId } = plan.route;
    const called = await callInTurn(deps, upstreamEndpoint(upstreamId), { ...job, turn: kept }, async () => {
      const begun = await begin(deps, { orderId, merchantId }, upstreamId);
      if (!begun) return { value: undefined };
      const answer = await send(deps, begun);
      return { value: { begun, answer }, milliseconds: answer.milliseconds || undefined };
    });
    if (!called) return;
    if (called.value && !(await record(deps, called.value.begun, called.value.answer))) return;
  }
}
