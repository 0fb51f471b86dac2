import type { PoolClient } from 'pg';
import { amountText, feeOf } from '../../../contract/money.ts';
import type { CollectRow } from '../orders/collectRow.ts';
import { nextStatus } from '../../ledger/states.ts';

const ROUTE = `select u.id::text as "upstreamId", u.rate::text as rate, u.fixed::text as fixed,
    a.upstream_order_no as "upstreamOrderNo"
  from collect_attempt a join upstream u on u.id = a.upstream_id where a.id = $1`;
const BACK = `update collect_order set upstream_id = $2, upstream_cost = $3, upstream_order_no = $4,
    version = version + 1 where id = $1`;

/** Whose report it is. */
export interface Sender {
  upstreamId: string | null;
  /** What was sent to it of the order, if anything was. */
  attemptId: string | undefined;
}

interface Route {
  upstreamId: string;
  rate: string;
  fixed: string;
  upstreamOrderNo: string | null;
}

/**
 * An order whose money came by a route before its last is that route's: its upstream holds the money, at its price.
 * @returns true where the row has changed
 */
export async function backToRoute(
  tx: PoolClient,
  order: CollectRow,
  { attemptId, upstreamId }: Sender,
): Promise<boolean> {
  // What has its money already stays where that came from.
  if (!attemptId || upstreamId === order.upstreamId || !nextStatus('review', order.status)) return false;
  const { rows } = await tx.query<Route>(ROUTE, [attemptId]);
  const route = rows[0];
  if (!route) return false;
  const cost = amountText(feeOf(order.amount, route.rate, route.fixed, order.currency));
  await tx.query(BACK, [order.id, route.upstreamId, cost, route.upstreamOrderNo]);
  return true;
}
