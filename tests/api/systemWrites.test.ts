import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';
import { newPhone } from '../support/phones.ts';

let server: TestServer;
let world: World;
let admin: Client;
let manager: Client;

/** The rules of the system's own resources, through the engine's generic add, update and delete. */
beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(
    server,
    world,
    'sysUser:add',
    'sysUser:update',
    'sysUser:delete',
    'sysUser:page',
    'sysRole:add',
    'sysRole:update',
  );
  admin = await server.signIn('admin', PASSWORD);
  manager = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

const refused = async (who: Client, path: string, body: unknown) => {
  const { body: answer } = await who.ask(path, body);
  return answer.extras?.errorCode === 'validation' ? Object.keys(answer.message) : answer.extras?.errorCode;
};

const person = (over: Record<string, unknown> = {}) => ({
  account: `p${newId()}`,
  realName: 'Person',
  accountType: 777,
  orgId: world.branch,
  posId: world.pos,
  phone: newPhone(),
  roleIds: [world.role],
  ...over,
});

interface UserRow {
  id: string;
  version: number;
  account: string;
  password?: string;
  roleIds: string[];
}

describe('users', () => {
  it('are added with a one-time password, shown once', async () => {
    const added = await manager.command<UserRow>('sysUser/add', person());
    expect(added.password).toMatch(/^\w{16}$/);
    const self = await server.signIn(added.account, added.password ?? '');
    expect(await self.call('sysAuth/userInfo')).toMatchObject({
      mustChangePassword: true,
      roleIds: [world.role],
    });
    const detail = await manager.call<Record<string, unknown>>(`sysUser/detail?id=${added.id}`);
    expect(detail).toMatchObject({ account: added.account, roleIds: [world.role], orgName: 'India' });
    expect(Object.keys(detail).filter((key) => /password/i.test(key))).toEqual([]);
  });

  it('cannot be raised above whoever writes them', async () => {
    expect(await refused(manager, 'sysUser/add', person({ accountType: 999 }))).toEqual(['accountType']);
    expect(await refused(manager, 'sysUser/add', person({ orgId: world.head }))).toEqual(['orgId']);
    const all = await admin.call<{ id: string }>('sysRole/add', {
      name: 'All',
      code: 'all',
      dataScope: 1,
      status: 1,
      menuIds: Object.values(world.menus),
    });
    expect(await refused(manager, 'sysUser/add', person({ roleIds: [all.id] }))).toEqual(['roleIds']);
    const me = await manager.call<UserRow>(`sysUser/detail?id=${world.operator}`);
    const raise = { id: me.id, version: me.version, roleIds: [all.id] };
    expect(await refused(manager, 'sysUser/update', raise)).toEqual(['roleIds']);
    // What a write may not set is dropped, not written.
    const { id } = await manager.command<UserRow>('sysUser/add', person({ passwordHash: 'x' }));
    const { rows } = await server.database.pool.query<{ hash: string }>(
      'select password_hash as hash from sys_user where id = $1',
      [id],
    );
    expect(rows[0]?.hash).toMatch(/^\$argon2/);
    expect(await refused(manager, 'sysUser/add', person({ account: 'OPERATOR' }))).toBe('duplicate');
  });

  it('have a telephone number of their organisation’s country, or one with a prefix', async () => {
    const { id: abroad, version } = await admin.call<UserRow>(`sysOrg/detail?id=${world.sub}`);
    await admin.call('sysOrg/update', { id: abroad, version, country: 'KE' });
    const phoneOf = async (over: Record<string, unknown>) => {
      const { id } = await admin.command<UserRow>('sysUser/add', person(over));
      return (await admin.call<{ phone: string }>(`sysUser/detail?id=${id}`)).phone;
    };
    expect(await phoneOf({ phone: '138 0000 0000' })).toBe('+8613800000000');
    expect(await phoneOf({ orgId: abroad, phone: '0711 123 456' })).toBe('+254711123456');
    expect(await phoneOf({ orgId: abroad, phone: '+91 98765 43210' })).toBe('+919876543210');
    expect(await refused(admin, 'sysUser/add', person({ orgId: abroad, phone: '13800000000' }))).toEqual([
      'phone',
    ]);
    expect(await refused(admin, 'sysUser/add', person({ phone: '12800000000' }))).toEqual(['phone']);
  });

  it('have a number of their own, which they sign in by', async () => {
    const phone = newPhone();
    const { id } = await admin.command<UserRow>('sysUser/add', person({ phone }));
    const taken = (await admin.ask('sysUser/add', person({ phone: phone.slice(3) }))).body;
    expect(taken.message).toEqual({ phone: [expect.stringContaining('Another account has this number')] });
    const other = await admin.command<UserRow>('sysUser/add', person());
    const { version } = other;
    expect(await refused(admin, 'sysUser/update', { id: other.id, version, phone })).toEqual(['phone']);
    expect(await refused(admin, 'sysUser/baseInfo', { realName: 'Admin', phone })).toEqual(['phone']);
    // One's own number is no other's, however it is typed.
    const own = await admin.call<UserRow>(`sysUser/detail?id=${id}`);
    expect(
      await refused(admin, 'sysUser/update', { id, version: own.version, phone: phone.slice(3) }),
    ).toBeUndefined();
    const both = await Promise.all(
      [1, 2].map(() => admin.ask('sysUser/add', person({ phone: '+8613911112222' }))),
    );
    expect(both.map(({ body }) => body.code)).toEqual(expect.arrayContaining([200, 400]));
  });

  it('lose their sessions when role or organisation changes, not for a new phone', async () => {
    const added = await admin.command<UserRow>('sysUser/add', person());
    const self = await server.signIn(added.account, added.password ?? '');
    const alive = async () => (await self.ask('sysAuth/userInfo')).body.code === 200;
    const update = async (values: Record<string, unknown>) => {
      const { id, version } = await admin.call<UserRow>(`sysUser/detail?id=${added.id}`);
      return admin.call('sysUser/update', { id, version, ...values });
    };
    await update({ phone: '13900000000', roleIds: [world.role] });
    expect(await alive()).toBe(true);
    await update({ orgId: world.sub });
    expect(await alive()).toBe(false);
  });

  it('are deleted by others only, never the super admin', async () => {
    expect(await refused(admin, 'sysUser/delete', { id: world.admin })).toBe('selfForbidden');
    expect(await refused(manager, 'sysUser/delete', { id: world.operator })).toBe('selfForbidden');
    expect(await refused(manager, 'sysUser/delete', { id: world.admin })).toBe('notFound');
    const added = await manager.command<UserRow>('sysUser/add', person());
    await manager.call('sysUser/delete', { id: added.id });
    expect(await refused(manager, 'sysUser/delete', { id: added.id })).toBe('notFound');
  });
});

