import type { PoolClient } from 'pg';
import { newId } from '../db/id.ts';
import { deltaOfOrderStatus } from '../engine/rollup.ts';
import { Refused } from '../http/refused.ts';
import { type CollectEvent, type CollectStatus, statusValue } from '../ledger/states.ts';
import { type CollectRow, collectRow } from './collectRow.ts';

/** Who moves an order outside a user's action. */
export interface Actor {
  operator: string;
  operatorId?: string | null;
  ip?: string | null;
}
export const SYSTEM: Actor = Object.freeze({ operator: 'system' });

const COLUMNS = `id::text, order_no as "orderNo", merchant_order_no as "merchantOrderNo",
  merchant_id::text as "merchantId", upstream_id::text as "upstreamId", agent_id::text as "agentId", currency,
  amount::text, fee::text, upstream_cost::text as "upstreamCost", commission::text, status, settled,
  callback_url as "callbackUrl", claimed_by::text as "claimedBy", claimed_at as "claimedAt", created_at as "createdAt"`;

/** The order under its row lock; notFound when there is none. */
export async function lockOrder(tx: PoolClient, orderId: string): Promise<CollectRow> {
  const { rows } = await tx.query({
    name: 'collect-lock',
    text: `select ${COLUMNS} from collect_order where id = $1 for update`,
    values: [orderId],
  });
  if (!rows[0]) throw new Refused('notFound');
  return collectRow(rows[0]);
}

export interface Change {
  event: CollectEvent;
  to: CollectStatus;
  upstreamId?: string;
  upstreamCost?: string;
  upstreamOrderNo?: string;
  utr?: string;
  paidAmount?: string;
  paidAt?: Date;
  remark?: string;
}

const MOVE_SQL = `
with moved as (
  update collect_order set status = $3, upstream_id = coalesce($4, upstream_id),
    upstream_cost = coalesce($5, upstream_cost), upstream_order_no = coalesce($6, upstream_order_no),
    utr = coalesce($7, utr), paid_amount = coalesce($8, paid_amount), paid_at = coalesce($9, paid_at),
    version = version + 1
  where id = $1 and status = $2
  returning id, order_no, merchant_id
), logged as (
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, remark, ip)
  select $10::bigint, id, order_no, merchant_id, $11, $12, $13::bigint, $14::jsonb, $15::jsonb, $16, $17 from moved
), event as (
  insert into outbox (resource, row_id, change, merchant_id)
  select 'collectOrder', id, 'update', merchant_id from moved
  union all select 'orderLog', $10::bigint, 'add', merchant_id from moved
)
select count(*)::int as moved from moved`;

/** Compare-and-set on (id, status), with log, outbox and rollup; a status that moved meanwhile is refused. */
export async function moveOrder(
  tx: PoolClient,
  order: CollectRow,
  change: Change,
  actor: Actor,
): Promise<CollectRow> {
  const to = statusValue(change.to);
  const stays = to === order.statusValue;
  const { rows } = await tx.query<{ moved: number }>({
    name: 'collect-move',
    text: MOVE_SQL,
    values: [
      order.id,
      order.statusValue,
      to,
      change.upstreamId ?? null,
      change.upstreamCost ?? null,
      change.upstreamOrderNo ?? null,
      change.utr ?? null,
      change.paidAmount ?? null,
      change.paidAt ?? null,
      newId(),
      change.event,
      actor.operator,
      actor.operatorId ?? null,
      stays ? null : JSON.stringify({ status: order.statusValue }),
      stays ? null : JSON.stringify({ status: to }),
      change.remark ?? null,
      actor.ip ?? null,
    ],
  });
  if (rows[0]?.moved !== 1) throw new Refused('guard');
  await deltaOfOrderStatus(tx, order, order.statusValue, to);
  return { ...order, status: change.to, statusValue: to, upstreamId: change.upstreamId ?? order.upstreamId };
}
