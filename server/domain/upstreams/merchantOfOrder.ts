import type { Pool } from 'pg';
import { Refused } from '../../platform/http/refused.ts';
import type { QueryJob } from '../orders/upstreamJobs.ts';

const ownerIn = (table: string) => `select merchant_id::text as "merchantId" from ${table} where id = $1`;
const OWNER = { collect: ownerIn('collect_order'), pay: ownerIn('pay_order') } as const;

/** Whose rows a worker is going to lock for an order. @throws Refused notFound */
export async function merchantOfOrder(pool: Pool, kind: QueryJob['kind'], orderId: string): Promise<string> {
  const { rows } = await pool.query<{ merchantId: string }>({
    name: `merchant-of-${kind}`,
    text: OWNER[kind],
    values: [orderId],
  });
  if (!rows[0]) throw new Refused('notFound');
  return rows[0].merchantId;
}
