import type { PoolClient } from 'pg';
import { Refused } from '../http/refused.ts';

/** Which of merchantStatusEnum lets no money leave. */
export const FROZEN = 3;

/** No money leaves for a frozen merchant, also where it was asked for before. @throws Refused merchantFrozen */
export async function refuseFrozen(tx: PoolClient, merchantId: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'merchant-frozen',
    text: `select name from merchant where id = $1 and status = ${FROZEN}`,
    values: [merchantId],
  });
  if (rows[0]) throw new Refused('merchantFrozen', rows[0]);
}