describe('roles', () => {
  it('carry their grants, and grant no more than their writer holds', async () => {
    const role = { name: 'Second', code: 'second', dataScope: 5, status: 1 };
    const beyond = { ...role, menuIds: [world.menus['sysUser:page']], orgIds: [] };
    await server.database.pool.query('delete from sys_role_menu where menu_id = $1', [
      world.menus['sysUser:page'],
    ]);
    expect(await refused(manager, 'sysRole/add', { ...role, dataScope: 1 })).toEqual(['dataScope']);
    expect(await refused(manager, 'sysRole/add', { ...role, orgIds: [world.head] })).toEqual(['orgIds']);
    expect(await refused(manager, 'sysRole/add', { ...beyond, menuIds: [newId()] })).toEqual(['menuIds']);
    const added = await manager.call<{ id: string }>('sysRole/add', {
      ...role,
      menuIds: [world.menus['collectOrder:page']],
      orgIds: [world.sub],
    });
    expect(await admin.call(`sysRole/detail?id=${added.id}`)).toMatchObject({
      menuIds: [world.menus.collectOrder, world.menus['collectOrder:page']],
      orgIds: [world.sub],
    });
    expect(await refused(admin, 'sysRole/add', { ...role, name: 'Twin' })).toBe('duplicate');
    expect(await refused(admin, 'sysRole/delete', { id: world.role })).toBe('inUse');
  });
});

