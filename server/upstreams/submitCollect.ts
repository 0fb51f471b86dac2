import { amountText, feeOf } from '../../contract/money.ts';
import { failOrder, submitOrder } from '../actions/collect.ts';
import type { CollectRow } from '../actions/collectRow.ts';
import { lockOrder } from '../actions/collectStore.ts';
import { transact } from '../db/transaction.ts';
import { type Answer, callUpstream } from './adapter.ts';
import { beginAttempt, endAttempt, type OpenAttempt } from './attempts.ts';
import { applyCollectAnswer } from './collectOutcome.ts';
import { readConnection } from './config.ts';
import { backToRoute } from './formerRoute.ts';
import { countOutcome } from './health.ts';
import { ASK_AGAIN_S } from './queryCollect.ts';
import { queueQuery } from './queue.ts';
import { type Route, routesOf } from './routes.ts';
import type { UpstreamDeps } from './submitPayout.ts';

interface Begun {
  order: CollectRow & { channelId: string };
  attempt: OpenAttempt;
  route: Route;
}

const channelOf = `select channel_id::text as id from collect_order where id = $1`;

/** The next route an order has not been to, written down before anything is sent. */
function begin(deps: UpstreamDeps, orderId: string, tried: ReadonlySet<string>): Promise<Begun | undefined> {
  return transact(deps.pool, async (tx) => {
    const now = deps.clock.now();
    const locked = await lockOrder(tx, orderId);
    const first = locked.status === 'created' || locked.status === 'failed';
    if (!first && !(locked.status === 'paying' && tried.size > 0)) return undefined;
    const { rows } = await tx.query<{ id: string }>(channelOf, [orderId]);
    const order = { ...locked, channelId: rows[0]!.id };
    const route = (await routesOf(tx, 'collect', order)).find((one) => !tried.has(one.upstreamId));
    if (!route) return undefined;
    const attempt = await beginAttempt(tx, 'collect_attempt', order, route, now);
    const upstreamCost = amountText(feeOf(order.amount, route.rate, route.fixed, order.currency));
    if (first) await submitOrder(tx, orderId, { upstreamId: route.upstreamId, upstreamCost }, now);
    else {
      await tx.query(
        'update collect_order set upstream_id = $2, upstream_cost = $3, version = version + 1 where id = $1',
        [orderId, route.upstreamId, upstreamCost],
      );
    }
    return { order, attempt, route };
  });
}

async function send(deps: UpstreamDeps, { order, attempt, route }: Begun): Promise<Answer> {
  const nothing = { httpStatus: null, milliseconds: 0, raw: null };
  const connection = readConnection(deps.env.secretsKey ?? '', route.config);
  if (!connection) return { ...nothing, state: 'notSent', reason: 'the upstream has no connection' };
  const values = {
    orderNo: order.orderNo,
    reference: `${order.orderNo}-${attempt.attempt}`,
    amount: order.amount,
    currency: order.currency,
  };
  return callUpstream(deps.outbound, connection, 'collect', values, deps.clock.now());
}

/** A route of which nobody can tell whether it took the order. */
interface Unknown {
  attempt: OpenAttempt;
  answer: Answer;
}

/** No route took it. Where one may have, its payer may still pay: the order stays with that one and is asked about. */
async function endWithoutRoute(
  { pool, clock }: UpstreamDeps,
  orderId: string,
  unknown: Unknown | undefined,
): Promise<void> {
  const now = clock.now();
  await transact(pool, async (tx) => {
    if (!unknown) return void (await failOrder(tx, orderId, 'no route took it', now));
    const { attempt, answer } = unknown;
    const order = await lockOrder(tx, orderId);
    // Paid, expired or cancelled meanwhile.
    if (order.status !== 'paying') return;
    await endAttempt(tx, 'collect_attempt', attempt.id, 'unknown', answer, now);
    await backToRoute(tx, order, { attemptId: attempt.id, upstreamId: attempt.upstreamId });
    await queueQuery(tx, 'collect', orderId, new Date(now.getTime() + ASK_AGAIN_S[0]! * 1_000), 1);
  });
}

/**
 * Submits an order to its routes in turn until one takes it: asking to be paid is harmless to repeat, so one that gave
 * no clear answer is passed over while there is another.
 */
export async function submitCollect(deps: UpstreamDeps, orderId: string): Promise<void> {
  const tried = new Set<string>();
  let unknown: Unknown | undefined;
  for (;;) {
    const begun = await begin(deps, orderId, tried);
    if (!begun) break;
    tried.add(begun.route.upstreamId);
    const answer = await send(deps, begun);
    await countOutcome(deps, begun.route.upstreamId, answer.state);
    const taken = answer.state === 'accepted' || answer.state === 'pending' || answer.state === 'paid';
    if (taken) {
      await transact(deps.pool, (tx) =>
        applyCollectAnswer(
          tx,
          begun.order.id,
          { attemptId: begun.attempt.id, upstreamId: begun.route.upstreamId },
          answer,
          deps.clock.now(),
        ),
      );
      return;
    }
    if (answer.state === 'unknown') unknown = { attempt: begun.attempt, answer };
    await transact(deps.pool, (tx) =>
      endAttempt(tx, 'collect_attempt', begun.attempt.id, 'failed', answer, deps.clock.now()),
    );
  }
  if (tried.size > 0) await endWithoutRoute(deps, orderId, unknown);
}
