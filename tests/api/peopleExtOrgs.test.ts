import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';
import { newPhone } from '../support/phones.ts';

/** Subsidiary organisations of people: the list, what it opens, and what it keeps from being deleted. */

let server: TestServer;
let world: World;
let admin: Client;
let manager: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
  await grant(server, world, 'sysUser:page', 'sysUser:update', 'sysUser:add', 'sysOrg:page');
  manager = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

type Answer = Record<string, unknown>;
const run = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const faults = async (who: Client, path: string, body: unknown) => (await who.ask(path, body)).body.message;
const rowOf = (id: string) => admin.call<Answer & { version: number }>(`sysUser/detail?Id=${id}`);
const listOf = (id: string) => admin.call<Answer[]>(`sysUser/ownExtOrgList/${id}`);

async function org(pid: string | null): Promise<string> {
  const id = newId();
  await run("insert into sys_org (id, tenant_id, pid, name) values ($1, $2, $3, 'Desk')", [
    id,
    world.tenant,
    pid,
  ]);
  return id;
}

async function person(orgId: string, role?: string): Promise<{ id: string; account: string }> {
  const [id, account] = [newId(), `u${newId()}`];
  await run(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, pos_id, phone)
     select $1, tenant_id, $2, password_hash, 'Person', 777, $3, pos_id, '+8613800000000' from sys_user where id = $4`,
    [id, account, orgId, world.admin],
  );
  if (role) await run('insert into sys_user_role (user_id, role_id) values ($1, $2)', [id, role]);
  return { id, account };
}

describe('the list', () => {
  it('comes with the whole row, is replaced by the next one and left alone by a write without it', async () => {
    const { id } = await person(world.branch);
    const row = await rowOf(id);
    const given = {
      orgId: world.head,
      posId: world.pos,
      jobNum: 'J-1',
      joinDate: '2026-01-02',
      id: 0,
      userId: '9',
    };
    await admin.call('sysUser/update', { ...row, extOrgIdList: [given] });
    const kept = {
      orgId: world.head,
      posId: world.pos,
      jobNum: 'J-1',
      posLevel: null,
      joinDate: '2026-01-02',
    };
    expect(await listOf(id)).toEqual([{ ...kept, userId: id, id: expect.any(String) as unknown }]);
    expect(await rowOf(id)).toMatchObject({ extOrgs: [kept] });
    await admin.call('sysUser/update', { ...(await rowOf(id)), extOrgs: undefined, nickName: 'N' });
    expect(await listOf(id)).toMatchObject([kept]);
    const other = { orgId: world.sub, posId: world.pos };
    await admin.call('sysUser/update', { ...(await rowOf(id)), extOrgIdList: [other] });
    expect(await listOf(id)).toMatchObject([other]);
    await admin.call('sysUser/update', { ...(await rowOf(id)), extOrgIdList: [] });
    expect(await listOf(id)).toEqual([]);
  });

  it('comes with a new person', async () => {
    const { id } = await admin.command<{ id: string }>('sysUser/add', {
      id: 0,
      account: 'with.ext',
      realName: 'With',
      accountType: 777,
      orgId: world.branch,
      posId: world.pos,
      phone: newPhone(),
      extOrgIdList: [{ orgId: world.sub, posId: world.pos }],
    });
    expect(await listOf(id)).toMatchObject([{ orgId: world.sub, userId: id }]);
  });

  it('is a set of organisations, with positions that exist', async () => {
    const { id } = await person(world.branch);
    const write = async (...extOrgIdList: Answer[]) =>
      faults(admin, 'sysUser/update', { ...(await rowOf(id)), extOrgIdList });
    const at = (orgId: string, posId: unknown = world.pos) => ({ orgId, posId });
    // Of one that is named twice the last counts; the own one is none of them.
    expect(await write(at(world.sub), { ...at(world.sub), jobNum: '7' }, at(world.branch))).toBe('Success');
    expect(await listOf(id)).toMatchObject([{ orgId: world.sub, jobNum: '7' }]);
    expect(await write()).toBe('Success');
    expect(await write(at(world.sub, '1'))).toEqual({
      extOrgs: ['Subsidiary organisations: some of them do not exist'],
    });
    expect(await write(at('1'))).toEqual({
      extOrgs: ['Subsidiary organisations: some of them do not exist'],
    });
    expect(await write(at(world.sub, 0))).toEqual({ extOrgs: [expect.stringContaining('Position')] });
    expect(await listOf(id)).toEqual([]);
  });

  it('is for those who see the person', async () => {
    const { id } = await person(world.head);
    expect(await refusal(manager, `sysUser/ownExtOrgList/${id}`)).toBe('notFound');
  });
});

describe('data scopes', () => {
  it('by department take in subsidiary organisations, and the change ends the sessions', async () => {
    const far = await org(world.head);
    const farBelow = await org(far);
    const { account, id } = await person(world.sub, world.role);
    const there = await person(farBelow);
    const who = await server.signIn(account, PASSWORD);
    const seen = async (client: Client) =>
      (await client.call<{ items: { account: string }[] }>('sysUser/page', { account: there.account })).items
        .length;
    expect(await seen(who)).toBe(0);
    const extOrgIdList = [{ orgId: far, posId: world.pos }];
    await admin.call('sysUser/update', { ...(await rowOf(id)), extOrgIdList });
    expect(await refusal(who, 'sysUser/page', {})).toBe('unauthenticated');
    expect(await seen(await server.signIn(account, PASSWORD))).toBe(1);
    const scope = async (dataScope: number) => {
      await run('update sys_role set data_scope = $2 where id = $1', [world.role, dataScope]);
      sessionState(server.database.pool).forgetPeople();
    };
    await scope(3);
    expect(await seen(await server.signIn(account, PASSWORD))).toBe(0);
    await scope(2);
  });

  it('are not widened by whoever does not see those organisations', async () => {
    const { id } = await person(world.sub, world.role);
    const row = await rowOf(id);
    const write = async (orgId: string) =>
      faults(manager, 'sysUser/update', { ...row, extOrgIdList: [{ orgId, posId: world.pos }] });
    expect(await write(world.head)).toEqual({ extOrgs: [expect.any(String)] });
    // Somebody who sees more by a subsidiary organisation is above them.
    const other = await person(world.sub, world.role);
    await admin.call('sysUser/update', {
      ...(await rowOf(other.id)),
      extOrgIdList: [{ orgId: world.head, posId: world.pos }],
    });
    expect(await refusal(manager, 'sysUser/update', { ...(await rowOf(other.id)), nickName: 'x' })).toBe(
      'selfForbidden',
    );
  });
});

it('keeps organisations and positions that it names', async () => {
  const free = await org(world.head);
  const pos = newId();
  await run("insert into sys_pos (id, tenant_id, name) values ($1, $2, 'Deputy')", [pos, world.tenant]);
  const { id } = await person(world.branch);
  await admin.call('sysUser/update', {
    ...(await rowOf(id)),
    extOrgIdList: [{ orgId: free, posId: pos }],
  });
  expect(await refusal(admin, 'sysOrg/delete', { id: free })).toBe('inUse');
  expect(await refusal(admin, 'sysPos/delete', { id: pos })).toBe('inUse');
  await admin.call('sysUser/delete', { id });
  expect(await admin.call('sysOrg/delete', { id: free })).toEqual({ deleted: [free] });
  expect(await admin.call('sysPos/delete', { id: pos })).toEqual({ deleted: [pos] });
});
