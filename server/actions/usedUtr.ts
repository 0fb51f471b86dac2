import type { PoolClient } from 'pg';
import { Refused } from '../http/refused.ts';

type Orders = 'collect_order' | 'pay_order';

const CLAIM = 'select pg_advisory_xact_lock(hashtextextended($1, 7301))';

/** The number of another order that this bank reference proves. Whoever asks is alone with it until the commit. */
export async function provenBy(
  tx: PoolClient,
  table: Orders,
  orderId: string,
  utr: string,
): Promise<string | undefined> {
  await tx.query({ name: 'utr-claim', text: CLAIM, values: [`${table}/${utr}`] });
  const { rows } = await tx.query<{ orderNo: string }>(
    `select order_no as "orderNo" from ${table} where utr = $1 and id <> $2 limit 1`,
    [utr, orderId],
  );
  return rows[0]?.orderNo;
}

/** One bank reference proves one order of its direction. */
export async function refuseUsedUtr(
  tx: PoolClient,
  table: Orders,
  orderId: string,
  utr: string,
): Promise<void> {
  const orderNo = await provenBy(tx, table, orderId, utr);
  if (orderNo) throw new Refused('utrUsed', { orderNo });
}
