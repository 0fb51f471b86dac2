import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** Code that is generated to be read, and what is kept and never run. */

type Row = Record<string, unknown> & { id: string };

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const pageOf = async (path: string, body: object = {}) =>
  (await admin.call<{ items: Row[] }>(path, { page: 1, pageSize: 9_999_999, ...body })).items;
const refusal = async (path: string, body?: unknown) => {
  const { code, extras } = (await admin.ask(path, body)).body;
  return [code, extras?.errorCode];
};

it('shows every file of a view, and writes nothing', async () => {
  await server.database.owner.query(
    `create table counter_place (id bigint primary key, name varchar(40) not null, org_id bigint references sys_org, version integer not null default 1)`,
  );
  expect(await refusal('sysCodeGen/add', { tableName: 'counter_place', busName: 'Pos */ x' })).toEqual([
    400,
    'validation',
  ]);
  await admin.call('sysCodeGen/add', {
    id: 0,
    tableName: 'counter_place',
    busName: "Pos * 'x'",
    nameSpace: 'x',
    connectionString: 'y',
  });
  const [gen] = await pageOf('sysCodeGen/page', { tableName: 'counter_place' });
  expect(gen).toMatchObject({ configId: 'main', connectionString: '', busName: "Pos * 'x'" });
  const configs = await admin.call<Row[]>(`sysCodeGenConfig/list?CodeGenId=${gen!.id}`);
  expect(configs.find(({ columnName }) => columnName === 'id')).toMatchObject({ whetherCommon: 'Y' });
  const changed = configs.map((row) =>
    row.columnName === 'name' ? { ...row, queryWhether: 'Y', netType: 'stolen', unknown: 1 } : row,
  );
  await admin.call('sysCodeGenConfig/update', changed);
  const label = changed.map((row) => ({ ...row, columnComment: '*/ process.exit() /*' }));
  expect(await refusal('sysCodeGenConfig/update', label)).toEqual([400, 'codeLabel']);
  const files = await admin.call<Record<string, string>>('sysCodeGen/preview', gen);
  const definition = files['contract/resources/platform/counterPlace.ts']!;
  expect(definition).toContain("defineResource('counterPlace'");
  expect(definition).toMatch(/name: text\(\{.*filter: 'contains', max: 40.*\}\)/);
  expect(definition).toContain("orgId: ref('sysOrg')");
  expect(definition.match(/\*\//g)).toHaveLength(1);
  const sql = files['server/platform/db/schema/counterPlace.sql'];
  expect(sql).toContain("is 'Pos * ''x'''");
  expect(sql).toContain('org_id bigint references sys_org (id)');
  expect(sql).toContain('create index counter_place_org_id on counter_place (org_id)');
  for (const locale of ['en', 'zh-cn', 'zh-tw']) {
    expect(JSON.parse(files[`locales/${locale}/platform.json`]!)).toHaveProperty('counterPlace.fields', {
      name: 'Name',
      orgId: 'Org',
    });
    expect(JSON.parse(files[`locales/${locale}/menu.json`]!)).toEqual({ counterPlace: "Pos * 'x'" });
    expect(JSON.parse(files[`help/${locale}/platform.json`]!)).toHaveProperty('counterPlace.steps');
  }
  const after = await admin.call<Row[]>(`sysCodeGenConfig/list?CodeGenId=${gen!.id}`);
  expect(after.find(({ columnName }) => columnName === 'name')).toMatchObject({
    netType: 'string',
    queryWhether: 'Y',
  });
  const run = (await admin.ask('sysCodeGen/runLocal', gen)).body;
  expect(run).toMatchObject({ code: 200, type: 'warning', result: null });
  // As a list of rows, which is how their client deletes these.
  await admin.call('sysCodeGen/delete', [{ id: gen!.id }]);
  expect(await pageOf('sysCodeGen/page')).toEqual([]);
  expect(await admin.call(`sysCodeGenConfig/list?CodeGenId=${gen!.id}`)).toEqual([]);
});

it('makes no second table of one that the product has, and allows what its rows allow', async () => {
  await admin.call('sysCodeGen/add', { id: 0, tableName: 'sys_code_gen_config' });
  const [gen] = await pageOf('sysCodeGen/page', { tableName: 'sys_code_gen_config' });
  const files = await admin.call<Record<string, string>>('sysCodeGen/preview', gen);
  expect(Object.keys(files).filter((path) => path.endsWith('.sql'))).toEqual([]);
  const definition = files['contract/resources/platform/sysCodeGenConfig.ts'];
  // A row needs settings, which are JSON that no form writes.
  expect(definition).toContain('crud: { update: STAFF, delete: STAFF }');
  expect(definition).toContain("codeGenId: ref('sysCodeGen', { required: true })");
  expect(definition).toContain('settings: json({ readonly: true })');
});

it('refuses tables that no view can be of, and says why', async () => {
  const { owner } = server.database;
  await owner.query('create table "Upper" (id bigint primary key, name text)');
  await owner.query('create table class (id bigint primary key, name text)');
  await owner.query('create table odd_key (code text primary key)');
  await owner.query('create table odd_column (id bigint primary key, "order" integer)');
  await owner.query('create table odd_digit (id bigint primary key, line_1 text)');
  await owner.query('create table odd_empty (id bigint primary key, place point)');
  for (const [tableName, text] of [
    ['sys_pos', 'sysPos is the name of something that the product has'],
    ['Upper', 'Upper cannot be the name of a view'],
    ['class', 'class cannot be the name of a view'],
    ['odd_key', 'no id of ours'],
    ['odd_column', 'order cannot be the name of a field'],
    ['odd_digit', 'line_1 cannot be the name of a field'],
    ['odd_empty', 'no column that a view could show'],
  ] as const) {
    const { id } = await admin.call<{ id: string }>('sysCodeGen/add', { tableName });
    const { code, message } = (await admin.ask('sysCodeGen/preview', { id })).body;
    expect([tableName, code, message]).toEqual([tableName, 403, expect.stringContaining(text)]);
  }
});

it('keeps plugins as text and pays nothing', async () => {
  await admin.call('sysPlugin/add', {
    id: 0,
    name: 'Hello',
    csharpCode: 'class X {}',
    assemblyName: 'stolen',
  });
  const [plugin] = await pageOf('sysPlugin/page', { name: 'Hell' });
  expect(plugin).toMatchObject({ csharpCode: 'class X {}', assemblyName: null });
  expect(await refusal('sysPlugin/compileAssembly', plugin)).toEqual([403, 'notOffered']);
  expect(await refusal('sysPlugin/removeAssembly/Hello', {})).toEqual([403, 'notOffered']);
  await server.database.owner.query(
    `insert into sys_wechat_pay (id, out_trade_number, total, trade_state, created_at)
     values (9, 'A1', 100, 'SUCCESS', '2026-05-05T12:00:00Z'), (10, 'B2', 100, 'SUCCESS', '2026-05-20T12:00:00Z')`,
  );
  const found = await pageOf('sysWechatPay/page', { searchKey: 'A1' });
  expect(found.map(({ outTradeNumber }) => outTradeNumber)).toEqual(['A1']);
  expect(await admin.call('sysWechatPay/payInfo/9')).toMatchObject({ outTradeNumber: 'A1' });
  expect(await admin.call('sysWechatPay/listRefund', '42')).toEqual([]);
  for (const [path, body] of [
    ['sysWechatPay/payTransactionNative', { description: 'x', total: 1 }],
    ['sysWechatPay/refundDomestic', { tradeId: '9', refund: 1, total: 1 }],
    ['sysWechatPay/payInfoFromWechat/9', undefined],
  ] as const)
    expect([path, await refusal(path, body)]).toEqual([path, [403, 'notOffered']]);
});
