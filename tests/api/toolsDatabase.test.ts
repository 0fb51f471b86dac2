import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Diagram, TableDetail, TableLine } from '../../contract/databaseTables.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD } from './sessionWorld.ts';

/** The schema, read by super administrators as the family's clients and our view ask for it. */

let server: TestServer;
let admin: Client;
let operator: Client;

beforeAll(async () => {
  server = await startServer();
  const world = await buildWorld(server);
  await grant(server, world, 'sysDatabase:page');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

const refusal = async (who: Client, path: string, body?: unknown) => {
  const { code, extras } = (await who.ask(path, body)).body;
  return [code, extras?.errorCode];
};

it('lists tables and columns of the one database', async () => {
  expect(await admin.call('sysDatabase/list')).toEqual(['main']);
  const tables = await admin.call<{ name: string; description: string }[]>('sysDatabase/tableList/main');
  expect(tables).toContainEqual({ name: 'sys_user', description: expect.stringMatching(/\w/) as unknown });
  expect(tables.some(({ name }) => /^sys_log_op_\d/.test(name))).toBe(false);
  expect(await admin.call('sysDatabase/tableList/other')).toEqual([]);
  const columns = await admin.call<Record<string, unknown>[]>('sysDatabase/columnList/sys_user/main');
  expect(columns).toContainEqual(
    expect.objectContaining({
      tableName: 'sys_user',
      dbColumnName: 'id',
      dataType: 'bigint',
      isPrimarykey: true,
      isNullable: false,
    }),
  );
  expect(await admin.call('sysDatabase/columnList/pg_authid/main')).toEqual([]);
  expect(await admin.call('sysDatabase/dbTypeList/main')).toEqual(
    expect.arrayContaining(['bigint', 'text', 'jsonb']),
  );
});

it('gives the picture and our view columns, indexes and relations', async () => {
  const picture = await admin.call<{
    columnRelationList: object[];
    visualTableList: object[];
    visualColumnList: object[];
  }>('sysDatabase/visualDbTable');
  expect(picture.columnRelationList).toContainEqual({
    sourceTableName: 'sys_job_trigger',
    sourceColumnName: 'job_id',
    type: 'ONE_TO_ONE',
    targetTableName: 'sys_job',
    targetColumnName: 'job_id',
  });
  const tables = await admin.call<TableLine[]>('sysDatabase/tables', {});
  expect(tables.find(({ name }) => name === 'sys_menu')!.bytes).toBeGreaterThan(8_000);
  const { columns, indexes, relations } = await admin.call<TableDetail>('sysDatabase/table', {
    name: 'sys_job_record',
  });
  expect(columns.map(({ name }) => name)).toContain('elapsed_time');
  expect(indexes.map(({ definition }) => definition)).toContain('sys_job_record USING btree (job_id, id)');
  expect(relations).toEqual([
    { table: 'sys_job_record', column: 'job_id', target: 'sys_job', targetColumn: 'job_id' },
  ]);
  expect(await refusal(admin, 'sysDatabase/table', { name: 'pg_authid' })).toEqual([404, 'notFound']);
});

it('draws tables by the file that makes them, with keys and what refers to others', async () => {
  const { tables, relations } = await admin.call<Diagram>('sysDatabase/diagram', {});
  expect(tables.find(({ name }) => name === 'sys_job_trigger')).toMatchObject({
    group: 'tools',
    columns: [
      { name: 'id', type: 'bigint', key: true },
      { name: 'job_id', type: 'text', key: false },
    ],
  });
  expect(tables.filter(({ group }) => group === 'other').map(({ name }) => name)).toEqual([
    'schema_migration',
  ]);
  const names = new Set(tables.map(({ name }) => name));
  expect(relations.filter(({ table, target }) => !names.has(table) || !names.has(target))).toEqual([]);
  expect(await refusal(operator, 'sysDatabase/diagram', {})).toEqual([403, 'forbidden']);
});

it('is for super administrators, and changes nothing for anybody', async () => {
  for (const path of [
    'list',
    'tableList/main',
    'columnList/sys_user/main',
    'dbTypeList/main',
    'visualDbTable',
  ])
    expect([path, await refusal(operator, `sysDatabase/${path}`)]).toEqual([path, [403, 'forbidden']]);
  expect(await refusal(operator, 'sysDatabase/tables', {})).toEqual([403, 'forbidden']);
  for (const path of [
    'addTable',
    'deleteTable',
    'addColumn',
    'deleteColumn',
    'createEntity',
    'backupDatabase',
  ])
    expect([
      path,
      await refusal(admin, `sysDatabase/${path}`, { configId: 'main', tableName: 'sys_user' }),
    ]).toEqual([path, [403, 'notOffered']]);
});

it('names enumerations and the calls of this server', async () => {
  const types = await admin.call<{ typeName: string; enumEntities: object[] }[]>('sysEnum/enumTypeList');
  expect(types.find(({ typeName }) => typeName === 'statusEnum')!.enumEntities).toHaveLength(2);
  expect(await admin.call('sysEnum/enumDataList?EnumName=statusEnum')).toContainEqual(
    expect.objectContaining({ name: 'enabled', value: 1 }),
  );
  expect(await admin.call('sysEnum/enumDataList?EnumName=none')).toEqual([]);
  expect(await admin.call('sysCommon/apiList')).toContainEqual({
    groupName: 'sysDatabase',
    displayName: 'Tables with their purpose and size',
    routeName: '/api/sysDatabase/tables',
  });
});
