import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** Applications group directories of the menu: who has several chooses among them. */

interface Entry {
  id: string;
  name: string;
  app?: { id: string; title: string; isDefault: boolean };
  children: Entry[];
}

let server: TestServer;
let world: World;
let admin: Client;
let operator: Client;
/** The one that menus begin with, and another. */
let main: string;
let office: string;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
  const app = { status: 1, orderNo: 20 };
  const made = async (body: object) => (await admin.command<{ id: string }>('sysApp/add', body)).id;
  main = await made({ ...app, name: 'Orders', title: 'Orders', isDefault: true });
  office = await made({
    ...app,
    orderNo: 10,
    name: 'Office',
    title: '{"en":"Back office","zh-cn":"后台"}',
    code: 'office',
  });
});
afterAll(() => server.stop());

const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const sql = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows;
const idOf = async (name: string): Promise<string> =>
  (await sql('select id::text from sys_menu where name = $1', [name]))[0]?.id;
const treeOf = (who: Client) => who.call<Entry[]>('sysMenu/loginMenuTree');
/** An application changed as a form does it: the row as it is, with these. */
const change = async (id: string, values: object): Promise<object> => {
  const rows = await sql('select id::text, version, name, title, status from sys_app where id = $1', [id]);
  return { ...rows[0], ...values };
};
const assign = async (name: string, appId: string | null) =>
  admin.call('sysMenu/update', {
    ...(await sql('select id::text, title, type, status, name from sys_menu where name = $1', [name]))[0],
    pid: 0,
    appId,
  });

it('each entry of the first level says which application has it, whoever it is that has it', async () => {
  await assign('ordersArea', main);
  await assign('systemArea', office);
  expect((await treeOf(admin)).map(({ name, app }) => [name, app?.title, app?.isDefault])).toEqual(
    expect.arrayContaining([
      ['ordersArea', 'Orders', true],
      ['systemArea', 'Back office', false],
    ]),
  );
  expect((await treeOf(operator)).map(({ name, app }) => [name, app?.id])).toEqual([['ordersArea', main]]);
});

it('the list of menus is that of an application, with what is in none', async () => {
  const names = async (query: string) =>
    (await admin.call<Entry[]>(`sysMenu/list?${query}`)).map(({ name }) => name).sort();
  const id = newId();
  await sql("insert into sys_menu (id, type, title, name) values ($1, 1, 'Shared', 'shared')", [id]);
  expect(await names(`AppId=${main}`)).toEqual(['ordersArea', 'shared']);
  expect(await names(`AppId=${office}&All=true`)).toEqual(['ordersArea', 'shared', 'systemArea']);
  expect(await names('AppId=0')).toEqual(['ordersArea', 'shared', 'systemArea']);
  // A search finds what is below as well.
  expect(await names(`AppId=${main}&Type=2`)).toEqual(['collectOrder']);
  expect(await names(`AppId=${office}&Title=collection&Type=2`)).toEqual([]);
  await sql('delete from sys_menu where id = $1', [id]);
});

it('only the first level belongs to one: below another entry it is left', async () => {
  const view = { type: 2, title: 'v', name: 'v', path: '/v', status: 1 };
  expect(await refusal(admin, 'sysMenu/add', { ...view, pid: await idOf('ordersArea'), appId: main })).toBe(
    'validation',
  );
  expect(await refusal(admin, 'sysMenu/add', { ...view, pid: 0, appId: newId() })).toBe('validation');
  const { id } = await admin.call<{ id: string }>('sysMenu/add', { ...view, pid: 0, appId: main });
  const appOf = async () =>
    (await sql('select app_id::text as app from sys_menu where id = $1', [id]))[0]?.app;
  expect(await appOf()).toBe(main);
  await admin.command('sysMenu/arrange', { ids: [id], input: { pid: await idOf('ordersArea') } });
  expect(await appOf()).toBeNull();
  await admin.call('sysMenu/delete', { id });
});

it('keeps one that menus begin with', async () => {
  const refused = (path: string, body: object) => admin.ask(path, body).then((answer) => answer.body);
  expect((await refused('sysApp/delete', { id: main })).message).toMatch(/default/);
  expect((await refused('sysApp/delete', { id: office })).message).toMatch(/Directories/);
  const fieldOf = async (body: object) =>
    Object.keys((await refused('sysApp/update', await change(main, body))).message as object);
  expect(await fieldOf({ status: 2 })).toEqual(['status']);
  expect(await fieldOf({ isDefault: false })).toEqual(['isDefault']);
  expect(await refusal(admin, 'sysApp/add', { name: 'Office', title: 'x', status: 1 })).toBe('duplicate');
  expect(await refusal(admin, 'sysApp/add', { name: 'y', title: 'x', code: 'office', status: 1 })).toBe(
    'duplicate',
  );
  await admin.call('sysApp/update', await change(office, { isDefault: true }));
  expect(await sql('select id::text from sys_app where is_default')).toEqual([{ id: office }]);
  await admin.call('sysApp/update', await change(main, { isDefault: true }));
  expect(await sql('select id::text from sys_app where is_default')).toEqual([{ id: main }]);
});

