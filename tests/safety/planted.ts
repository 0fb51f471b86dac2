import type { PoolClient } from 'pg';
import { newId } from '../../server/db/id.ts';

/** A paid order's money once more, in suspense under the same reference. @returns what the invariant calls it */
export async function bookedAgain(tx: PoolClient, orderId: string): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, operator)
     select $1::bigint, 'suspense', merchant_id, currency, id, $1::text, 'test' from collect_order where id = $2`,
    [id, orderId],
  );
  await tx.query(
    `insert into platform_posting (entry_id, account, currency, amount)
     values ($1, 'upstream:0', 'INR', -1000), ($1, 'suspense', 'INR', 1000)`,
    [id],
  );
  await tx.query(
    `insert into suspended_reference (entry_id, order_id, reference)
     select $1, id, utr from collect_order where id = $2`,
    [id, orderId],
  );
  return `collect_order ${orderId}`;
}

/** A paid payout whose agent was given nothing. @returns what the invariant calls it */
export async function paidWithoutShare(tx: PoolClient, orderId: string, agentId: string): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into pay_order (id, order_no, merchant_id, merchant_order_no, channel_id, currency, amount, fee_rate,
       fixed_fee, fee, status, agent_id, commission)
     select $1::bigint, $1::text, merchant_id, $1::text, channel_id, currency, 5, 0, 0, 0, 4, $3, 1
     from collect_order where id = $2`,
    [id, orderId, agentId],
  );
  return `pay_order ${id}`;
}

/** A payment in suspense of which a confirmation drew more than came. @returns what the invariant calls it */
export async function drawnTwice(tx: PoolClient, orderId: string): Promise<string> {
  await bookedAgain(tx, orderId);
  const { rows } = await tx.query<{ id: string }>(
    `select max(entry_id)::text as id from suspended_reference where order_id = $1`,
    [orderId],
  );
  const { id } = rows[0]!;
  await tx.query(
    `insert into suspense_draw (draw_id, entry_id, amount)
     select id, $2, 600 from journal_entry where order_id = $1 and id <> $2 limit 2`,
    [orderId, id],
  );
  return `journal_entry ${id}`;
}
