import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** Trees, lists and grants that the family's views of people are opened with. */

interface Node {
  id: string;
  pid: string;
  name: string;
  createTime: string;
  children: Node[];
}
interface Person {
  id: string;
  account: string;
  roleName: string;
  avatar: string | null;
}

let server: TestServer;
let world: World;
let admin: Client;
let operator: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
  await grant(server, world, 'sysUser:page', 'sysOrg:page', 'sysRole:page', 'sysRole:setStatus');
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;

describe('organisations', () => {
  it('are a tree, whole or from one node, and a list where they are searched', async () => {
    const [root, ...others] = await admin.call<Node[]>('sysOrg/list?Id=0');
    expect(others).toEqual([]);
    expect(root).toMatchObject({ id: world.head, pid: '0', isDelete: false });
    const branch = root?.children.find(({ id }) => id === world.branch);
    expect(branch?.children.map(({ id }) => id)).toEqual([world.sub]);
    const [part] = await admin.call<Node[]>(`sysOrg/list?Id=${world.branch}`);
    expect(part).toEqual(branch);
    const found = await admin.call<Node[]>('sysOrg/list?Name=head');
    expect(found.map(({ id, children }) => [id, children.length])).toEqual([[world.head, 0]]);
    expect(await admin.call('sysOrg/list?Id=999')).toEqual([]);
  });

  it('are refused to whoever may read nobody', async () => {
    const nobody = await server.signIn('colleague', PASSWORD);
    for (const path of ['sysOrg/list', 'sysPos/list', 'sysRole/list'])
      expect(await refusal(nobody, path)).toBe('forbidden');
  });
});

describe('people', () => {
  const accounts = async (who: Client, filter: Record<string, unknown>) =>
    (await who.call<{ items: Person[] }>('sysUser/page', { pageSize: 9_999_999, ...filter })).items
      .map(({ account }) => account)
      .sort();

  it('are listed by organisation with those below it, all of them at the top', async () => {
    const all = await accounts(admin, {});
    expect(all).toEqual(expect.arrayContaining(['operator', 'colleague']));
    expect(await accounts(admin, { orgId: -1 })).toEqual(all);
    expect(await accounts(admin, { orgId: 0, posName: '' })).toEqual(all);
    expect(await accounts(admin, { orgId: world.head })).toEqual(all);
    const below = await accounts(admin, { orgId: world.sub });
    expect(below.length).toBeLessThan(all.length);
    expect(await accounts(admin, { posName: 'no such position' })).toEqual([]);
    // An organisation that is not theirs shows nobody.
    expect(await accounts(operator, { orgId: world.head })).toEqual(await accounts(operator, {}));
  });

  it('say what their roles are called', async () => {
    const { items } = await admin.call<{ items: Person[] }>('sysUser/page', { account: 'operator' });
    const { rows } = await server.database.pool.query<{ name: string }>(
      'select name from sys_role where id = $1',
      [world.role],
    );
    expect(items[0]).toMatchObject({ roleName: rows[0]?.name, roleNames: [rows[0]?.name], avatar: null });
    const name = JSON.stringify({ en: 'Keepers', 'zh-cn': '保管员' });
    await server.database.pool.query('update sys_role set name = $2 where id = $1', [world.role, name]);
    const { body } = await admin.ask('sysUser/page', { account: 'operator' }, { 'Accept-Language': 'en' });
    expect((body.result as { items: Person[] }).items[0]).toMatchObject({ roleNames: ['Keepers'] });
    await server.database.pool.query('update sys_role set name = $2 where id = $1', [
      world.role,
      rows[0]?.name,
    ]);
    const holders = await accounts(admin, { roles: [world.role] });
    expect(holders).toContain('operator');
    expect(holders).not.toContain('colleague');
    expect(await accounts(admin, { roles: [newId()] })).toEqual([]);
  });

  it('are given roles by whoever may, and the roles are read back', async () => {
    const user = world.colleague;
    await admin.call('sysUser/grantRole', { userId: user, roleIdList: [world.role], account: 'taken' });
    expect(await admin.call(`sysUser/ownRoleList/${user}`)).toEqual([world.role]);
    await admin.call('sysUser/grantRole', { userId: user, roleIdList: [] });
    expect(await admin.call(`sysUser/ownRoleList/${user}`)).toEqual([]);
    expect(await refusal(operator, 'sysUser/grantRole', { userId: user, roleIdList: [] })).toBe('forbidden');
    expect(await refusal(admin, 'sysUser/ownRoleList/1')).toBe('notFound');
  });
});

