import type { Pool, PoolClient } from 'pg';
import { accountDigits, type OwnAccounts } from '../statements/reference.ts';

/** Digits of a tenant's own accounts: they stand in every line of their statements and name no payment. */
export async function ownAccounts(db: Pool | PoolClient, tenantId: string): Promise<OwnAccounts> {
  const { rows } = await db.query<{ no: string }>(
    `select account_no as no from bank_account where tenant_id = $1`,
    [tenantId],
  );
  return new Set(rows.map(({ no }) => accountDigits(no)).filter((digits) => digits !== ''));
}
