import type { PayRow } from '../orders/payRow.ts';
import { lockPayout } from '../orders/payStore.ts';
import { transactForMerchant } from '../../platform/db/merchantTransaction.ts';
import { callInTurn, giveUpTurn } from '../../platform/outbound/callInTurn.ts';
import { upstreamEndpoint } from '../../platform/outbound/endpoint.ts';
import { type Answer, callUpstream } from './adapter.ts';
import { liveAttempt, type OpenAttempt } from './attempts.ts';
import { readConnection } from './config.ts';
import { keepAnswer } from './keepAnswer.ts';
import { merchantOfOrder } from './merchantOfOrder.ts';
import { queryJob } from '../orders/upstreamJobs.ts';
import { recordAnswer } from './recordAnswer.ts';
import type { UpstreamDeps } from './submitPayout.ts';
import { NO_CONNECTION } from './reasons.ts';

/** Nobody can be asked. */
const UNCONNECTED: Answer = {
  state: 'notSent',
  reason: NO_CONNECTION,
  httpStatus: null,
  milliseconds: 0,
  raw: null,
};

interface Asked {
  order: PayRow;
  attempt: OpenAttempt;
  upstreamOrderNo: string | null;
  config: string | null;
}

async function subject(deps: UpstreamDeps, orderId: string): Promise<Asked | undefined> {
  const merchantId = await merchantOfOrder(deps.pool, 'pay', orderId);
  return transactForMerchant(deps, merchantId, async (tx) => {
    const order = await lockPayout(tx, orderId);
    if (order.status !== 'processing' && order.status !== 'unknown') return undefined;
    const attempt = await liveAttempt(tx, 'pay_attempt', order);
    if (!attempt) return undefined;
    const { rows } = await tx.query<{ config: string | null; upstreamOrderNo: string | null }>(
      `select u.config, a.upstream_order_no as "upstreamOrderNo" from pay_attempt a
       join upstream u on u.id = a.upstream_id where a.id = $1 and a.merchant_id = $2`,
      [attempt.id, attempt.merchantId],
    );
    return { order, attempt, ...rows[0]! };
  });
}

/**
 * Asks the upstream what became of a payout. Paid and failed end it; "not found" does not: an upstream may learn of an
 * order late, so the hold stays and it is asked again, ever more seldom, until it knows or a person decides, who may
 * once a day has passed without an end.
 */
export async function queryPayout(
  deps: UpstreamDeps,
  orderId: string,
  asked: number,
  turn?: string,
): Promise<void> {
  const about = await subject(deps, orderId);
  if (!about) return giveUpTurn(deps, turn);
  const now = deps.clock.now();
  const { order, attempt } = about;
  const connection = readConnection(deps.env.secretsKey ?? '', about.config);
  const question = {
    kind: 'pay',
    orderNo: order.orderNo,
    reference: `${order.orderNo}-${attempt.attempt}`,
    upstreamOrderNo: about.upstreamOrderNo ?? '',
  };
  const job = { ...queryJob({ kind: 'pay', orderId, asked }), turn };
  const called = await callInTurn(deps, upstreamEndpoint(attempt.upstreamId), job, async () => {
    const value = connection
      ? await callUpstream(deps.outbound, connection, 'query', question, now)
      : UNCONNECTED;
    return { value, milliseconds: value.milliseconds || undefined };
  });
  if (!called) return;
  const answer = called.value;
  await keepAnswer(deps, { kind: 'pay', upstreamId: attempt.upstreamId, order }, answer);
  const { merchantId } = order;
  const { id: attemptId, upstreamId } = attempt;
  await recordAnswer(deps, { kind: 'pay', merchantId, orderId, upstreamId, attemptId, answer, asked });
}
