import type { PoolClient } from 'pg';
import { type Leg, type MerchantAccount, ACCOUNTS, onMerchant, onPlatform } from './legs.ts';
import { LIVE_LEGS_SQL } from './postSql.ts';

interface LegRow {
  entry_id: string;
  merchant_id: string | null;
  account: number | null;
  platform: string | null;
  type: number | null;
  amount: string;
}

const accountName = (value: number): MerchantAccount =>
  (Object.keys(ACCOUNTS) as MerchantAccount[]).find((name) => ACCOUNTS[name] === value) as MerchantAccount;

/** What an order still has in the ledger: its legs in the order they were posted, and its first entry. */
export async function liveLegs(
  tx: PoolClient,
  order: { id: string; merchantId: string },
): Promise<{ legs: Leg[]; collectionEntryId: string | undefined }> {
  const { rows } = await tx.query<LegRow>(LIVE_LEGS_SQL, [order.id, order.merchantId]);
  const legs = rows.map((row) =>
    row.merchant_id === null
      ? onPlatform(row.platform as string, row.amount)
      : onMerchant(row.merchant_id, accountName(row.account as number), row.type as number, row.amount),
  );
  return { legs, collectionEntryId: rows[0]?.entry_id };
}

/** The entry by which an order's money came in. */
export async function collectionEntry(
  tx: PoolClient,
  order: { id: string; merchantId: string },
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id::text from journal_entry where order_id = $1 and merchant_id = $2 and kind = 'collection'
     order by journal_entry.id limit 1`,
    [order.id, order.merchantId],
  );
  return rows[0]?.id;
}
