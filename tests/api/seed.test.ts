import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { LOADED } from '../../server/db/seed/demo.ts';
import { seedBase, seedDemo, seedState } from '../../server/db/seed/index.ts';
import { suspendIndexes } from '../../server/db/seed/load.ts';
import { INVARIANTS } from '../../server/invariants/list.ts';
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

  it('breaks no invariant', async () => {
    for (const { id, view } of INVARIANTS) {
      const { rows } = await first.owner.query(`select subject, problem from ${view} limit 3`);
      expect(rows, id).toEqual([]);
    }
  });

  it('fills the rollup with what a recount finds', async () => {
    const wrong = await first.owner.query(
      `select resource, bucket from (
         select resource, bucket, sum(rows) as rows, sum(amount) as amount from rollup group by 1, 2
         except select 'collectOrder', status, count(*), sum(amount) from collect_order group by status
         except select 'fundDetail', type, count(*), sum(amount) from fund_detail group by type) x`,
    );
    expect(wrong.rows).toEqual([]);
  });

  it('has real proportions', async () => {
    const share = await one<{
      success: string;
      settled: string;
      merchants: number;
      claimed: number;
      days: string;
    }>(
      first,
      `select avg((status = 2)::int) as success, avg(settled::int) filter (where status = 2) as settled,
         count(distinct merchant_id)::int as merchants, count(claimed_by)::int as claimed,
         extract(epoch from max(created_at) - min(created_at)) / 86400 as days from collect_order`,
    );
    expect(Number(share.success)).toBeGreaterThan(0.68);
    expect(Number(share.success)).toBeLessThan(0.76);
    expect(Number(share.settled)).toBeGreaterThan(0.9);
    expect(share.merchants).toBeGreaterThan(40);
    expect(Number(share.days)).toBeGreaterThan(59);
    const late = await one<{ late: number }>(
      first,
      `select count(*)::int as late from collect_order where created_at > '2026-03-04T05:00:00Z'`,
    );
    expect(late.late).toBe(0);
  });

  it('begins again after it was killed, and is the same for the same anchor', async () => {
    await suspendIndexes(second.owner, LOADED);
    await second.owner.query('create table seed_order (id bigint)');
    expect(await seedState(second.owner)).toBe('interrupted');
    await load(second, new Date(ANCHOR.getTime() + 60_000));
    expect(await indexes(second)).toEqual(await indexes(first));
    const tables = [
      'collect_order',
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

  it('grants every permission code through a button of the menu', async () => {
    const { rows } = await first.owner.query<{ permission: string }>(
      'select permission from sys_menu where type = 3',
    );
    const codes = new Set(rows.map((row) => row.permission));
    for (const code of [...resources.values()].flatMap(permissionsOf)) expect(codes, code).toContain(code);
  });
});
