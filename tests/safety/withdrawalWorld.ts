import type { Pool } from 'pg';
import { applyWithdrawal, type NewWithdrawal } from '../../server/domain/withdrawals/withdrawalApply.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { plantFlow } from './flowWorld.ts';
import { makeOperator, PASSWORD } from './staff.ts';
import type { World } from './world.ts';
import type { Client } from '../support/client.ts';
import { bindOtp, type Phone } from '../support/otp.ts';
import type { TestServer } from '../support/server.ts';

/** A real TRC20 address, its checksum right. */
export const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** INR at 88 ± 5 % per USDT, 100 to 1,000,000 at 1 % + 5. */
export async function openWithdrawals(pool: Pool): Promise<void> {
  await pool.query(
    `insert into withdrawal_term (id, currency, fee_rate, fixed_fee, mini_amount, max_amount, reference_rate, band)
     values ($1, 'INR', 0.01, 5, 100, 1000000, 88, 0.05) on conflict (currency) do nothing`,
    [newId()],
  );
}

/** A second person decides above this. */
export async function limitOf(pool: Pool, world: World, action: string, limit: string): Promise<void> {
  await plantFlow(pool, world, { action, limit });
}

export const newWithdrawal = (world: World, over: Partial<NewWithdrawal> = {}): NewWithdrawal => ({
  merchantId: world.merchantId,
  currency: 'INR',
  amount: '1000',
  address: ADDRESS,
  remark: 'test',
  ...over,
});

/** A withdrawal that was asked for; 1000 less 15. */
export const applied = async (
  pool: Pool,
  world: World,
  over: Partial<NewWithdrawal> = {},
): Promise<string> => {
  const actor = { operator: 'test', operatorId: null };
  return (await transact(pool, (tx) => applyWithdrawal(tx, newWithdrawal(world, over), new Date(), actor)))
    .id;
};

export interface Hand {
  client: Client;
  phone: Phone;
  id: string;
}

/** Somebody with these permissions alone, an app bound; one of a merchant's people where `merchantId` is given. */
export async function hand(
  server: TestServer,
  world: World,
  permissions: readonly string[],
  merchantId?: string,
): Promise<Hand> {
  const { pool } = server.database;
  const account = await makeOperator(pool, world, permissions);
  const { rows } = await pool.query<{ id: string }>(
    `update sys_user set merchant_id = $2::bigint, account_type = case when $2 is null then 777 else 666 end
     where account = $1 returning id::text`,
    [account, merchantId ?? null],
  );
  const id = rows[0]!.id;
  return { id, phone: await bindOtp(server, id), client: await server.signIn(account, PASSWORD) };
}
