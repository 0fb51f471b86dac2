import type { PoolClient } from 'pg';
import { Amount } from '../../contract/money.ts';
import { newId } from '../platform/db/id.ts';
import type { Balance } from './chain.ts';
import { LOCK_ORDER_SQL, LOCK_SQL, OPEN_SQL, READ_SQL } from './postSql.ts';

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

/**
 * Locks the accounts of these merchants in the order of LOCK_ORDER, opening those that do not exist yet. Each statement
 * that waits for a row holds only rows that come before it.
 */
export async function lockAccounts(
  tx: PoolClient,
  currency: string,
  merchantIds: readonly string[],
): Promise<Balance[]> {
  if (merchantIds.length === 0) return [];
  const locked = await lock(tx, currency, merchantIds);
  if (locked.length > 0) return locked;
  const { rows } = await tx.query<{ id: string }>(LOCK_ORDER_SQL, [merchantIds]);
  const balances: Balance[] = [];
  for (const { id } of rows) {
    // An insert waits for the one that another transaction has made of the same account, as a lock does.
    await tx.query(OPEN_SQL, [newId(), id, currency]);
    balances.push(...(await lock(tx, currency, [id])));
  }
  return balances;
}

/** The account without a lock: for previews. */
export async function readAccount(
  tx: PoolClient,
  currency: string,
  merchantId: string,
): Promise<Balance | undefined> {
  const { rows } = await tx.query<AssetRow>(READ_SQL, [currency, merchantId]);
  return rows[0] && balanceOf(rows[0]);
}
