import type { Pool } from 'pg';
import { SWITCH } from '../../platform/db/statuses.ts';

const READ = `select a.currency from merchant_asset a
  join withdrawal_term t on t.currency = a.currency and t.status = ${SWITCH.enabled}
  where a.merchant_id = $1 order by a.available = 0, a.currency`;

/** Currencies of a merchant that have terms of withdrawal, those with money first. */
export async function withdrawable(pool: Pool, merchantId: string): Promise<string[]> {
  const { rows } = await pool.query<{ currency: string }>({
    name: 'withdrawable',
    text: READ,
    values: [merchantId],
  });
  return rows.map(({ currency }) => currency);
}
