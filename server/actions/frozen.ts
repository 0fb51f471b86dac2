import type { PoolClient } from 'pg';
import { Refused } from '../http/refused.ts';

/** Which of merchantStatusEnum lets no money leave. */
export const FROZEN = 3;

/** What a frozen merchant is called; undefined of any other. */
export async function frozenName(tx: PoolClient, merchantId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'merchant-frozen',
    text: `select name from merchant where id = $1 and status = ${FROZEN}`,
    values: [merchantId],
  });
  return rows[0]?.name;
}

/** No money leaves for a frozen merchant, also where it was asked for before. @throws Refused merchantFrozen */
export async function refuseFrozen(tx: PoolClient, merchantId: string): Promise<void> {
  const name = await frozenName(tx, merchantId);
  if (name !== undefined) throw new Refused('merchantFrozen', { name });
}
