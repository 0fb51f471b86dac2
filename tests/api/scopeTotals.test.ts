import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Totals } from '../../contract/calls.ts';
import { resources } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { type EngineWorld, engineWorld, recorded, type Rows } from './engineWorld.ts';
import { plantedHash } from '../support/passwords.ts';

/** Totals and estimates are of what the caller may see, and no older than the rows next to them. */

interface Page {
  items: { id: string }[];
  total: number;
  totalIs: Totals['totalIs'];
}

const PASSWORD = 'right-horse-42';
const LISTS = [...resources.keys()];
const ofMerchants = (id: string): boolean =>
  ['merchantId', 'merchantStaff', 'id'].includes(resources.get(id)?.scope ?? '');

/** A member of the staff with these data scopes, working in this organisation. */
async function staff(world: EngineWorld, account: string, org: string, scopes: number[]): Promise<Client> {
  const { pool } = world.server.database;
  const id = newId();
  await pool.query(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id)
     values ($1, $2, $3, $4, $3, 777, $5)`,
    [id, world.tenant, account, await plantedHash(PASSWORD), org],
  );
  for (const scope of scopes) {
    const role = newId();
    await pool.query(
      'insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, $3, $3, $4)',
      [role, world.tenant, `r${role}`, scope],
    );
    await pool.query(
      'insert into sys_role_menu (role_id, menu_id) select $1, id from sys_menu where type = 3',
      [role],
    );
    await pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [id, role]);
  }
  return world.server.signIn(account, PASSWORD);
}

const claim = (
  world: EngineWorld,
  account: string,
  merchant: keyof EngineWorld['merchants'],
  count: number,
) =>
  // Of those that nobody has claimed yet.
  world.server.database.pool.query(
    `update collect_order set claimed_by = (select id from sys_user where account = $1), claimed_at = now()
     where id in (select id from collect_order where merchant_id = $2 and order_no like 'P%' and claimed_by is null
       order by id limit $3)`,
    [account, world.merchants[merchant], count],
  );

describe('a person whose scope holds little', () => {
  let world: EngineWorld;
  const as: Record<string, Client> = {};
  const nobody = () => as.nobody!;

  beforeAll(async () => {
    // Counting is given one millisecond, as a table of millions of rows would.
    world = await engineWorld({ snapshotRows: 100, anchorFrom: 100, anchorEvery: 20, totalTimeoutMs: 1 });
    await recorded(world, 'lone', 400);
    await recorded(world, 'south', 20_000);
    const empty = newId();
    await world.server.database.pool.query(
      "insert into sys_org (id, tenant_id, pid, name) values ($1, $2, null, 'Empty')",
      [empty, world.tenant],
    );
    as.nobody = await staff(world, 'nobody', empty, [3]);
    as.idle = await staff(world, 'idle', empty, [4]);
    as.claimant = await staff(world, 'claimant', empty, [4]);
    as.both = await staff(world, 'both', world.north, [3, 4]);
    await claim(world, 'claimant', 'south', 7);
    await claim(world, 'both', 'south', 5);
    await claim(world, 'both', 'lone', 3);
  });
  afterAll(() => world?.stop());

  /** What a walk over the whole list shows, however it is asked. */
  async function walk(client: Client, resource: string): Promise<string[] | undefined> {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await client.ask<Page>(`${resource}/page`, { page, pageSize: 1_000 });
      if (body.code !== 200) return undefined;
      ids.push(...body.result.items.map(({ id }) => id));
      if (body.result.items.length < 1_000) return ids;
    }
  }

  it.each(['nobody', 'idle', 'claimant'])('%s learns no more than a walk shows', async (who) => {
    const client = as[who]!;
    const met: string[] = [];
    for (const resource of LISTS) {
      const seen = await walk(client, resource);
      if (!seen) continue;
      met.push(resource);
      const page = await client.call<Page>(`${resource}/page`, { page: 1, pageSize: 1 });
      // A list of no merchants may be guessed where counting took its millisecond; it is guessed under its scope.
      const guessed = ({ totalIs }: Pick<Totals, 'totalIs'>) => !ofMerchants(resource) && totalIs !== 'exact';
      if (!guessed(page)) expect(page.total, `${resource}/page`).toBeLessThanOrEqual(seen.length);
      const rows = await client.ask<Rows>(`${resource}/rows`, { start: 0, end: 1 });
      if (rows.body.code === 200)
        expect(rows.body.result.total, `${resource}/rows`).toBeLessThanOrEqual(seen.length);
      const totals = await client.ask<Totals>(`${resource}/totals`, {});
      if (totals.body.code !== 200 || guessed(totals.body.result)) continue;
      expect(totals.body.result.total, `${resource}/totals`).toBeLessThanOrEqual(seen.length);
      const counted = totals.body.result.byCurrency.reduce((sum, { count }) => sum + count, 0);
      expect(counted, `${resource}/totals by currency`).toBeLessThanOrEqual(seen.length);
    }
    expect(met).toEqual(expect.arrayContaining(['collectOrder', 'fundDetail', 'orderLog', 'callback']));
    const found = await client.call<{ id: string }[]>(`find?q=P${world.merchants.south}`);
    const orders = (await walk(client, 'collectOrder')) ?? [];
    expect(found.every(({ id }) => orders.includes(id))).toBe(true);
  });

  it.each(['collectOrder', 'fundDetail', 'orderLog', 'callback', 'transaction'])(
    '%s of who sees nothing is exactly 0, of a claimant exactly what it claimed',
    async (resource) => {
      for (const who of ['nobody', 'idle'])
        expect(await as[who]!.call<Page>(`${resource}/page`, {}), who).toMatchObject({
          items: [],
          total: 0,
          totalIs: 'exact',
        });
      const page = await as.claimant!.call<Page>(`${resource}/page`, { pageSize: 3 });
      expect(page).toMatchObject({ total: 7, totalIs: 'exact' });
    },
  );

  it('merchants of one organisation and the orders claimed of others are counted once each', async () => {
    const client = as.both!;
    for (const resource of ['collectOrder', 'fundDetail']) {
      const page = await client.call<Page>(`${resource}/page`, { pageSize: 3 });
      expect(page, resource).toMatchObject({ total: 405, totalIs: 'exact' });
      const totals = await client.call<Totals>(`${resource}/totals`, {});
      const amount = await world.server.database.pool.query<{ sum: string }>(
        `select trim_scale(sum(amount))::text as sum from ${resource === 'fundDetail' ? 'fund_detail' : 'collect_order'}
         where merchant_id = $1 or ${resource === 'fundDetail' ? 'order_id' : 'id'} in (
           select id from collect_order where claimed_by = (select id from sys_user where account = 'both'))`,
        [world.merchants.lone],
      );
      expect(totals.byCurrency).toMatchObject([{ count: 405, sums: { amount: amount.rows[0]?.sum } }]);
    }
    const filtered = await client.call<Page>('collectOrder/page', { merchantId: world.merchants.south });
    expect(filtered.total).toBe(5);
  });

  it('options show nothing of merchants that are not seen', async () => {
    expect(await nobody().call('merchant/options', { limit: 50 })).toEqual([]);
  });
});

describe('the total of a page', () => {
  let world: EngineWorld;
  beforeAll(async () => {
    world = await engineWorld();
  });
  afterAll(() => world?.stop());

  it.each([{}, { status: 'created' }, { source: 'api' }])(
    'counts the newest row that it shows (%o)',
    async (filter) => {
      const page = () =>
        world.as.branch.call<Page>('collectOrder/page', { ...filter, page: 1, pageSize: 500 });
      for (let made = 0; made < 5; made += 1) {
        await world.order('lone');
        const { items, total } = await page();
        expect(total).toBe(items.length);
      }
    },
  );

  it('is counted again only where a row of the page was written since', async () => {
    const asked = vi.spyOn(world.server.database.pool, 'query');
    const counts = () =>
      asked.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('from rollup where'))
        .length;
    const page = (number: number) =>
      world.as.branch.call<Page>('collectOrder/page', { page: number, pageSize: 2 });
    try {
      // Only a full page is not counted by its own rows.
      const before = await page(1);
      expect(before.items).toHaveLength(2);
      // A count serves for a second, and only once whatever was under way when its rows were written has ended.
      const recounted = async () => {
        const known = counts();
        expect((await page(1)).total).toBe(before.total);
        return counts() - known;
      };
      await expect.poll(recounted, { interval: 0 }).toBe(0);
      const known = counts();
      for (let made = 1; made <= 3; made += 1) {
        await world.order('lone');
        const old = await page(3);
        const { items, total } = await page(1);
        expect(old.items.map(({ id }) => id)).not.toContain(items[0]?.id);
        expect(total).toBe(before.total + made);
      }
      expect(counts()).toBeGreaterThan(known);
    } finally {
      asked.mockRestore();
    }
  });

  it('is what is on a page that is not full', async () => {
    const all = await world.as.branch.call<Page>('collectOrder/page', { page: 1, pageSize: 500 });
    const last = await world.as.branch.call<Page>('collectOrder/page', { page: 2, pageSize: all.total - 1 });
    expect(last).toMatchObject({ total: all.total, totalIs: 'exact' });
    expect(last.items).toHaveLength(1);
    const beyond = await world.as.branch.call<Page>('collectOrder/page', { page: 9, pageSize: all.total });
    expect(beyond).toMatchObject({ items: [], total: all.total });
  });
});
