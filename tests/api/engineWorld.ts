import { newId } from '../../server/platform/db/id.ts';
import { permissionsOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { createOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import type { EngineOptions } from '../../server/engine/options.ts';
import type { Client } from '../support/client.ts';
import { plentyOrders } from '../support/plentyOrders.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { plantedHash } from '../support/passwords.ts';

const PASSWORD = 'right-horse-42';

export type Who = 'admin' | 'all' | 'branch' | 'self' | 'merchant' | 'agent';

/**
 * Two tenants. Ours has two branches: `north` with the agent, its sub-merchant `sub` and the lone `lone`, `south` with
 * `south`; the other tenant has `foreign`.
 */
export interface EngineWorld {
  server: TestServer;
  as: Readonly<Record<Who, Client>>;
  userIds: Readonly<Record<Who, string>>;
  tenant: string;
  north: string;
  south: string;
  merchants: Readonly<Record<'agent' | 'sub' | 'lone' | 'south' | 'foreign', string>>;
  channelId: string;
  upstreamId: string;
  order(
    merchant: keyof EngineWorld['merchants'],
    over?: { amount?: string; callbackUrl?: string | null },
  ): Promise<string>;
  paid(merchant: keyof EngineWorld['merchants'], over?: { amount?: string }): Promise<string>;
  stop(): Promise<void>;
}

async function permit(server: TestServer, tenant: string, scope: number): Promise<string> {
  const role = newId();
  const run = (text: string, values: unknown[]) => server.database.pool.query(text, values);
  await run('insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, $3, $3, $4)', [
    role,
    tenant,
    `r${role}`,
    scope,
  ]);
  await run('insert into sys_role_menu (role_id, menu_id) select $1, id from sys_menu where type = 3', [
    role,
  ]);
  return role;
}

export async function engineWorld(engine: Partial<EngineOptions> = {}): Promise<EngineWorld> {
  const server = await startServer({ engine });
  const { pool } = server.database;
  const run = (text: string, values: unknown[]) => pool.query(text, values);
  const ids = Array.from({ length: 13 }, newId);
  const [tenant, other, head, north, south, abroad, agent, sub, lone, ours, foreign, channelId, upstreamId] =
    ids as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
  await run("insert into sys_tenant (id, name) values ($1, 'Ours'), ($2, 'Theirs')", [tenant, other]);
  for (const [id, of, pid, name] of [
    [head, tenant, null, 'Head'],
    [north, tenant, head, 'North'],
    [south, tenant, head, 'South'],
    [abroad, other, null, 'Abroad'],
  ]) {
    await run('insert into sys_org (id, tenant_id, pid, name) values ($1, $2, $3, $4)', [id, of, pid, name]);
  }
  const merchant = (id: string, of: string, org: string, under: string | null, name: string, type: number) =>
    run(
      'insert into merchant (id, tenant_id, org_id, agent_id, code, name, type) values ($1, $2, $3, $4, $5, $5, $6)',
      [id, of, org, under, name, type],
    );
  await merchant(agent, tenant, north, null, 'Agent', 2);
  await merchant(sub, tenant, north, agent, 'Sub', 1);
  await merchant(lone, tenant, north, null, 'Lone', 1);
  await merchant(ours, tenant, south, null, 'Southern', 1);
  await merchant(foreign, other, abroad, null, 'Foreign', 1);
  await run(
    `insert into upstream (id, name, code, currency, rate, fixed, mini_amount, max_amount, pay_rate, pay_fixed, pay_mini_amount, pay_max_amount)
     values ($1, 'Up', 'UP', 'INR', 0.012, 0, 1, 1000000, 0, 0, 0, 0)`,
    [upstreamId],
  );
  await run(
    `insert into channel (id, product_name, product_code, channel_name, channel_code, currency, collect_rate, pay_rate, fixed_fee, min_amount, max_amount)
     values ($1, 'P', 'P', 'Chan', 'CH', 'INR', 0.02, 0, 0, 1, 1000000)`,
    [channelId],
  );
  for (const owner of [agent, sub, lone, ours, foreign]) {
    await run(
      `insert into channel_binding (id, merchant_id, channel_id, currency, rate, fixed, mini_amount, max_amount, pay_rate, pay_fixed, pay_mini_amount, pay_max_amount)
       values ($1, $2, $3, 'INR', 0.02, 0, 1, 1000000, 0, 0, 0, 0)`,
      [newId(), owner, channelId],
    );
  }
  for (const resource of resources.values()) {
    for (const code of permissionsOf(resource)) {
      await run('insert into sys_menu (id, type, title, permission) values ($1, 3, $2, $2)', [newId(), code]);
    }
  }
  const hash = await plantedHash(PASSWORD);
  const user = async (
    account: Who,
    type: number,
    org: string,
    scope: number | null,
    of: string | null = null,
  ) => {
    const id = newId();
    await run(
      `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, merchant_id) values ($1, $2, $3, $4, $3, $5, $6, $7)`,
      [id, tenant, account, hash, type, org, of],
    );
    if (scope !== null)
      await run('insert into sys_user_role (user_id, role_id) values ($1, $2)', [
        id,
        await permit(server, tenant, scope),
      ]);
    return id;
  };
  const userIds = {
    admin: await user('admin', 999, head, null),
    all: await user('all', 777, head, 1),
    branch: await user('branch', 777, north, 3),
    self: await user('self', 777, south, 4),
    merchant: await user('merchant', 666, north, 4, lone),
    agent: await user('agent', 666, north, 4, agent),
  };
  const as = {} as Record<Who, Client>;
  for (const who of Object.keys(userIds) as Who[]) as[who] = await server.signIn(who, PASSWORD);
  const merchants = { agent, sub, lone, south: ours, foreign };
  const order: EngineWorld['order'] = async (name, over = {}) =>
    (
      await transact(pool, (tx) =>
        createOrder(tx, {
          merchantId: merchants[name],
          channelId,
          merchantOrderNo: `m${newId()}`,
          amount: '1000',
          callbackUrl: null,
          ...over,
        }),
      )
    ).id;
  return {
    server,
    as,
    userIds,
    tenant,
    north,
    south,
    merchants,
    channelId,
    upstreamId,
    order,
    async paid(name, over = {}) {
      const id = await order(name, over);
      const utr = id.slice(-12).padStart(12, '0');
      await transact(pool, (tx) =>
        succeedOrder(tx, id, { paidAmount: over.amount ?? '1000', utr, upstreamOrderNo: `u${id}` }),
      );
      return id;
    },
    stop: () => server.stop(),
  };
}

/** Gives everybody's role a right that is no verb of a resource; for people of other kinds it opens nothing. */
export async function grantToAll({ server: { database } }: EngineWorld, permission: string): Promise<void> {
  const menu = newId();
  await database.pool.query('insert into sys_menu (id, type, title, permission) values ($1, 3, $2, $2)', [
    menu,
    permission,
  ]);
  await database.pool.query('insert into sys_role_menu (role_id, menu_id) select id, $1 from sys_role', [
    menu,
  ]);
}

export interface Rows {
  items: (Record<string, unknown> & { id: string })[];
  start: number;
  total: number;
  totalIs: string;
  snapshot: string;
}

/** Many plain orders of one of the world's merchants. */
export async function plentyOf(
  world: EngineWorld,
  merchant: keyof EngineWorld['merchants'],
  count: number,
): Promise<void> {
  const { pool, owner } = world.server.database;
  await plentyOrders(pool, world.merchants[merchant], world.channelId, count);
  await owner.query('vacuum analyze collect_order');
}

/** Many plain orders of one merchant with a log, a callback, a ledger entry and its posting each. */
export async function recorded(
  world: EngineWorld,
  merchant: keyof EngineWorld['merchants'],
  count: number,
): Promise<void> {
  await plentyOf(world, merchant, count);
  const { owner } = world.server.database;
  const of = `from collect_order where merchant_id = ${world.merchants[merchant]} and order_no like 'P%'`;
  await owner.query(
    `insert into order_log (id, order_id, order_no, merchant_id, event, operator, created_at)
     select id, id, order_no, merchant_id, 'note', 'test', created_at ${of}`,
  );
  await owner.query(
    `insert into callback_schedule (id, order_id, merchant_id, status_reported)
     select id, id, merchant_id, 2 ${of}`,
  );
  await owner.query(
    `insert into callback (id, schedule_id, order_id, order_no, merchant_id, attempt, delivered, milliseconds, url, sent_at)
     select id, id, id, order_no, merchant_id, 1, true, 5, 'https://a.example/', created_at ${of}`,
  );
  await owner.query(
    `insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, operator)
     select id, 'collection', merchant_id, currency, id, 'test:' || id, 'test' ${of}`,
  );
  await owner.query(
    `insert into fund_detail (id, entry_id, merchant_id, account, currency, type, amount, balance_before,
       balance_after, seq, order_id, order_no, operator)
     select id, id, merchant_id, 3, currency, 1, 1, n - 1, n, n, id, order_no, 'test'
     from (select *, row_number() over (order by id) as n ${of}) o`,
  );
  await owner.query(
    `insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount)
     select 'fundDetail', date_trunc('hour', created_at, 'UTC'), merchant_id, currency, type, count(*), sum(amount)
     from fund_detail where merchant_id = $1 and operator = 'test' group by 1, 2, 3, 4, 5`,
    [world.merchants[merchant]],
  );
  for (const table of ['order_log', 'callback', 'journal_entry', 'fund_detail'])
    await owner.query(`vacuum analyze ${table}`);
}