describe('settings, dictionaries, organisations', () => {
  it('keep what is built in and refuse twins', async () => {
    const config = { name: 'Limit', code: 'limit', value: '10', sysFlag: 2 };
    const added = await admin.call<{ id: string; version: number }>('sysConfig/add', config);
    expect(await refused(admin, 'sysConfig/add', { ...config, name: 'Other' })).toBe('duplicate');
    expect(await refused(admin, 'sysConfig/add', { ...config, code: 'other' })).toBe('duplicate');
    expect(await refused(admin, 'sysConfig/add', { name: 'x' })).toEqual(['code', 'value']);
    expect(await refused(admin, 'sysConfig/add', { ...config, value: null })).toEqual(['value']);
    const fixed = await admin.call<{ id: string; version: number }>('sysConfig/add', {
      ...config,
      name: 'T',
      code: 'sysTitle',
      sysFlag: 1,
    });
    expect(await refused(admin, 'sysConfig/delete', { id: fixed.id })).toBe('builtIn');
    const change = (values: object) => ({ id: fixed.id, version: fixed.version, ...values });
    expect((await admin.ask('sysConfig/update', change({ code: 'moved' }))).body.message).toEqual({
      code: ['This entry is built in: this cannot be changed'],
    });
    expect(await refused(admin, 'sysConfig/update', change({ sysFlag: 2 }))).toEqual(['sysFlag']);
    expect(await refused(admin, 'sysConfig/update', change({ value: null }))).toEqual(['value']);
    await admin.call('sysConfig/update', change({ value: 'New title' }));
    expect(await server.anonymous.call('sysConfig/sysInfo')).toMatchObject({ sysTitle: 'New title' });
    await admin.call('sysConfig/delete', { id: added.id });
    for (const [code, wrong, right] of [
      ['reportZone', 'Asia/Shangai', 'Asia/Shanghai'],
      ['sysCaptcha', 'maybe', 'off'],
    ] as const) {
      const setting = { name: code, code, sysFlag: 2 };
      expect(await refused(admin, 'sysConfig/add', { ...setting, value: wrong })).toEqual(['value']);
      const { id, version } = await admin.call<{ id: string; version: number }>('sysConfig/add', {
        ...setting,
        value: right,
      });
      expect(await refused(admin, 'sysConfig/update', { id, version, value: wrong })).toEqual(['value']);
      expect(await refused(admin, 'sysConfig/batchUpdate', [{ code, value: wrong }])).toEqual([code]);
      await admin.call('sysConfig/delete', { id });
    }

    const dict = await admin.call<{ id: string; version: number }>('sysDictType/add', {
      name: 'Currency',
      code: 'currency',
      status: 1,
    });
    expect(await refused(admin, 'sysDictType/delete', { id: dict.id })).toBe('builtIn');
    const moved = { id: dict.id, version: dict.version, code: 'moved' };
    expect(await refused(admin, 'sysDictType/update', moved)).toEqual(['code']);
  });

  it('refuse a switch that says neither on nor off with the rest of its page', async () => {
    const page = { sysTitle: 'Half saved', sysCaptcha: 'perhaps' };
    expect(await refused(admin, 'sysConfig/saveSysInfo', page)).toEqual(['sysCaptcha']);
    expect(await server.anonymous.call('sysConfig/sysInfo')).not.toMatchObject({ sysTitle: 'Half saved' });
  });

  it('are empty again where they are shipped so', async () => {
    const icp = { name: 'ICP', code: 'sysIcp', sysFlag: 1 };
    const { id, version } = await admin.call<{ id: string; version: number }>('sysConfig/add', icp);
    const { version: next } = await admin.call<{ version: number }>('sysConfig/update', {
      id,
      version,
      value: '12-34',
    });
    expect(await server.anonymous.call('sysConfig/sysInfo')).toMatchObject({ sysIcp: '12-34' });
    await admin.call('sysConfig/update', { id, version: next, name: 'ICP number', value: null });
    expect(await server.anonymous.call('sysConfig/sysInfo')).toMatchObject({ sysIcp: '' });
  });

  it('keep the organisations a tree', async () => {
    const branch = await admin.call<{ version: number }>(`sysOrg/detail?id=${world.branch}`);
    const under = { id: world.branch, version: branch.version, pid: world.sub };
    expect(await refused(admin, 'sysOrg/update', under)).toBe('menuSelfParent');
    expect(await refused(admin, 'sysOrg/delete', { id: world.branch })).toBe('inUse');
    expect(await refused(admin, 'sysPos/delete', { id: world.pos })).toBe('inUse');
  });
});
