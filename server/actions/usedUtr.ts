import type { PoolClient } from 'pg';
import { Refused } from '../http/refused.ts';

/** One bank reference proves one order of its direction. */
export async function refuseUsedUtr(
  tx: PoolClient,
  table: 'collect_order' | 'pay_order',
  orderId: string,
  utr: string,
): Promise<void> {
  const { rows } = await tx.query<{ orderNo: string }>(
    `select order_no as "orderNo" from ${table} where utr = $1 and id <> $2 limit 1`,
    [utr, orderId],
  );
  if (rows[0]) throw new Refused('utrUsed', { orderNo: rows[0].orderNo });
}
