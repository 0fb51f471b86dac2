import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { forgetPolicy } from '../../server/platform/http/policy.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** A button of the menu is a right of every role that has it, and its link a hole in the content policy. */

const KEEPER = ['sysMenu:page', 'sysMenu:add', 'sysMenu:update', 'sysMenu:delete', 'sysLogDiff:page'];

interface Difference {
  rowId: string;
  diffType: string;
  beforeData: Record<string, unknown> | null;
  afterData: Record<string, unknown> | null;
}

let server: TestServer;
let world: World;
let admin: Client;
let keeper: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, ...KEEPER, 'collectOrder:claim');
  admin = await server.signIn('admin', PASSWORD);
  keeper = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

const refusal = async (who: Client, path: string, body: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const button = (permission: string, over: Record<string, unknown> = {}) => ({
  type: 3,
  title: `t${newId()}`,
  permission,
  status: 1,
  ...over,
});
const codes = async () => (await keeper.call<string[]>('sysMenu/ownBtnPermList')).sort();

it('a permission is not turned into one that the keeper of the menu does not hold', async () => {
  const before = await codes();
  const id = world.menus['collectOrder:claim'];
  const claim = { id, ...button('collectOrder:settle') };
  expect(await refusal(keeper, 'sysMenu/update', claim)).toBe('forbidden');
  // Nor by way of an entry that is no button, or none that is on, for a moment.
  await server.database.pool.query('update sys_menu set status = 2 where id = $1', [id]);
  expect(await refusal(keeper, 'sysMenu/update', { ...claim, status: 2 })).toBe('forbidden');
  expect(await refusal(keeper, 'sysMenu/update', claim)).toBe('forbidden');
  await admin.call('sysMenu/update', { ...claim, permission: 'collectOrder:claim' });
  const { rows } = await server.database.pool.query<{ id: string }>(
    "insert into sys_menu (id, type, title, name, permission) values ($1, 2, 'v', 'v', 'collectOrder:settle') returning id::text",
    [newId()],
  );
  const turned = { id: rows[0]?.id, ...button('collectOrder:settle') };
  expect(await refusal(keeper, 'sysMenu/update', turned)).toBe('forbidden');
  expect(await codes()).toEqual(before);
});

it('a permission of others is not turned into one’s own, and no new one is added', async () => {
  expect(await refusal(keeper, 'sysMenu/add', button('collectOrder:settle'))).toBe('forbidden');
  const { id } = await admin.call<{ id: string }>('sysMenu/add', button('collectOrder:settle'));
  expect(await refusal(keeper, 'sysMenu/update', { id, ...button('sysMenu:export') })).toBe('forbidden');
  await admin.call('sysMenu/update', { id, ...button('collectOrder:reverse') });
});

const differences = (resource: string) =>
  admin
    .call<{ items: Difference[] }>('sysLogDiff/page', { resource, pageSize: 50 })
    .then(({ items }) => items);

it('nobody takes a right that they do not hold from others, whatever it lies below', async () => {
  const { collectOrder, sysUser, orders, system } = world.menus;
  const page = world.menus['sysUser:page']!;
  const before = (await admin.call<string[]>('sysMenu/ownBtnPermList')).sort();
  for (const ids of [[page], [sysUser], [system], [orders]])
    expect(await refusal(keeper, 'sysMenu/delete', { ids, dryRun: true })).toMatch(/^(forbidden|builtIn)$/);
  for (const id of [page, sysUser, system]) {
    expect(await refusal(keeper, 'sysMenu/delete', { id })).toBe('forbidden');
    expect(await refusal(keeper, 'sysMenu/update', { id, status: 2 })).toBe('forbidden');
    expect(await refusal(keeper, 'sysMenu/update', { id, pid: collectOrder })).toMatch(
      /^(forbidden|menuButtonParent)$/,
    );
  }
  const moved = await keeper.ask('sysMenu/arrange', { id: page, pid: collectOrder, beforeId: null });
  expect(moved.body.extras?.errorCode).toBe('forbidden');
  expect((await admin.call<string[]>('sysMenu/ownBtnPermList')).sort()).toEqual(before);
});

it('what the product ships is deleted by nobody, and switched off by a super administrator alone', async () => {
  const id = world.menus['collectOrder:claim'];
  for (const who of [keeper, admin])
    for (const one of [id, world.menus.collectOrder, world.menus.orders])
      expect([who === admin, await refusal(who, 'sysMenu/delete', { id: one })]).toEqual([
        who === admin,
        'builtIn',
      ]);
  expect(await refusal(keeper, 'sysMenu/update', { id, status: 2 })).toBe('forbidden');
  await admin.call('sysMenu/update', { id, status: 2 });
  expect(await codes()).not.toContain('collectOrder:claim');
  await admin.call('sysMenu/update', { id, status: 1 });
  expect(await codes()).toContain('collectOrder:claim');
});

it('a deleted entry says how many roles lose it, and the difference log which', async () => {
  const { id: area } = await admin.call<{ id: string }>('sysMenu/add', {
    type: 1,
    title: 'Own',
    name: 'own',
  });
  const { id } = await admin.call<{ id: string }>('sysMenu/add', { ...button('own:do'), pid: area });
  await server.database.pool.query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [
    world.role,
    id,
  ]);
  await admin.call('sysMenu/update', { id, remark: 'Ours' });
  expect(await admin.call('sysMenu/delete', { id: area, dryRun: true })).toEqual({ done: [area], roles: 1 });
  expect(await admin.call('sysMenu/delete', { id: area })).toEqual({ done: [area], roles: 1 });
  const rows = (await differences('sysMenu')).filter(({ rowId }) => rowId === id).toReversed();
  expect(rows.map(({ diffType, beforeData, afterData }) => [diffType, beforeData, afterData])).toEqual([
    ['add', null, expect.objectContaining({ permission: 'own:do', pid: area })],
    ['update', { remark: null }, { remark: 'Ours' }],
    ['delete', expect.objectContaining({ permission: 'own:do', grantedTo: [world.role] }), null],
  ]);
});

