import type { PoolClient } from 'pg';
import type { Answer } from './adapter.ts';

/** What an upstream that calls an order failed says of it, in its own words. */
export const failedText = ({ state, reason }: Pick<Answer, 'state' | 'reason'>): string =>
  [state, reason].filter(Boolean).join(': ').slice(0, 300);

const NOTED = `select from order_log where order_id = $1 and event = 'contradiction' and remark = $2 limit 1`;

/** True where the order's log has this report already: it is logged once, however often it is sent. */
export async function notedBefore(tx: PoolClient, orderId: string, remark: string): Promise<boolean> {
  const { rowCount } = await tx.query({ name: 'word-noted', text: NOTED, values: [orderId, remark] });
  return rowCount !== 0;
}
