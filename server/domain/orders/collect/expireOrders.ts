import type { Pool, PoolClient } from 'pg';
import { Rollback } from '../../../platform/db/transaction.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { forEachMerchantRow } from '../../../platform/db/merchantTransaction.ts';
import { expireOrder } from './collect.ts';
import { COLLECT_STATUS } from '../../../platform/db/statuses.ts';

const BATCH = 200;

/**
 * Expires what was not paid in time, one transaction per order, so that one stubborn order holds up no other; those of a
 * merchant whose rows are held wait for the next round.
 * @returns how many expired
 */
export async function expireDue(pool: Pool, now: Date): Promise<number> {
  let expired = 0;
  const busy = new Set<string>();
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<{ id: string; merchantId: string }>(
      `select id::text, merchant_id::text as "merchantId" from collect_order
       where status in (${COLLECT_STATUS.created}, ${COLLECT_STATUS.paying}) and expires_at < $1
         and id > $2 order by collect_order.id limit ${BATCH}`,
      [now, after],
    );
    // Paid, failed or cancelled between the two statements: the edge is refused and nothing is to do.
    const expire = (tx: PoolClient, { id }: { id: string }) =>
      expireOrder(tx, id, now).catch((error: unknown) => {
        if (error instanceof Refused) return new Rollback(undefined);
        throw error;
      });
    const done = await forEachMerchantRow({ pool }, rows, expire, busy);
    expired += done.filter(Boolean).length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return expired;
    after = last.id;
  }
}
