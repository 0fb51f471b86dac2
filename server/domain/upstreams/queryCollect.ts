import type { CollectRow } from '../orders/collectRow.ts';
import { lockOrder } from '../orders/collectStore.ts';
import { transact } from '../../platform/db/transaction.ts';
import { transactForMerchant } from '../../platform/db/merchantTransaction.ts';
import { callInTurn, giveUpTurn } from '../../platform/outbound/callInTurn.ts';
import { upstreamEndpoint } from '../../platform/outbound/endpoint.ts';
import { callUpstream } from './adapter.ts';
import { readConnection } from './config.ts';
import { keepAnswer } from './keepAnswer.ts';
import { merchantOfOrder } from './merchantOfOrder.ts';
import { queryJob, queueQuery } from '../orders/upstreamJobs.ts';
import { recordAnswer } from './recordAnswer.ts';
import type { UpstreamDeps } from './submitPayout.ts';

/** How long after a question without an end an order is asked about again, in seconds. */
export const ASK_AGAIN_S: readonly number[] = [60, 300, 900];

interface Asked {
  order: CollectRow;
  attemptId: string | undefined;
  upstreamOrderNo: string | null;
  config: string | null;
}

const ABOUT = `select u.config, o.upstream_order_no as "upstreamOrderNo",
    (select a.id::text from collect_attempt a where a.order_id = o.id and a.upstream_id = o.upstream_id
      order by attempt desc limit 1) as "attemptId"
  from collect_order o left join upstream u on u.id = o.upstream_id where o.id = $1`;

async function subject(deps: UpstreamDeps, orderId: string): Promise<Asked> {
  const merchantId = await merchantOfOrder(deps.pool, 'collect', orderId);
  return transactForMerchant(deps, merchantId, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { rows } = await tx.query<Omit<Asked, 'order'>>(ABOUT, [orderId]);
    return { ...rows[0]!, order, attemptId: rows[0]!.attemptId ?? undefined };
  });
}

/** Asks the upstream what became of a collection order: paid money is applied whatever the order's state. */
export async function queryCollect(
  deps: UpstreamDeps,
  orderId: string,
  asked: number,
  turn?: string,
): Promise<void> {
  const about = await subject(deps, orderId);
  const connection = readConnection(deps.env.secretsKey ?? '', about.config);
  const { order } = about;
  const { upstreamId, orderNo } = order;
  if (!connection || !upstreamId) return giveUpTurn(deps, turn);
  const now = deps.clock.now();
  const question = {
    kind: 'collect',
    orderNo,
    reference: orderNo,
    upstreamOrderNo: about.upstreamOrderNo ?? '',
  };
  const job = { ...queryJob({ kind: 'collect', orderId, asked }), turn };
  const called = await callInTurn(deps, upstreamEndpoint(upstreamId), job, async () => {
    const value = await callUpstream(deps.outbound, connection, 'query', question, now);
    return { value, milliseconds: value.milliseconds || undefined };
  });
  if (!called) return;
  const answer = called.value;
  await keepAnswer(deps, { kind: 'collect', upstreamId, order }, answer);
  if (answer.state === 'paid' || answer.state === 'failed') {
    const { merchantId } = order;
    const { attemptId } = about;
    await recordAnswer(deps, { kind: 'collect', merchantId, orderId, upstreamId, attemptId, answer, asked });
    return;
  }
  const wait = ASK_AGAIN_S[asked];
  if (wait === undefined || order.status !== 'paying') return;
  await transact(deps.pool, (tx) =>
    queueQuery(tx, 'collect', orderId, new Date(now.getTime() + wait * 1_000), asked + 1),
  );
}
