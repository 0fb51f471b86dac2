import type { PoolClient } from 'pg';
import { amountText, feeOf } from '../../contract/money.ts';
import type { CollectRow } from '../actions/collectRow.ts';
import { nextStatus } from '../ledger/states.ts';

const ROUTE = `select u.id::text as "upstreamId", u.rate::text as rate, u.fixed::text as fixed,
    a.upstream_order_no as "upstreamOrderNo"
  from collect_attempt a join upstream u on u.id = a.upstream_id where a.id = $1`;
const BACK = `update collect_order set upstream_id = $2, upstream_cost = $3, upstream_order_no = $4,
    version = version + 1 where id = $1`;

interface Route {
  upstreamId: string;
  rate: string;
  fixed: string;
  upstreamOrderNo: string | null;
}

/** An order whose money came by a route before its last is that route's: its upstream holds the money, at its price. */
export async function backToRoute(tx: PoolClient, order: CollectRow, attemptId: string): Promise<void> {
  // What has its money already stays where that came from.
  if (!nextStatus('review', order.status)) return;
  const { rows } = await tx.query<Route>(ROUTE, [attemptId]);
  const route = rows[0];
  if (!route || route.upstreamId === order.upstreamId) return;
  const cost = amountText(feeOf(order.amount, route.rate, route.fixed, order.currency));
  await tx.query(BACK, [order.id, route.upstreamId, cost, route.upstreamOrderNo]);
}

/** The upstream that a word comes from, where the order has its money already and stays with whom that came from. */
export async function senderOf(
  tx: PoolClient,
  order: CollectRow,
  attemptId: string | undefined,
): Promise<string | undefined> {
  if (!attemptId || nextStatus('review', order.status)) return undefined;
  const { rows } = await tx.query<Route>(ROUTE, [attemptId]);
  return rows[0]?.upstreamId;
}