describe('the own record', () => {
  it('is read whole but for the password, and changed where it is about the person', async () => {
    const own = await operator.call<Record<string, unknown>>('sysUser/baseInfo');
    expect(own).toMatchObject({ account: 'operator', orgId: world.branch, isDelete: false });
    expect(Object.keys(own).filter((name) => /password/i.test(name))).toEqual(['mustChangePassword']);
    const changed = { ...own, nickName: 'Op', birthday: '2000-01-01', sex: 9, cultureLevel: 12, phone: '' };
    const above = { account: 'taken', accountType: 999, orgId: world.head, tenantId: '9', status: 2 };
    expect(await refusal(operator, 'sysUser/baseInfo', changed)).toBe('validation');
    const right = { ...changed, ...above, phone: '13800000000' };
    expect(await operator.call('sysUser/baseInfo', right)).toBe(1);
    expect(await operator.call('sysUser/baseInfo')).toEqual({
      ...own,
      nickName: 'Op',
      birthday: '2000-01-01',
      sex: 9,
      cultureLevel: 12,
      phone: '+8613800000000',
      version: Number(own.version) + 1,
      updatedAt: expect.anything() as unknown,
      updateTime: expect.anything() as unknown,
      updatedBy: world.operator,
      updateUserId: world.operator,
    });
  });
});

describe('roles', () => {
  it('are listed where they are enabled and may be given', async () => {
    const { id } = await admin.call<{ id: string }>('sysRole/add', {
      name: 'All',
      code: 'all',
      dataScope: 1,
    });
    const given = async (who: Client) =>
      (await who.call<{ id: string }[]>('sysRole/list')).map((role) => role.id);
    expect(await given(admin)).toEqual(expect.arrayContaining([id, world.role]));
    expect(await given(operator)).toContain(world.role);
    expect(await given(operator)).not.toContain(id);
    expect(await admin.call('sysRole/setStatus', { id, status: 2, name: 'Renamed' })).toBe(1);
    expect(await given(admin)).not.toContain(id);
    expect(await admin.call(`sysRole/detail?Id=${id}`)).toMatchObject({ name: 'All', status: 2 });
    // What is above them is not theirs to change, in either shape.
    expect(await refusal(operator, 'sysRole/setStatus', { id, status: 1 })).toBe('forbidden');
    const { refused } = await operator.command<{ refused: { code: string }[] }>('sysRole/setStatus', {
      ids: [id],
      input: { status: 1 },
    });
    expect(refused.map(({ code }) => code)).toEqual(['forbidden']);
    expect(await refusal(admin, 'sysRole/setStatus', { id, status: 3 })).toBe('validation');
  });

  it('say whose rows they show, and positions are all of them', async () => {
    const code = `c${newId()}`;
    const { id } = await admin.call<{ id: string }>('sysRole/add', {
      name: code,
      code,
      dataScope: 5,
      orgIdList: [world.branch],
    });
    expect(await admin.call(`sysRole/ownOrgList?Id=${id}`)).toEqual([world.branch]);
    expect(await refusal(admin, 'sysRole/ownOrgList?Id=1')).toBe('notFound');
    expect(await admin.call('sysPos/list')).toEqual([
      expect.objectContaining({ id: world.pos, isDelete: false }),
    ]);
  });
});