it('titles, places and views are free', async () => {
  const id = world.menus['collectOrder:claim'];
  await keeper.call('sysMenu/update', { id, ...button('collectOrder:claim', { title: 'Take it' }) });
  await keeper.call('sysMenu/add', { type: 2, title: 'Plain', name: 'plain', path: '/plain', status: 1 });
});

it('two entries never share an address, and an icon is one that somebody can draw', async () => {
  const entry = (path: string, icon = '') =>
    refusal(admin, 'sysMenu/add', {
      type: 2,
      title: `p${newId()}`,
      name: `p${newId()}`,
      path,
      icon,
      status: 1,
    });
  expect(await entry('/area/first')).toBeUndefined();
  for (const twin of ['/area/first', '/area/first/', '/Area/First'])
    expect([twin, await entry(twin)]).toEqual([twin, 'duplicate']);
  for (const icon of ['orders', 'ele-HomeFilled', 'iconfont icon-shouye', 'fa fa-home', 'fa-home'])
    expect([icon, await entry(`/i${newId()}`, icon)]).toEqual([icon, undefined]);
  for (const icon of ['nonsense', 'constructor', 'ele-', 'javascript:x', '<svg>', 'fa fa-home x'])
    expect([icon, await entry(`/i${newId()}`, icon)]).toEqual([icon, 'validation']);
});

it('a link names one origin', async () => {
  const link = (isLink: string) =>
    refusal(admin, 'sysMenu/add', {
      type: 2,
      title: `l${newId()}`,
      name: `l${newId()}`,
      path: `/l${newId()}`,
      isIframe: true,
      isLink,
      status: 1,
    });
  for (const wrong of [
    'https://*',
    'https://*.example.com/x',
    'https://a;script-src',
    "https://a';x/",
    'https://a,b.example/',
    'https://user:word@example.com/',
    'https://',
    'ftp://example.com/',
    '//example.com/x',
  ])
    expect([wrong, await link(wrong)]).toEqual([wrong, 'validation']);
  expect(await link('https://wall.example:8443/board?x=1')).toBeUndefined();
  expect(await link('http://[2001:db8::1]/x')).toBeUndefined();
  expect(await link('/schedule')).toBeUndefined();
});

it('one stored before opens nothing in the content policy', async () => {
  for (const stored of ['https://*', 'https://a;x', 'https://b.example/x'])
    await server.database.pool.query(
      'insert into sys_menu (id, type, title, name, is_iframe, is_link) values ($1, 2, $2, $2, true, $3)',
      [newId(), stored, stored],
    );
  forgetPolicy(server.database.pool);
  const policy =
    (await server.anonymous.ask('sysConfig/sysInfo')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain('https://b.example');
  expect(policy).not.toMatch(/\*|https:\/\/a/);
});
