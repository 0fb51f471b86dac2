import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBase, syncShipped } from '../../server/demo/seed/index.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

/** A database of an earlier version gets what this one ships as well; what people changed stays. */

let database: TestDatabase;
const run = (sql: string, values: unknown[] = []) => database.owner.query(sql, values);
const count = async (sql: string): Promise<number> =>
  Number((await run(`select count(*)::int as n from ${sql}`)).rows[0].n);
const grantsOf = async (role: string): Promise<string[]> =>
  (
    await run(
      `select coalesce(m.permission, m.name) as code from sys_role_menu rm join sys_role r on r.id = rm.role_id
       join sys_menu m on m.id = rm.menu_id where r.code = $1 order by 1`,
      [role],
    )
  ).rows.map(({ code }) => code);

const OLD = `code like 'payOrder%' or code like 'payStatusEnum%' or code in ('collectOrder:overrule', 'orderEvent/overrule')`;
let before: string[];

beforeAll(async () => {
  database = await freshDatabase();
  await seedBase(database.owner, { demo: true });
  before = await grantsOf('operator');
  // As the version before payouts left it …
  await run(`delete from shipped_entry where ${OLD}`);
  await run(
    `delete from sys_menu where permission like 'payOrder:%' or name = 'payOrder' or permission = 'collectOrder:overrule'`,
  );
  await run(`delete from sys_dict_type where code = 'payStatusEnum'`);
  await run(`delete from sys_dict_data where code = 'overrule'`);
  // … and as its administrators changed it.
  await run(`update sys_menu set title = '我的订单', order_no = 5 where name = 'collectOrder'`);
  await run(`delete from sys_menu where permission = 'channelBinding:export'`);
  await run(`update sys_dict_data set label = 'as an earlier version had it' where code = 'claim'`);
  await run(
    `update sys_dict_data set label = 'mine', tag_type = 'danger', updated_at = now() where code = 'settle'`,
  );
  await run(`delete from sys_role_menu using sys_menu m, sys_role r
    where m.id = menu_id and r.id = role_id and r.code = 'finance' and (m.name = 'collectOrder' or m.permission like 'collectOrder:%')`);
  await syncShipped(database.owner);
});
afterAll(() => database.drop());

it('adds entries, buttons, dictionaries and items that the database never had', async () => {
  expect(
    await count(
      `sys_menu m join sys_menu up on up.id = m.pid where m.name = 'payOrder' and up.name = 'order'`,
    ),
  ).toBe(1);
  expect(await count(`sys_menu where permission like 'payOrder:%'`)).toBeGreaterThan(10);
  expect(
    await count(
      `sys_dict_data d join sys_dict_type t on t.id = d.dict_type_id where t.code = 'payStatusEnum'`,
    ),
  ).toBe(10);
  expect(await count(`sys_dict_data where code = 'overrule'`)).toBe(1);
});

it('grants them to the roles that ship with them', async () => {
  expect(await grantsOf('operator')).toEqual(before);
  expect(await grantsOf('administrator')).toContain('payOrder:approve');
});

it('says in this version’s words what nobody renamed', async () => {
  const { rows } = await run(`select label from sys_dict_data where code = 'claim'`);
  expect(rows.map(({ label }) => JSON.parse(label))).toEqual([
    { 'zh-cn': '认领', 'zh-tw': '認領', en: 'Claim' },
  ]);
});

it('leaves what people changed, removed or took away', async () => {
  expect(await count(`sys_menu where name = 'collectOrder' and title = '我的订单' and order_no = 5`)).toBe(1);
  expect(await count(`sys_menu where permission = 'channelBinding:export'`)).toBe(0);
  expect(await count(`sys_dict_data where label = 'mine' and tag_type = 'danger'`)).toBe(1);
  expect((await grantsOf('finance')).filter((code) => code.startsWith('collectOrder'))).toEqual([]);
});

it('adds nothing twice, nor what was removed after it had been added', async () => {
  await run(`delete from sys_menu where permission = 'payOrder:export'`);
  const entries = await count('sys_menu');
  await syncShipped(database.owner);
  expect(await count('sys_menu')).toBe(entries);
});
