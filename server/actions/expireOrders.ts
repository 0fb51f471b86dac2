import type { Pool } from 'pg';
import { transact } from '../db/transaction.ts';
import { Refused } from '../http/refused.ts';
import { expireOrder } from './collect.ts';

const BATCH = 200;

/**
 * Expires what was not paid in time, one transaction per order, so that one stubborn order holds up no other.
 * @returns how many expired
 */
export async function expireDue(pool: Pool, now: Date): Promise<number> {
  let expired = 0;
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<{ id: string }>(
      `select id::text from collect_order where status in (0, 1) and expires_at < $1 and id > $2 order by collect_order.id
       limit ${BATCH}`,
      [now, after],
    );
    for (const { id } of rows) {
      // Paid, failed or cancelled between the two statements: the edge is refused and nothing is to do.
      const done = await transact(pool, (tx) => expireOrder(tx, id, now)).catch((error: unknown) => {
        if (error instanceof Refused) return undefined;
        throw error;
      });
      if (done) expired += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return expired;
    after = last.id;
  }
}
