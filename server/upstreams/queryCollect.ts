import type { CollectRow } from '../actions/collectRow.ts';
import { lockOrder } from '../actions/collectStore.ts';
import { transact } from '../db/transaction.ts';
import { callUpstream } from './adapter.ts';
import { applyCollectAnswer } from './collectOutcome.ts';
import { readConnection } from './config.ts';
import { keepAnswer } from './keepAnswer.ts';
import { queueQuery } from './queue.ts';
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

function subject({ pool }: UpstreamDeps, orderId: string): Promise<Asked> {
  return transact(pool, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { rows } = await tx.query<Omit<Asked, 'order'>>(ABOUT, [orderId]);
    return { ...rows[0]!, order, attemptId: rows[0]!.attemptId ?? undefined };
  });
}

/** Asks the upstream what became of a collection order: paid money is applied whatever the order's state. */
export async function queryCollect(deps: UpstreamDeps, orderId: string, asked: number): Promise<void> {
  const about = await subject(deps, orderId);
  const connection = readConnection(deps.env.secretsKey ?? '', about.config);
  if (!connection) return;
  const now = deps.clock.now();
  const answer = await callUpstream(
    deps.outbound,
    connection,
    'query',
    {
      kind: 'collect',
      orderNo: about.order.orderNo,
      reference: about.order.orderNo,
      upstreamOrderNo: about.upstreamOrderNo ?? '',
    },
    now,
  );
  const { order } = about;
  if (order.upstreamId)
    await keepAnswer(deps, { kind: 'collect', upstreamId: order.upstreamId, order }, answer);
  if (answer.state === 'paid' || answer.state === 'failed') {
    await transact(deps.pool, (tx) =>
      applyCollectAnswer(
        tx,
        orderId,
        { attemptId: about.attemptId, upstreamId: order.upstreamId },
        answer,
        deps.clock.now(),
      ),
    );
    return;
  }
  const wait = ASK_AGAIN_S[asked];
  if (wait === undefined || about.order.status !== 'paying') return;
  await transact(deps.pool, (tx) =>
    queueQuery(tx, 'collect', orderId, new Date(now.getTime() + wait * 1_000), asked + 1),
  );
}
