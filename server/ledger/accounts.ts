import type { PoolClient } from 'pg';
import { Amount } from '../../contract/money.ts';
import { newId } from '../platform/db/id.ts';
import type { Balance } from './chain.ts';
import { LOCK_SQL, OPEN_SQL } from './postSql.ts';

interface AssetRow {
  id: string;
  merchant_id: string;
  pending: string;
  available: string;
  frozen: string;
  pending_seq: string;
  available_seq: string;
  frozen_seq: string;
  overdraft: string;
  commission_debt: string;
}

function balanceOf(row: AssetRow): Balance {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    pending: new Amount(row.pending),
    available: new Amount(row.available),
    frozen: new Amount(row.frozen),
    seq: {
      pending: BigInt(row.pending_seq),
      available: BigInt(row.available_seq),
      frozen: BigInt(row.frozen_seq),
    },
    overdraft: new Amount(row.overdraft),
    commissionDebt: new Amount(row.commission_debt),
  };
}

async function lock(tx: PoolClient, currency: string, merchantIds: readonly string[]): Promise<Balance[]> {
  const { rows } = await tx.query<AssetRow>({
    name: 'ledger-lock',
    text: LOCK_SQL,
    values: [currency, merchantIds],
  });
  return rows.map(balanceOf);
}

/** Locks the accounts of these merchants in id order, opening those that do not exist yet. */
export async function lockAccounts(
  tx: PoolClient,
  currency: string,
  merchantIds: readonly string[],
): Promise<Balance[]> {
  if (merchantIds.length === 0) return [];
  const held = await lock(tx, currency, merchantIds);
  const missing = merchantIds.filter((id) => !held.some((balance) => balance.merchantId === id));
  if (missing.length === 0) return held;
  await tx.query(OPEN_SQL, [currency, missing.map(() => newId()), missing]);
  return [...held, ...(await lock(tx, currency, missing))];
}

/** The accounts as they stand, without a lock: for previews. */
export async function readAccount(
  tx: PoolClient,
  currency: string,
  merchantId: string,
): Promise<Balance | undefined> {
  const { rows } = await tx.query<AssetRow>(LOCK_SQL.replace('for update', ''), [currency, [merchantId]]);
  return rows[0] && balanceOf(rows[0]);
}
