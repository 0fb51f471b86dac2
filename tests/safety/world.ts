import type { Pool, PoolClient } from 'pg';
import { newId } from '../../server/platform/db/id.ts';
import { type Payment, createOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';

/** A small platform with nobody else's rows in it: one channel, one upstream, an agent with a merchant, a lone one. */
export interface World {
  tenantId: string;
  orgId: string;
  upstreamId: string;
  channelId: string;
  agentId: string;
  /** Under the agent, who earns 0.5 % of each order. */
  merchantId: string;
  loneId: string;
  /** Two of the staff. */
  userIds: readonly [string, string];
}

/**
 * A tenant that comes before all others: from now on it is the platform, and the one that was is one like others. So each test
 * of a file has people and rules of the platform alone.
 */
export async function newPlatform(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string | null }>(
    'select (min(id) - 1)::text as id from sys_tenant',
  );
  return rows[0]?.id ?? newId();
}

const MERCHANT = `insert into merchant (id, tenant_id, org_id, agent_id, code, name, type, callback_url)
  values ($1, $2, $3, $4, $5, $6, $7, null)`;

const bind = (tx: PoolClient, merchantId: string, channelId: string) =>
  tx.query(
    `insert into channel_binding (id, merchant_id, channel_id, currency, rate, fixed, mini_amount, max_amount,
       pay_rate, pay_fixed, pay_mini_amount, pay_max_amount)
     values ($1, $2, $3, 'INR', 0.02, 0, 1, 1000000, 0, 0, 0, 0)`,
    [newId(), merchantId, channelId],
  );

/** An agent's 0.5 % of each order on the channel. */
const earn = (tx: PoolClient, agentId: string, channelId: string) =>
  tx.query(
    `insert into extension_rate (id, merchant_id, channel_id, currency, type, rate, fixed_fee, min_amount, max_amount)
     values ($1, $2, $3, 'INR', 3, 0.005, 0, 0, 1000000)`,
    [newId(), agentId, channelId],
  );

/** The tenant that was there first is the platform's own: its people alone see upstreams and their cost. */
export async function platformTenant(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string | null }>('select min(id)::text as id from sys_tenant');
  return rows[0]?.id ?? newId();
}

/** INR; the merchant pays 2 %, the upstream takes 1.2 %: 1000 → fee 20, cost 12, commission 5. */
export async function makeWorld(pool: Pool, tenantId: string = newId()): Promise<World> {
  const id = newId();
  const orgId = newId();
  const upstreamId = newId();
  const channelId = newId();
  const agentId = newId();
  const merchantId = newId();
  const loneId = newId();
  const userIds = [newId(), newId()] as const;
  await transact(pool, async (tx) => {
    const run = (text: string, values: unknown[]) => tx.query(text, values);
    await run('insert into sys_tenant (id, name) values ($1, $2) on conflict (id) do nothing', [
      tenantId,
      `T ${id}`,
    ]);
    await run('insert into sys_org (id, tenant_id, name) values ($1, $2, $3)', [orgId, tenantId, `O ${id}`]);
    for (const userId of userIds) {
      await run(
        `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name) values ($1, $2, $3, $4, '', $4)`,
        [userId, tenantId, orgId, `user ${userId}`],
      );
    }
    await run(
      `insert into upstream (id, name, code, currency, rate, fixed, mini_amount, max_amount, pay_rate, pay_fixed,
        pay_mini_amount, pay_max_amount) values ($1, $2, $2, 'INR', 0.012, 0, 1, 1000000, 0, 0, 0, 0)`,
      [upstreamId, `U ${id}`],
    );
    await run(
      `insert into channel (id, product_name, product_code, channel_name, channel_code, currency, collect_rate,
        pay_rate, fixed_fee, min_amount, max_amount)
       values ($1, $2, $2, $2, $2, 'INR', 0.02, 0, 0, 1, 1000000)`,
      [channelId, `C ${id}`],
    );
    await run(MERCHANT, [agentId, tenantId, orgId, null, `A${id}`, `Agent ${id}`, 2]);
    await run(MERCHANT, [merchantId, tenantId, orgId, agentId, `M${id}`, `Merchant ${id}`, 1]);
    await run(MERCHANT, [loneId, tenantId, orgId, null, `L${id}`, `Lone ${id}`, 1]);
    for (const owner of [merchantId, loneId]) await bind(tx, owner, channelId);
    await earn(tx, agentId, channelId);
  });
  return { tenantId, orgId, upstreamId, channelId, agentId, merchantId, loneId, userIds };
}

/** Another agent of the world, without merchants. */
export async function addAgent(pool: Pool, { tenantId, orgId, channelId }: World): Promise<string> {
  const id = newId();
  await transact(pool, async (tx) => {
    await tx.query(MERCHANT, [id, tenantId, orgId, null, `A${id}`, `Agent ${id}`, 2]);
    await earn(tx, id, channelId);
  });
  return id;
}

/** Another merchant of the world, bound to its channel. */
export async function addMerchant(
  pool: Pool,
  { tenantId, orgId, channelId }: World,
  agentId: string | null,
): Promise<string> {
  const id = newId();
  await transact(pool, async (tx) => {
    await tx.query(MERCHANT, [id, tenantId, orgId, agentId, `M${id}`, `Merchant ${id}`, 1]);
    await bind(tx, id, channelId);
  });
  return id;
}

/** A fresh order of the world; `callbackUrl` is none unless given. */
export async function openOrder(
  pool: Pool,
  world: World,
  over: { merchantId?: string; amount?: string; callbackUrl?: string | null } = {},
): Promise<string> {
  const order = await transact(pool, (tx) =>
    createOrder(tx, {
      merchantId: world.merchantId,
      channelId: world.channelId,
      merchantOrderNo: `m${newId()}`,
      amount: '1000',
      callbackUrl: null,
      ...over,
    }),
  );
  return order.id;
}

/** A fresh order whose money has arrived. */
export async function paidOrder(
  pool: Pool,
  world: World,
  over: Parameters<typeof openOrder>[2] = {},
): Promise<string> {
  const id = await openOrder(pool, world, over);
  const payment: Payment = { paidAmount: over.amount ?? '1000', utr: utr(), upstreamOrderNo: `u${newId()}` };
  await transact(pool, (tx) => succeedOrder(tx, id, payment));
  return id;
}

let counter = 0;
/** Twelve digits, no two alike in one run. */
export const utr = (): string =>
  String(Date.now() % 1_000_000_000).padStart(9, '0') + String(counter++ % 1_000).padStart(3, '0');
