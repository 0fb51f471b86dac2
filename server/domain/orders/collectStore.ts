import type { PoolClient } from 'pg';
import { deltaOfOrderStatus } from '../../engine/rollup.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type CollectEvent, type CollectStatus, nextStatus, statusValue } from '../../ledger/states.ts';
import { type CollectRow, collectRow } from './collectRow.ts';
import { type Actor, moveRow } from './moveRow.ts';

const COLUMNS = `id::text, order_no as "orderNo", merchant_order_no as "merchantOrderNo",
  merchant_id::text as "merchantId", upstream_id::text as "upstreamId", agent_id::text as "agentId", currency,
  amount::text, fee::text, upstream_cost::text as "upstreamCost", commission::text, status, settled,
  paid_amount::text as "paidAmount", utr, upstream_order_no as "upstreamOrderNo",
  callback_url as "callbackUrl", claimed_by::text as "claimedBy", claimed_at as "claimedAt", created_at as "createdAt"`;

export const LOCK_ORDER = `select ${COLUMNS} from collect_order where id = $1 for update`;

/** The order under its row lock; notFound when there is none. */
export async function lockOrder(tx: PoolClient, orderId: string): Promise<CollectRow> {
  const { rows } = await tx.query({
    name: 'collect-lock',
    text: LOCK_ORDER,
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
  /** Null where the one that was noted is another order's. */
  utr?: string | null;
  paidAmount?: string;
  paidAt?: Date;
  remark?: string;
}

/** Compare-and-set on (id, status), with log, outbox and rollup; a status that moved meanwhile is refused. */
export async function moveOrder(
  tx: PoolClient,
  order: CollectRow,
  change: Change,
  actor: Actor,
): Promise<CollectRow> {
  const to = statusValue(change.to);
  await moveRow(
    tx,
    { table: 'collect_order', resource: 'collectOrder' },
    order,
    {
      event: change.event,
      to,
      remark: change.remark,
      // Booked by another route there is nothing left to confirm.
      closes: change.to !== order.status && !nextStatus('forceConfirm', change.to),
      set: {
        upstream_id: change.upstreamId,
        upstream_cost: change.upstreamCost,
        upstream_order_no: change.upstreamOrderNo,
        utr: change.utr,
        paid_amount: change.paidAmount,
        paid_at: change.paidAt,
      },
    },
    actor,
  );
  await deltaOfOrderStatus(tx, 'collectOrder', order, order.statusValue, to);
  return { ...order, status: change.to, statusValue: to, upstreamId: change.upstreamId ?? order.upstreamId };
}
