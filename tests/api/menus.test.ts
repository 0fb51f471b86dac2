import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';

let server: TestServer;
let world: World;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;

interface Entry {
  id: string;
  name: string;
  type: number;
  meta: Record<string, unknown>;
  children: Entry[];
}

describe('menus', () => {
  it('gives each caller the tree of its roles, never a button', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    const tree = await operator.call<Entry[]>('sysMenu/loginMenuTree');
    expect(tree.map((entry) => entry.name)).toEqual(['ordersArea']);
    expect(tree[0]?.children.map((entry) => entry.name)).toEqual(['collectOrder']);
    expect(tree[0]?.children[0]).toMatchObject({
      type: 2,
      children: [],
      meta: { title: 'Collection orders', titleKey: 'collectOrder', isHide: false },
    });
    expect(await operator.call('sysMenu/ownBtnPermList')).toEqual(['collectOrder:page']);
    const { roleIds } = await operator.call<{ roleIds: string[] }>('sysAuth/userInfo');
    expect(tree[0]?.children[0]?.meta.roles).toEqual(roleIds);
    const whole = await admin.call<Entry[]>('sysMenu/loginMenuTree');
    expect(whole.every(({ meta }) => (meta.roles as string[]).length === 0)).toBe(true);
    expect(whole.map((entry) => entry.name).sort()).toEqual(['ordersArea', 'systemArea']);
    expect((await admin.call<string[]>('sysMenu/ownBtnPermList')).sort()).toEqual([
      'collectOrder:claim',
      'collectOrder:page',
      'sysUser:page',
    ]);
  });

  it('keeps the rules of the contract', async () => {
    const add = (body: Record<string, unknown>) =>
      refusal(admin, 'sysMenu/add', { status: 1, pid: 0, ...body });
    const button = world.menus['collectOrder:page'];
    expect(await add({ type: 2, title: 'collectOrder' })).toBe('duplicate');
    expect(await add({ type: 2, title: 'Other', name: 'collectOrder' })).toBe('duplicate');
    expect(await add({ type: 3, title: 'b', permission: 'collectOrder:page' })).toBe('duplicate');
    expect(await add({ type: 3, title: 'b', permission: 'nocolon' })).toBe('menuPermission');
    expect(await add({ type: 3, title: 'b' })).toBe('menuPermission');
    expect(await add({ type: 2, title: 'c', name: 'c', pid: button })).toBe('menuButtonParent');
    expect(await add({ type: 2, title: 'd', name: 'd', isLink: 'javascript:alert(1)' })).toBe('validation');
    expect(await add({ type: 2, title: 'e', name: 'e', pid: newId() })).toBe('validation');
    for (const rest of [{}, { title: 'To nowhere' }, { title: 'To nowhere', name: 'x' }])
      expect(await add({ type: 2, ...rest })).toBe('validation');
  });

  it('adds, changes under a version, refuses a circle, and deletes with what is below', async () => {
    const { id } = await admin.call<{ id: string }>('sysMenu/add', {
      type: 1,
      title: 'Area',
      name: 'area',
      pid: 0,
      status: 1,
    });
    const child = await admin.call<{ id: string }>('sysMenu/add', {
      type: 2,
      title: 'View',
      name: 'view',
      path: '/view',
      pid: id,
      status: 1,
    });
    await server.database.pool.query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [
      world.role,
      child.id,
    ]);
    const self = { id, type: 1, title: 'Area', name: 'area', status: 1 };
    expect(await refusal(admin, 'sysMenu/update', { ...self, pid: id })).toBe('menuSelfParent');
    expect(await refusal(admin, 'sysMenu/update', { ...self, pid: child.id })).toBe('menuSelfParent');
    expect(await admin.call('sysMenu/update', { ...self, title: 'Renamed', pid: 0, version: 1 })).toEqual({
      id,
      version: 2,
    });
    expect(await refusal(admin, 'sysMenu/update', { ...self, pid: 0, version: 1 })).toBe('staleVersion');
    const listed = await admin.call<(Entry & { title: string })[]>('sysMenu/list');
    expect(listed.find((entry) => entry.id === id)).toMatchObject({
      title: 'Renamed',
      children: [{ id: child.id }],
    });
    expect(await admin.call<unknown[]>('sysMenu/list?Title=view&Type=2')).toHaveLength(1);
    await admin.call('sysMenu/delete', { id });
    const left = await server.database.pool.query(
      'select 1 from sys_menu where id = any($1::bigint[]) union all select 1 from sys_role_menu where menu_id = $2',
      [[id, child.id], child.id],
    );
    expect(left.rowCount).toBe(0);
  });

  it('takes an entry back as the family reads it, and keeps what its title is made of', async () => {
    const title = '{"zh-cn":"看板","en":"Board"}';
    const body = { type: 2, title, name: 'board', path: '/board', outLink: 'https://wall.example/', id: 0 };
    const { id } = await admin.call<{ id: string }>('sysMenu/add', body);
    const read = async () => {
      const { body: answer } = await admin.ask('sysMenu/list?Title=board', undefined, {
        'Accept-Language': 'en',
      });
      return (answer.result as Record<string, unknown>[])[0]!;
    };
    const entry = await read();
    expect(entry).toMatchObject({
      title: 'Board',
      titleKey: title,
      outLink: 'https://wall.example/',
      createUserName: 'admin',
      updateUserName: null,
    });
    const english = { 'Accept-Language': 'en' };
    await admin.ask('sysMenu/update', { ...entry, orderNo: 7, permission: 'sysUser:page' }, english);
    expect(await read()).toMatchObject({
      title: 'Board',
      titleKey: title,
      orderNo: 7,
      updateUserName: 'admin',
    });
    await admin.ask('sysMenu/update', { ...(await read()), title: 'Wall', outLink: '' }, english);
    expect(await read()).toBe(undefined);
    const [wall] = await admin.call<Record<string, unknown>[]>('sysMenu/list?Title=wall');
    expect(JSON.parse(String(wall?.titleKey))).toEqual({ 'zh-cn': '看板', en: 'Wall' });
    expect(wall?.outLink).toBe('');
    await admin.call('sysMenu/delete', { id });
  });

  it('shows an entry for certain roles to them alone, with what is below it', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    const names = async (who: Client) =>
      (await who.call<Entry[]>('sysMenu/loginMenuTree')).flatMap(({ name, children }) => [
        name,
        ...children.map((child) => child.name),
      ]);
    const [row] = await admin.call<Record<string, unknown>[]>('sysMenu/list?Title=Collection&Type=2');
    const [other] = (
      await server.database.pool.query<{ id: string }>(
        `insert into sys_role (id, tenant_id, name, code, data_scope)
         select $1, tenant_id, 'Other', 'other', 4 from sys_role where id = $2 returning id::text`,
        [newId(), world.role],
      )
    ).rows;
    const setRoles = async (id: unknown, roleIds: unknown) => {
      const now = await admin.call<Record<string, unknown>>(`sysMenu/detail?id=${String(id)}`);
      return admin.call('sysMenu/update', { ...now, roleIds });
    };
    await setRoles(row?.id, [other!.id]);
    expect(await names(operator)).toEqual([]);
    expect(await names(admin)).toContain('collectOrder');
    // It is what is seen, not what may be done.
    expect(await operator.call('sysMenu/ownBtnPermList')).toEqual(['collectOrder:page']);
    // As the family sends a row back, and as our own form does.
    const [listed] = await admin.call<Record<string, unknown>[]>('sysMenu/list?Title=Collection&Type=2');
    expect(listed?.roleIds).toEqual([other!.id]);
    await admin.call('sysMenu/update', { ...listed, orderNo: 9 });
    expect(await names(operator)).toEqual([]);
    await setRoles(row?.id, [other!.id, world.role, world.role]);
    expect(await names(operator)).toEqual(['ordersArea', 'collectOrder']);
    const [area] = await operator.call<Entry[]>('sysMenu/loginMenuTree');
    expect(area?.children[0]?.meta.roles).toEqual([world.role]);
    // What is below a directory for other roles is theirs too.
    await setRoles(row?.pid, [other!.id]);
    expect(await names(operator)).toEqual([]);
    // A role that is gone opens nothing.
    await server.database.pool.query('delete from sys_role where id = $1', [other!.id]);
    expect(await names(operator)).toEqual([]);
    await setRoles(row?.pid, [other!.id]);
    await setRoles(row?.pid, []);
    await setRoles(row?.id, null);
    expect(await names(operator)).toEqual(['ordersArea', 'collectOrder']);
    for (const roleIds of [['5'], 'x', ['x']])
      expect(
        await refusal(admin, 'sysMenu/add', {
          type: 2,
          title: 'f',
          name: 'f',
          path: '/f',
          status: 1,
          pid: 0,
          roleIds,
        }),
      ).toBe('validation');
  });

  it('opens a view for whoever has the right to it, where a grant names its buttons alone', async () => {
    const { id } = await admin.call<{ id: string }>('sysRole/add', {
      name: 'By buttons',
      code: 'byButtons',
      dataScope: 4,
      status: 1,
    });
    const views = ['collectOrder:page', 'sysUser:page'].map((code) => world.menus[code]!);
    await admin.call('sysRole/grantMenu', { id, menuIdList: views });
    const kept = await admin.call<string[]>(`sysRole/ownMenuList?id=${id}`);
    expect(new Set(kept)).toEqual(new Set([...views, world.menus.collectOrder, world.menus.sysUser]));
    // A role from before has the buttons alone; without the right to the view its other buttons open nothing.
    await server.database.pool.query('delete from sys_role_menu where role_id = $1', [world.role]);
    const give = (code: string) =>
      server.database.pool.query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [
        world.role,
        world.menus[code],
      ]);
    await give('collectOrder:claim');
    const tree = async () =>
      (await (await server.signIn('operator', PASSWORD)).call<Entry[]>('sysMenu/loginMenuTree')).flatMap(
        ({ children }) => children.map(({ name }) => name),
      );
    expect(await tree()).toEqual([]);
    await give('collectOrder:page');
    expect(await tree()).toEqual(['collectOrder']);
    await give('collectOrder');
    await server.database.pool.query('delete from sys_role_menu where role_id = $1 and menu_id = $2', [
      world.role,
      world.menus['collectOrder:claim'],
    ]);
  });

  it('lets frames show what the menu embeds, and nothing else', async () => {
    const framed = async () =>
      (await server.anonymous.ask('sysConfig/sysInfo')).headers.get('content-security-policy');
    expect(await framed()).toContain("frame-src 'self';");
    const link = 'https://wall.example/board?x=1';
    const body = {
      type: 2,
      title: 'Wall',
      name: 'wall',
      path: '/wall',
      isIframe: true,
      isLink: link,
      status: 1,
    };
    const { id } = await admin.call<{ id: string }>('sysMenu/add', body);
    expect(await framed()).toContain("frame-src 'self' https://wall.example;");
    await admin.call('sysMenu/delete', { id });
    expect(await framed()).toContain("frame-src 'self';");
  });

  it('is refused to whoever lacks the button', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    const answer = await operator.ask('sysMenu/list');
    expect([answer.status, answer.body.code, answer.body.extras?.errorCode]).toEqual([200, 403, 'forbidden']);
  });
});
