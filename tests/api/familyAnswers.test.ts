import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** What clients of the contract's family read of an answer: plain texts, new ids, refusals by their own names. */

type Row = Record<string, unknown> & { id: string };

let server: TestServer;
let world: World;
let admin: Client;
const NAMES = JSON.stringify({ en: 'Cashiers', 'zh-cn': '出纳' });

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const fieldsOf = async (who: Client, path: string, body: unknown) =>
  (await who.ask(path, body)).body.message as unknown as Record<string, string[]>;

it('texts are plain, and maps of languages for our own forms alone', async () => {
  const config = { name: NAMES, code: 'cashiers', value: 'x', sysFlag: 2 };
  const { id, version } = await admin.command<Row & { version: number }>('sysConfig/add', config);
  expect(await admin.call<Row>(`sysConfig/detail?Id=${id}`)).toMatchObject({
    name: 'Cashiers',
    isDelete: false,
  });
  expect(await admin.call<Row>(`sysConfig/detail?id=${id}`)).toMatchObject({ name: NAMES });
  const listed = await admin.call<Row[]>('sysConfig/list', { code: 'cashiers' });
  expect(listed.map(({ name }) => name)).toEqual(['Cashiers']);
  const updated = await admin.call<Row>('sysConfig/update', {
    id,
    version,
    ...config,
    name: 'Cashiers',
    value: 'y',
  });
  expect(updated).toMatchObject({ name: 'Cashiers', value: 'y' });
  expect(await admin.call<Row>(`sysConfig/detail?id=${id}`)).toMatchObject({ name: NAMES });
  const type = await admin.command<Row>('sysDictType/add', { name: NAMES, code: 'cashier', status: 1 });
  expect(await admin.call<Row>(`sysDictType/detail?Id=${type.id}`)).toMatchObject({ name: 'Cashiers' });
});

it('an organisation and a person are answered by their new id', async () => {
  const form = { pid: world.head, name: 'Night shift', code: 'night', id: 0 };
  const id = await admin.call<string>('sysOrg/add', form);
  expect(id).toMatch(/^\d+$/);
  expect(await admin.command<Row>('sysOrg/add', { ...form, code: 'night2' })).toMatchObject({
    name: 'Night shift',
  });
  expect(await fieldsOf(admin, 'sysOrg/add', { ...form, code: 'night3', type: 'nowhere' })).toEqual({
    type: ['Kind has no such choice'],
  });
});

it('choices are shown by value in the language of the reader, and kept by code', async () => {
  await server.database.pool.query(
    `with t as (insert into sys_dict_type (id, name, code) values ($1, 'x', 'shifts') returning id)
     insert into sys_dict_data (id, dict_type_id, code, name, label, value) select $2, id, 'n', '夜', $3, 'night' from t`,
    [newId(), newId(), JSON.stringify({ en: 'Night', 'zh-cn': '夜班' })],
  );
  expect(await admin.call('sysDictData/dataList/shifts')).toMatchObject([
    { code: 'night', value: 'Night', name: 'Night' },
  ]);
  expect(
    (await admin.ask('sysDictData/dataList?Code=shifts', undefined, { 'Accept-Language': 'zh-cn' })).body
      .result,
  ).toMatchObject([{ code: 'night', value: '夜班' }]);
});

it('refusals name the fields as the body does, and tell what is missing from what is not held', async () => {
  await grant(server, world, 'sysRole:page', 'sysRole:add', 'sysUser:page', 'sysUser:delete');
  const keeper = await server.signIn('operator', PASSWORD);
  const role = { name: 'r', code: 'r1', status: 1, dataScope: 4 };
  const add = (over: object) => fieldsOf(keeper, 'sysRole/add', { ...role, ...over });
  expect(await add({ menuIdList: [world.menus['sysUser:page'], world.menus['collectOrder:claim']] })).toEqual(
    {
      menuIdList: ['Some of these permissions are not yours to give'],
    },
  );
  expect(await add({ menuIdList: [newId()] })).toEqual({ menuIdList: ['Menus: some of them do not exist'] });
  expect(await add({ menuIds: [newId()] })).toEqual({ menuIds: ['Menus: some of them do not exist'] });
  expect(await fieldsOf(admin, 'sysUser/delete', { id: '9'.repeat(30) })).toEqual({
    id: ['ID has a wrong format'],
  });
});

it('generates no view of a table that there is not, nor of one that keeps secrets', async () => {
  const refused = (tableName: string) => fieldsOf(admin, 'sysCodeGen/add', { tableName, busName: 'x' });
  expect(await refused('sys_pos; drop table x')).toEqual({ tableName: ['There is no such table'] });
  for (const table of ['user_otp', 'sys_user', 'captcha'])
    expect(await refused(table)).toEqual({ tableName: ['This table keeps secrets: no view is made of it'] });
});

it('a form is told all that is missing at once, in the words of its labels', async () => {
  const empty = { name: '', code: '', value: '', sysFlag: '' };
  const asked = {
    name: ['Please enter Name!'],
    code: ['Please enter Code!'],
    value: ['Please enter Value!'],
    sysFlag: ['Please select Built-in!'],
  };
  expect(await fieldsOf(admin, 'sysConfig/add', empty)).toEqual(asked);
  expect(await fieldsOf(admin, 'sysConfig/add', { ...empty, code: 'c1', name: 'n1' })).toEqual({
    value: asked.value,
    sysFlag: asked.sysFlag,
  });
  expect(await fieldsOf(admin, 'sysRole/grantMenu', {})).toEqual({
    id: ['Please select ID!'],
    menuIdList: ['Please select Menus!'],
  });
  expect(await fieldsOf(admin, 'sysUser/setStatus', {})).toMatchObject({ id: ['Please select ID!'] });
});