it('one that is switched off is in no menu but that of a super administrator', async () => {
  await assign('ordersArea', office);
  const asked = { ids: [office], dryRun: true };
  const { preview } = await admin.call<ActionResult>('sysApp/disable', asked);
  // The super administrator keeps them.
  expect(preview?.[0]?.after).toEqual({ status: 2, directories: 2, people: 1 });
  expect((await treeOf(operator)).map(({ name }) => name)).toEqual(['ordersArea']);
  const { body } = await admin.ask('sysApp/update', await change(office, { status: 2 }));
  expect(body.message).toEqual({
    status: [expect.stringContaining('2 directories would leave the menus of 1 people')],
  });
  await admin.command('sysApp/disable', { ids: [office] });
  expect(await treeOf(operator)).toEqual([]);
  expect((await treeOf(admin)).map(({ name }) => name)).toContain('ordersArea');
  await admin.command('sysApp/enable', { ids: [office] });
  expect((await treeOf(operator)).map(({ name }) => name)).toEqual(['ordersArea']);
  // Of whom nobody loses anything a form says so too, as clients of the family send it.
  await sql('update sys_menu set status = 2 where app_id = $1', [office]);
  await admin.call('sysApp/update', await change(office, { status: 2 }));
  await admin.call('sysApp/update', await change(office, { status: 1 }));
  await sql('update sys_menu set status = 1 where app_id = $1', [office]);
  const beginning = await admin.command<ActionResult>('sysApp/disable', { ids: [main] });
  expect(beginning.refused).toHaveLength(1);
  await assign('ordersArea', main);
});

it('counts whom it takes a view from, and nobody else', async () => {
  await assign('ordersArea', office);
  const people = async () =>
    (await admin.call<ActionResult>('sysApp/disable', { ids: [office], dryRun: true })).preview?.[0]?.after
      .people;
  const area = await idOf('ordersArea');
  await sql('update sys_menu set role_ids = $2 where id = $1', [area, JSON.stringify([newId()])]);
  expect([await people(), await treeOf(operator)]).toEqual([0, []]);
  await sql('update sys_menu set role_ids = $2 where id = $1', [area, JSON.stringify([world.role])]);
  expect([await people(), (await treeOf(operator)).length]).toEqual([1, 1]);
  await sql('update sys_menu set role_ids = null where id = $1', [area]);
  await sql('update sys_role set status = 2 where id = $1', [world.role]);
  expect(await people()).toBe(0);
  await sql('update sys_role set status = 1 where id = $1', [world.role]);
  await assign('ordersArea', main);
});

it('refuses an icon that there is not', async () => {
  const { body } = await admin.ask('sysApp/update', await change(office, { icon: 'javascript:alert(1)' }));
  expect(Object.keys(body.message as object)).toEqual(['icon']);
  await admin.call('sysApp/update', await change(office, { icon: 'orders' }));
});

it('whoever moves or hides directories holds what they open', async () => {
  await grant(server, world, 'sysApp:page', 'sysApp:update', 'sysMenu:page', 'sysMenu:update');
  const keeper = await server.signIn('operator', PASSWORD);
  const area = await idOf('systemArea');
  expect(await refusal(keeper, 'sysApp/update', await change(office, { status: 2 }))).toBe('forbidden');
  expect(await refusal(keeper, 'sysApp/grantMenu', { id: main, menuIdList: [area] })).toBe('forbidden');
  const entry = { id: area, type: 1, title: 'systemArea', name: 'systemArea', status: 1, pid: 0 };
  expect(await refusal(keeper, 'sysMenu/update', { ...entry, appId: main })).toBe('forbidden');
});

it('takes its menus and the choice of one from clients of the family', async () => {
  const [orders, system] = [await idOf('ordersArea'), await idOf('systemArea')];
  const has = (id: string) => admin.call<string[]>(`sysApp/grantMenu?Id=${id}`);
  expect(await has(office)).toContain(system);
  // The button of a view stands for the directory above it.
  const button = world.menus['collectOrder:page'];
  await admin.call('sysApp/grantMenu', { id: office, menuIdList: [button, system] });
  expect(await has(office)).toEqual(expect.arrayContaining([orders, system, button]));
  expect(await has(main)).toEqual([]);
  await admin.call('sysApp/grantMenu', { id: office, menuIdList: [system] });
  // To the default one it goes, and from that one to all.
  expect((await treeOf(admin)).find(({ id }) => id === orders)?.app?.id).toBe(main);
  await admin.call('sysApp/grantMenu', { id: main, menuIdList: [] });
  expect((await treeOf(admin)).find(({ id }) => id === orders)?.app).toBeUndefined();
  await admin.call('sysApp/grantMenu', { id: main, menuIdList: [orders] });

  interface Choice {
    appId: string;
    tenantId: string;
    selectList: { value: string; label: string; children: { value: string }[] }[];
  }
  const before = await admin.call<Choice>('sysApp/changeApp');
  expect([before.appId, before.selectList.map(({ label }) => label)]).toEqual([
    main,
    ['Back office', 'Orders'],
  ]);
  const { tenantId } = before;
  const pair = await admin.call<{ accessToken: string; refreshToken: string }>('sysApp/changeApp', {
    id: office,
    tenantId,
  });
  expect(pair.accessToken.split('.')).toHaveLength(3);
  expect((await admin.call<Choice>('sysApp/changeApp')).appId).toBe(office);
  expect(await refusal(admin, 'sysApp/changeApp', { id: office, tenantId: '77' })).toBe('forbidden');
  expect(await refusal(operator, 'sysApp/changeApp', { id: office })).toBe('notFound');
});
