import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/** A merchant's name finds its rows in every list of orders and postings, within what the caller sees. */

let server: TestServer;
let admin: Client;
const NAME = 'Kaveri Games';

beforeAll(async () => {
  server = await demoWorld(600);
  admin = await server.signIn('admin', PASSWORD);
  // A demo as small as this one has none.
  await server.database.owner.query(
    `insert into withdrawal (id, order_no, merchant_id, currency, amount, fee, address)
     select n, 'W' || n, m.id, 'INR', 100, 1, 'T' from generate_series(1, 3) n join merchant m on m.name = $1`,
    [NAME],
  );
});
afterAll(() => server?.stop());

const LISTS = [
  ['collectOrder', 'collect_order'],
  ['payOrder', 'pay_order'],
  ['withdrawal', 'withdrawal'],
  ['fundDetail', 'fund_detail'],
] as const;

interface Listed {
  total: number;
  items: { id: string; merchantName: string }[];
}

const countOf = async (table: string, where: string, values: unknown[]): Promise<number> =>
  (
    await server.database.pool.query<{ n: number }>(
      `select count(*)::int as n from ${table} t where ${where}`,
      values,
    )
  ).rows[0]!.n;
const NAMED = "t.merchant_id in (select id from merchant where name ilike '%' || $1 || '%')";

/** A merchant that has rows there, and a part of its name in other letters. */
async function merchantIn(table: string): Promise<{ name: string; part: string }> {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select m.name from merchant m where m.name ~ '^[A-Za-z]{4,} ' and exists (select from ${table} t where t.merchant_id = m.id)
     order by m.id limit 1`,
  );
  const { name } = rows[0]!;
  return { name, part: name.split(' ')[0]!.toLowerCase() };
}

it.each(LISTS)('%s: by the any-number box, the keyword and the search', async (resource, table) => {
  const { name, part } = await merchantIn(table);
  const expected = await countOf(table, NAMED, [part]);
  expect(expected).toBeGreaterThan(0);
  for (const filter of [{ anyId: part }, { keyword: name }, { search: { keyword: part.toUpperCase() } }]) {
    const page = await admin.call<Listed>(`${resource}/page`, { ...filter, pageSize: 1000 });
    expect([resource, filter, page.total, page.items.length]).toEqual([resource, filter, expected, expected]);
    for (const { merchantName } of page.items) expect(merchantName.toLowerCase()).toContain(part);
    const rows = await admin.call<Listed>(`${resource}/rows`, { ...filter, start: 0, end: 100 });
    expect([filter, rows.total]).toEqual([filter, expected]);
  }
});

it('finds both where a text begins numbers and is part of a name', async () => {
  const { database } = server;
  const [first] = (
    await database.pool.query<{ id: string; other: string }>(
      `select t.id::text, m.id::text as other from collect_order t join merchant m on m.name <> $1
       where t.merchant_id <> m.id and t.merchant_id in (select id from merchant where name <> $1) order by t.id limit 1`,
      [NAME],
    )
  ).rows;
  await database.owner.query("update collect_order set merchant_order_no = 'kaveri-1' where id = $1", [
    first!.id,
  ]);
  const named = await countOf('collect_order', NAMED, ['kaveri']);
  const { total, items } = await admin.call<Listed>('collectOrder/page', { anyId: 'kaveri', pageSize: 1000 });
  expect(total).toBe(named + 1);
  expect(items.map(({ id }) => id)).toContain(first!.id);
});

it('shows nobody the rows of merchants that are not theirs', async () => {
  const merchant = await server.signIn('merchant', PASSWORD);
  const [other] = (
    await server.database.pool.query<{ name: string }>(
      'select name from merchant m where name <> $1 and exists (select from collect_order o where o.merchant_id = m.id) limit 1',
      [NAME],
    )
  ).rows;
  expect((await merchant.call<Listed>('collectOrder/page', { anyId: other!.name })).total).toBe(0);
  expect((await merchant.call<Listed>('collectOrder/page', { anyId: 'Kaveri' })).total).toBeGreaterThan(0);
  const found = await merchant.call<{ resource: string }[]>(`find?q=${encodeURIComponent(other!.name)}`);
  expect(found.filter(({ resource }) => resource === 'collectOrder')).toEqual([]);
});

it('the palette lists the newest orders of the merchant, and says whose they are', async () => {
  const { name } = await merchantIn('pay_order');
  const found = await admin.call<{ resource: string; id: string; hint: string }[]>(
    `find?q=${encodeURIComponent(name)}`,
  );
  const orders = found.filter(({ resource }) => resource === 'payOrder');
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select t.id::text from pay_order t where ${NAMED} order by t.created_at desc, t.id desc limit 8`,
    [name],
  );
  expect(orders.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(new Set(orders.map(({ hint }) => hint))).toEqual(new Set([name]));
});
