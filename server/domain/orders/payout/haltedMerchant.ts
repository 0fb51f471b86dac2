import type { PoolClient } from 'pg';
import { Refused } from '../../../platform/http/refused.ts';

/** Which of merchantStatusEnum let no money leave: disabled and frozen. */
export const HALTED = '(2, 3)';

interface Halted {
  name: string;
  how: 'frozen' | 'disabled';
}

/** The merchant where no money leaves for it; undefined of any other. */
export async function haltedMerchant(tx: PoolClient, merchantId: string): Promise<Halted | undefined> {
  const { rows } = await tx.query<Halted>({
    name: 'merchant-halted',
    text: `select name, case status when 3 then 'frozen' else 'disabled' end as how from merchant where id = $1 and status in ${HALTED}`,
    values: [merchantId],
  });
  return rows[0];
}

/**
 * No money leaves for a merchant that is frozen or disabled, also where it was asked for before.
 * @throws Refused merchantFrozen or merchantDisabled
 */
export async function refuseHalted(tx: PoolClient, merchantId: string): Promise<void> {
  const halted = await haltedMerchant(tx, merchantId);
  if (halted)
    throw new Refused(halted.how === 'frozen' ? 'merchantFrozen' : 'merchantDisabled', { name: halted.name });
}
