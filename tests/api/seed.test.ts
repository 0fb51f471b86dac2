import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localText } from '../../contract/localised.ts';
import { permissionsOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { LOADED } from '../../server/demo/seed/demo.ts';
import { seedBase, seedDemo, seedState } from '../../server/demo/seed/index.ts';
import { suspendIndexes } from '../../server/demo/seed/load.ts';
import { createTraffic } from '../../server/demo/traffic.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { createLog } from '../../server/platform/observability/log.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { SECRETS_KEY } from '../support/server.ts';

const ORDERS = 5_000;
const ANCHOR = new Date('2026-03-04T05:06:07Z');
let first: TestDatabase;
let second: TestDatabase;

const load = (database: TestDatabase, anchor = ANCHOR) =>
  seedDemo(database.owner, {
    orders: ORDERS,
    password: 'demo-password',
    anchor,
    log: () => undefined,
    secretsKey: SECRETS_KEY,
  });

const one = async <T>(database: TestDatabase, sql: string): Promise<T> =>
  (await database.owner.query(sql)).rows[0] as T;
const indexes = async (database: TestDatabase): Promise<string[]> =>
  (
    await database.owner.query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`)
  ).rows.map((row) => row.indexdef);
const constraints = async (database: TestDatabase): Promise<string[]> =>
  (
    await database.owner.query(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
       where connamespace = 'public'::regnamespace order by 1`,
    )
  ).rows.map((row) => row.text);

beforeAll(async () => {
  [first, second] = [await freshDatabase(), await freshDatabase()];
  await seedBase(first.owner, { demo: true });
  await seedBase(second.owner, { demo: true });
});
afterAll(async () => {
  await first.drop();
  await second.drop();
});

