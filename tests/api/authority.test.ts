import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';
import { newPhone } from '../support/phones.ts';

/** Nobody acts on a person who holds more than they do, nor hands out rows they do not see. */

let server: TestServer;
let world: World;
let manager: Client;

const run = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const refusal = async (who: Client, path: string, body: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const fields = async (who: Client, path: string, body: unknown) =>
  Object.keys((await who.ask(path, body)).body.message);

async function role(dataScope: number, codes: string[] = [], orgs: string[] = []): Promise<string> {
  const id = newId();
  await run('insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, $3, $3, $4)', [
    id,
    world.tenant,
    `role${id}`,
    dataScope,
  ]);
  for (const code of codes)
    await run(
      'insert into sys_role_menu (role_id, menu_id) select $1, id from sys_menu where permission = $2',
      [id, code],
    );
  for (const org of orgs) await run('insert into sys_role_org (role_id, org_id) values ($1, $2)', [id, org]);
  return id;
}

async function person(org: string, roles: string[], over: { merchant?: string } = {}): Promise<string> {
  const id = newId();
  await run(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, pos_id, merchant_id, phone)
     select $1, tenant_id, $2, password_hash, 'Person', 777, $3, pos_id, $4, '13800000000' from sys_user where id = $5`,
    [id, `u${id}`, org, over.merchant ?? null, world.admin],
  );
  for (const one of roles)
    await run('insert into sys_user_role (user_id, role_id) values ($1, $2)', [id, one]);
  return id;
}

async function merchant(org: string, agent: string | null = null): Promise<string> {
  const id = newId();
  await run(
    'insert into merchant (id, tenant_id, org_id, agent_id, code, name, type) values ($1, $2, $3, $4, $5, $5, 2)',
    [id, world.tenant, org, agent, `m${id}`],
  );
  return id;
}

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(
    server,
    world,
    'sysUser:page',
    'sysUser:add',
    'sysUser:update',
    'sysUser:delete',
    'sysUser:resetPwd',
    'sysUser:setStatus',
    'sysUser:unlockLogin',
    'sysRole:page',
    'sysRole:add',
    'sysRole:update',
    'sysRole:delete',
    'sysOrg:page',
    'sysOrg:update',
  );
  await run("insert into sys_menu (id, type, title, permission) values ($1, 3, 's', 'collectOrder:settle')", [
    newId(),
  ]);
  manager = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

describe('acting on a person who holds more', () => {
  const acts = (id: string): [string, unknown][] => [
    ['sysUser/resetPwd', { id }],
    ['sysUser/setStatus', { id, status: 2 }],
    ['sysUser/unlockLogin', { id }],
    ['sysUser/update', { id, version: 1, phone: '13900000000' }],
    ['sysUser/delete', { id }],
  ];

  const beyond: [string, () => Promise<string>][] = [
    ['a permission', async () => person(world.branch, [await role(4, ['collectOrder:settle'])])],
    ['all data', async () => person(world.branch, [await role(1)])],
    [
      'the rows of a chosen organisation',
      async () => person(world.branch, [await role(5, [], [world.head])]),
    ],
    [
      'the rows of a merchant elsewhere',
      async () => person(world.branch, [], { merchant: await merchant(world.head) }),
    ],
    [
      'the rows of a sub-merchant elsewhere',
      async () => {
        const agent = await merchant(world.branch);
        await merchant(world.head, agent);
        return person(world.branch, [], { merchant: agent });
      },
    ],
  ];
  it.each(beyond)('is refused where it is %s', async (_what, make) => {
    const id = await make();
    for (const [path, body] of acts(id))
      expect([path, await refusal(manager, path, body)]).toEqual([path, 'selfForbidden']);
    const { rows } = await run('select status, must_change_password as changed from sys_user where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status: 1, changed: false }]);
    const [one] = (
      await manager.call<{ refused: { message: string }[] }>('sysUser/setStatus', {
        ids: [id],
        input: { status: 2 },
      })
    ).refused;
    expect(one?.message).toContain('more rights');
  });

  it('is open where they hold no more', async () => {
    const id = await person(world.sub, [await role(2, ['collectOrder:page'])], {});
    expect(await manager.call('sysUser/resetPwd', { id })).toMatch(/^\w{16}$/);
    expect(await manager.call('sysUser/setStatus', { id, status: 2 })).toBe(1);
    const own = await person(world.branch, [], { merchant: await merchant(world.branch) });
    expect(await manager.call('sysUser/resetPwd', { id: own })).toMatch(/^\w{16}$/);
  });
});

describe('giving roles', () => {
  const newcomer = (roleIds: string[], orgId = world.branch) => ({
    account: `n${newId()}`,
    realName: 'New',
    accountType: 777,
    orgId,
    posId: world.pos,
    phone: newPhone(),
    roleIds,
  });

  it('stops at organisations the giver does not see', async () => {
    const chosen = await role(5, [], [world.head]);
    expect(await fields(manager, 'sysUser/add', newcomer([chosen]))).toEqual(['roleIds']);
    expect(await fields(manager, 'sysUser/add', newcomer([await role(1)]))).toEqual(['roleIds']);
    await manager.command('sysUser/add', newcomer([await role(5, [], [world.sub])]));
  });

  it('judges department scopes with the organisation of who gets them', async () => {
    // A manager of one department alone: "department and below" would show what is below it.
    const codes = ['sysUser:page', 'sysUser:add', 'sysUser:update', 'sysRole:page', 'sysRole:update'];
    const id = await person(world.branch, [await role(3, codes)]);
    const narrow = await server.signIn(`u${id}`, PASSWORD);
    const below = await role(2, ['sysUser:page']);
    expect(await fields(narrow, 'sysUser/add', newcomer([below]))).toEqual(['roleIds']);
    await narrow.command('sysUser/add', newcomer([await role(3, ['sysUser:page'])]));
    const held = await role(3, ['sysUser:page']);
    await person(world.branch, [held]);
    expect(await fields(narrow, 'sysRole/grantDataScope', { id: held, dataScope: 2 })).toEqual(['dataScope']);
  });

  it('leaves a role alone that somebody of another department has by its scope', async () => {
    const shared = await role(3, ['collectOrder:page']);
    await person(world.head, [shared]);
    expect(await refusal(manager, 'sysRole/grantMenu', { id: shared, menuIdList: [] })).toBe('forbidden');
    expect(await refusal(manager, 'sysRole/update', { id: shared, version: 1, remark: 'x' })).toBe(
      'forbidden',
    );
  });

  const elsewhere: [string, (held: string) => Promise<string>][] = [
    ['staff of another organisation', (held) => person(world.head, [held])],
    [
      'a merchant of another organisation',
      async (held) => person(world.head, [held], { merchant: await merchant(world.head) }),
    ],
    [
      'somebody of one’s own organisation who signs in for a merchant of another',
      async (held) => person(world.branch, [held], { merchant: await merchant(world.head) }),
    ],
    [
      'an agent with a merchant in another organisation',
      async (held) => {
        const agent = await merchant(world.branch);
        await merchant(world.head, agent);
        return person(world.branch, [held], { merchant: agent });
      },
    ],
  ];
  it.each(elsewhere)('leaves a role alone that is held by %s', async (_who, hold) => {
    const held = await role(4, ['collectOrder:page']);
    await person(world.branch, [held], { merchant: await merchant(world.branch) });
    await manager.call('sysRole/update', { id: held, version: 1, remark: 'seen by all' });
    await hold(held);
    for (const [path, body] of [
      ['sysRole/update', { id: held, version: 2, remark: 'x' }],
      ['sysRole/update', { id: held, version: 2, menuIds: [] }],
      ['sysRole/update', { id: held, version: 2, status: 2 }],
      ['sysRole/delete', { id: held }],
      ['sysRole/grantMenu', { id: held, menuIdList: [] }],
      ['sysRole/grantDataScope', { id: held, dataScope: 4 }],
    ] as const)
      expect([path, await refusal(manager, path, body)]).toEqual([path, 'forbidden']);
    const { rows } = await run('select remark, status, version from sys_role where id = $1', [held]);
    expect(rows).toEqual([{ remark: 'seen by all', status: 1, version: 2 }]);
  });

  it('does not wake organisations chosen long ago', async () => {
    const asleep = await role(4, [], [world.head]);
    const wake = { id: asleep, version: 1, dataScope: 5 };
    expect(await fields(manager, 'sysRole/update', wake)).toEqual(['dataScope']);
    const { rows } = await run('select data_scope as scope from sys_role where id = $1', [asleep]);
    expect(rows).toEqual([{ scope: 4 }]);
  });

  it('does not move a department below one’s own', async () => {
    const aside = newId();
    await run("insert into sys_org (id, tenant_id, pid, name) values ($1, $2, $3, 'Aside')", [
      aside,
      world.tenant,
      world.head,
    ]);
    sessionState(server.database.pool).forgetPeople();
    expect(await refusal(manager, 'sysOrg/update', { id: aside, version: 1, pid: world.branch })).toBe(
      'forbidden',
    );
  });
});
