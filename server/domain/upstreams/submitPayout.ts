import type { PoolClient } from 'pg';
import { amountText, feeOf } from '../../../contract/money.ts';
import { haltedMerchant } from '../orders/payout/haltedMerchant.ts';
import { SYSTEM } from '../orders/moveRow.ts';
import type { PayRow } from '../orders/payRow.ts';
import { lockPayout, stepPayout } from '../orders/payStore.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { transactForMerchant } from '../../platform/db/merchantTransaction.ts';
import { callInTurn, giveUpTurn } from '../../platform/outbound/callInTurn.ts';
import { upstreamEndpoint } from '../../platform/outbound/endpoint.ts';
import { type Answer, callUpstream } from './adapter.ts';
import { beginAttempt, type OpenAttempt } from './attempts.ts';
import { ATTEMPT_STATE } from '../../platform/db/statuses.ts';
import { readConnection } from './config.ts';
import { countOutcome } from './health.ts';
import { merchantOfOrder } from './merchantOfOrder.ts';
import { nextRoute } from './nextRoute.ts';
import { submissionJob } from '../orders/upstreamJobs.ts';
import { recordAnswer } from './recordAnswer.ts';
import type { Route } from './routes.ts';
import { NO_CONNECTION } from './reasons.ts';

export type UpstreamDeps = Pick<AppDeps, 'pool' | 'outbound' | 'clock' | 'env' | 'log'>;

interface Begun {
  order: PayRow;
  attempt: OpenAttempt;
  route: Route;
  target: Record<string, string>;
}

const TARGET = `select is_upi as "isUpi", receiving_address as "receivingAddress", bank_account as "bankAccount", ifsc,
  beneficiary, bank_name as "bankName", trc_address as "trcAddress" from pay_order where id = $1 and merchant_id = $2`;

interface Planned {
  order: PayRow;
  route: Route;
}

/** Where a queued payout goes next; undefined where there is nothing to send. */
async function plan(tx: PoolClient, orderId: string): Promise<Planned | undefined> {
  const order = await lockPayout(tx, orderId);
  if (order.status !== 'queued') return undefined;
  // It waits until its merchant is active again, or a person ends it.
  if ((await haltedMerchant(tx, order.merchantId)) !== undefined) return undefined;
  const route = await nextRoute(tx, order);
  // No healthy route: it stays queued until one is back or a person decides.
  return route && { order, route };
}

/** Takes a queued payout to its next route before anything is sent; undefined where it goes elsewhere by now. */
function begin(
  deps: UpstreamDeps,
  { orderId, merchantId }: { orderId: string; merchantId: string },
  to: string,
): Promise<Begun | undefined> {
  return transactForMerchant(deps, merchantId, async (tx) => {
    const now = deps.clock.now();
    const planned = await plan(tx, orderId);
    if (planned?.route.upstreamId !== to) return undefined;
    const { order, route } = planned;
    const attempt = await beginAttempt(tx, 'pay_attempt', order, route, now);
    const upstreamCost = amountText(feeOf(order.amount, route.rate, route.fixed, order.currency));
    const set = {
      upstream_id: route.upstreamId,
      upstream_cost: upstreamCost,
      attempts: attempt.attempt,
      upstream_status: ATTEMPT_STATE.sending,
      submitted_at: now,
    };
    const moved = await stepPayout(tx, order, { event: 'submitUpstream', set }, now, SYSTEM);
    const { rows } = await tx.query<Record<string, string | boolean | null>>(TARGET, [
      order.id,
      order.merchantId,
    ]);
    const target = Object.fromEntries(
      Object.entries(rows[0] ?? {}).map(([name, value]) => [name, value === null ? '' : String(value)]),
    );
    return { order: { ...moved, upstreamId: route.upstreamId, upstreamCost }, attempt, route, target };
  });
}

async function send(deps: UpstreamDeps, { order, attempt, route, target }: Begun): Promise<Answer> {
  const nothing = { httpStatus: null, milliseconds: 0, raw: null };
  const values = {
    ...target,
    orderNo: order.orderNo,
    // The same attempt sent twice by a network that repeats is one payment to the upstream.
    reference: `${order.orderNo}-${attempt.attempt}`,
    amount: order.amount,
    currency: order.currency,
  };
  const connection = readConnection(deps.env.secretsKey ?? '', route.config);
  if (!connection) return { ...nothing, state: 'notSent', reason: NO_CONNECTION };
  return callUpstream(deps.outbound, connection, 'pay', values, deps.clock.now());
}

/**
 * Submits a queued payout to its next route. What was begun is never begun again: a worker that dies between sending
 * and recording leaves an attempt that the sweep turns into `unknown`, and only the upstream's report ends it.
 * Where that upstream has no room the job waits in its line. `turn`: the place that was kept for it.
 * @throws MerchantBusy where the payout's merchant is; nothing was sent then
 */
export async function submitPayout(deps: UpstreamDeps, orderId: string, turn?: string): Promise<void> {
  const job = submissionJob('submitPayout', orderId);
  const merchantId = await merchantOfOrder(deps.pool, 'pay', orderId);
  const planned = await transactForMerchant(deps, merchantId, (tx) => plan(tx, orderId));
  if (!planned) return giveUpTurn(deps, turn);
  const { upstreamId } = planned.route;
  const called = await callInTurn(deps, upstreamEndpoint(upstreamId), { ...job, turn }, async () => {
    const begun = await begin(deps, { orderId, merchantId }, upstreamId);
    if (!begun) return { value: undefined };
    const answer = await send(deps, begun);
    return { value: { begun, answer }, milliseconds: answer.milliseconds || undefined };
  });
  if (!called) return;
  // Its route is another one by now: it is planned again.
  if (!called.value) return submitPayout(deps, orderId);
  const { begun, answer } = called.value;
  await countOutcome(deps, begun.route.upstreamId, answer.state);
  await recordAnswer(deps, {
    kind: 'pay',
    merchantId,
    orderId,
    upstreamId,
    attemptId: begun.attempt.id,
    answer,
  });
}