describe('the demo', () => {
  it('leaves every index and key as the migrations made it', async () => {
    const before = [await indexes(first), await constraints(first)];
    expect(await seedState(first.owner)).toBe('empty');
    await load(first);
    expect(await seedState(first.owner)).toBe('ready');
    expect([await indexes(first), await constraints(first)]).toEqual(before);
  });

  it('has what people and upstreams would have written in one language', async () => {
    const { rows } = await first.owner.query<{ place: string; text: string }>(
      `select 'collect_order' as place, remark as text from collect_order union all select 'pay_order', remark from pay_order
       union all select 'order_log', remark from order_log union all select 'journal_entry', remark from journal_entry
       union all select 'fund_detail', remark from fund_detail union all select 'upstream', remark from upstream
       union all select 'pay_attempt', failure from pay_attempt`,
    );
    const written = rows.filter(({ text }) => text);
    expect(written.length).toBeGreaterThan(50);
    expect(written.filter(({ text }) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });

  it('breaks no invariant', async () => {
    expect(await checkInvariants(first.owner)).toEqual([]);
  });

  it('fills the rollup with what a recount finds', async () => {
    const wrong = await first.owner.query(
      `select resource, bucket from (
         select resource, bucket, sum(rows) as rows, sum(amount) as amount from rollup group by 1, 2
         except select 'collectOrder', status, count(*), sum(amount) from collect_order group by status
         except select 'payOrder', status, count(*), sum(amount) from pay_order group by status
         except select 'fundDetail', type, count(*), sum(amount) from fund_detail group by type) x`,
    );
    expect(wrong.rows).toEqual([]);
  });

  it('has real proportions', async () => {
    const share = await one<{
      success: string;
      settled: string;
      merchants: number;
      days: string;
    }>(
      first,
      `select avg((status = 2)::int) as success, avg(settled::int) filter (where status = 2 and paid_at < '2026-03-02T05:00:00Z') as settled,
         count(distinct merchant_id)::int as merchants,
         extract(epoch from max(created_at) - min(created_at)) / 86400 as days from collect_order`,
    );
    expect(Number(share.success)).toBeGreaterThan(0.72);
    expect(Number(share.success)).toBeLessThan(0.8);
    expect(Number(share.settled)).toBeGreaterThan(0.9);
    expect(share.merchants).toBeGreaterThan(40);
    expect(Number(share.days)).toBeGreaterThan(59);
    const late = await one<{ late: number }>(
      first,
      `select count(*)::int as late from collect_order where created_at > '2026-03-04T05:06:00Z'`,
    );
    expect(late.late).toBe(0);
  });

  it('has a country for every organisation, so that a clerk of India types a number of India', async () => {
    const { rows } = await first.owner.query(
      `with recursive down as (
         select id, country from sys_org where pid is null
         union all select o.id, coalesce(o.country, down.country) from sys_org o join down on o.pid = down.id
       ) select country, count(*)::int as n from down group by country`,
    );
    expect(rows).toEqual([{ country: 'IN', n: 5 }]);
  });

  it('calls its bank accounts what each language calls them', async () => {
    const { rows } = await first.owner.query<{ name: string }>('select name from bank_account');
    expect(rows.length).toBeGreaterThan(1);
    for (const { name } of rows) expect(localText(name, 'en')).not.toMatch(/\p{Script=Han}/u);
    expect(rows.map(({ name }) => localText(name, 'zh-cn')).join()).toMatch(/代收/);
  });

  it('pays out what was settled, mostly well', async () => {
    const pay = await one<{ rows: number; success: number; kinds: number; sent: number }>(
      first,
      `select count(*)::int as rows, avg((status = 4)::int)::float8 as success, count(distinct status)::int as kinds,
         count(*) filter (where exists (select from pay_attempt a where a.order_id = o.id))::int as sent from pay_order o`,
    );
    expect(pay.rows).toBeGreaterThan(ORDERS / 100);
    expect(pay.success).toBeGreaterThan(0.85);
    expect(pay.kinds).toBeGreaterThan(3);
    expect(pay.sent).toBeGreaterThan(pay.rows * 0.9);
  });

  it('gives each upstream a rate of success of its own', async () => {
    const { rows } = await first.owner.query<{ rate: number }>(
      `select (avg((status = 2)::int) filter (where status > 1))::float8 as rate from collect_order
       group by upstream_id having count(*) > 150 order by 1`,
    );
    expect(rows.length).toBeGreaterThan(6);
    expect(rows[0]?.rate).toBeGreaterThan(0.55);
    expect(rows.at(-1)?.rate).toBeLessThan(0.97);
    expect(rows.at(-1)!.rate - rows[0]!.rate).toBeGreaterThan(0.1);
  });

  it('leaves nothing with the upstream that is paused', async () => {
    const { rows } = await first.owner.query(
      `select o.id from collect_order o join upstream u on u.id = o.upstream_id
       where u.status = 3 and o.created_at > '2026-03-04T02:07:00Z'`,
    );
    expect(rows).toEqual([]);
  });

  it('begins again after it was killed, and is the same for the same anchor', async () => {
    await suspendIndexes(second.owner, LOADED);
    await second.owner.query('create table seed_order_1 (id bigint)');
    expect(await seedState(second.owner)).toBe('interrupted');
    await load(second, new Date(ANCHOR.getTime() + 30_000));
    expect(await indexes(second)).toEqual(await indexes(first));
    const tables = [
      'collect_order',
      'pay_order',
      'fund_detail',
      'merchant_asset',
      'callback',
      'order_log',
      'channel_binding',
      'extension_rate',
    ];
    for (const table of tables) {
      const digest = `select count(*) as rows, md5(string_agg(t::text, '' order by t.id)) as digest from ${table} t`;
      expect(await one(second, digest), table).toEqual(await one(first, digest));
    }
  });

  it('is followed by live orders with its routes and shares', async () => {
    const clock = { now: () => new Date(), aheadMs: () => 0 };
    const traffic = createTraffic({ pool: second.pool, clock, log: createLog('silent') }, 100);
    const live = `from collect_order o join upstream u on u.id = o.upstream_id where o.pay_url is null`;
    const count = async () => (await one<{ n: number }>(second, `select count(*)::int as n ${live}`)).n;
    traffic.start();
    try {
      await expect.poll(count).toBeGreaterThan(80);
    } finally {
      await traffic.stop();
    }
    const { rows } = await second.owner.query<{ status: number; share: number }>(
      `select u.status, (count(*) / sum(count(*)) over ())::float8 as share ${live} group by u.id, u.status order by 2 desc`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows[0]?.share).toBeLessThan(0.4);
    expect(rows.every(({ status }) => status === 1)).toBe(true);
  });

  it('grants every permission code through a button of the menu', async () => {
    const { rows } = await first.owner.query<{ permission: string }>(
      'select permission from sys_menu where type = 3',
    );
    const codes = new Set(rows.map((row) => row.permission));
    for (const code of [...resources.values()].flatMap(permissionsOf)) expect(codes, code).toContain(code);
  });
});
