import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { countMisfits } from '../../server/identity/system/roleFit.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';
import { newPhone } from '../support/phones.ts';

/** What a role may hold follows from who holds it: no way gives a merchant's people what is not for them. */

let world: EngineWorld;
let pos: string;

const run = (text: string, values: unknown[] = []) => world.server.database.pool.query(text, values);

beforeAll(async () => {
  world = await engineWorld();
  pos = newId();
  await run("insert into sys_pos (id, tenant_id, name) values ($1, $2, 'Clerk')", [pos, world.tenant]);
});
afterAll(() => world?.stop());

const OWN = ['collectOrder:page', 'withdrawal:apply'];
const SIX = [
  'collectOrder:settle',
  'collectOrder:claim',
  'adjustment:approve',
  'channelBinding:update',
  'merchant:adjust',
  'sysUser:page',
];

const menusOf = async (codes: readonly string[]): Promise<string[]> =>
  (await run('select id::text from sys_menu where permission = any($1) order by id', [codes])).rows.map(
    (row) => row.id as string,
  );

async function role(codes: readonly string[]): Promise<string> {
  const id = newId();
  await run('insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, $3, $3, 4)', [
    id,
    world.tenant,
    `role${id}`,
  ]);
  await run('insert into sys_role_menu (role_id, menu_id) select $1, unnest($2::bigint[])', [
    id,
    await menusOf(codes),
  ]);
  return id;
}

const person = (
  merchant: keyof EngineWorld['merchants'] | null,
  roleIds: string[],
  account = `u${newId()}`,
) => ({
  account,
  realName: 'New',
  accountType: 777,
  orgId: world.north,
  posId: pos,
  phone: newPhone(),
  roleIds,
  ...(merchant && { merchantId: world.merchants[merchant] }),
});
const added = (merchant: keyof EngineWorld['merchants'] | null, roleIds: string[], account?: string) =>
  world.as.admin.command<{ id: string; version: number }>('sysUser/add', person(merchant, roleIds, account));
const fieldsOf = async (path: string, body: unknown) =>
  (await world.as.admin.ask(path, body)).body.message as unknown as Record<string, string[]>;
const rolesOf = async (userId: string): Promise<string[]> =>
  (await run('select role_id::text as id from sys_user_role where user_id = $1', [userId])).rows.map(
    (row) => row.id as string,
  );
const codesOf = async (roleId: string): Promise<string[]> =>
  (
    await run(
      'select permission from sys_role_menu join sys_menu on id = menu_id where role_id = $1 order by 1',
      [roleId],
    )
  ).rows.map((row) => row.permission as string);

it('a role with a verb of the staff is not given to a merchant’s person, new or old; five verbs are named', async () => {
  const [own, staff] = [await role(OWN), await role([...OWN, ...SIX])];
  const message = await fieldsOf('sysUser/add', person('lone', [own, staff]));
  expect(Object.keys(message)).toEqual(['roleIds']);
  expect(message.roleIds?.[0]).toMatch(/^Not for users of a merchant: ([^,]+, ){4}[^,]+ and 1 more$/);
  const { id, version } = await added('lone', [own]);
  expect(await fieldsOf('sysUser/update', { id, version, roleIds: [staff] })).toHaveProperty('roleIds');
  expect(await rolesOf(id)).toEqual([own]);
  await added(null, [staff]);
});

it('an agent’s person holds what is for agents, a merchant’s does not', async () => {
  const agents = await role([...OWN, 'extensionRate:page']);
  await added('agent', [agents]);
  expect((await fieldsOf('sysUser/add', person('lone', [agents]))).roleIds).toHaveLength(1);
});

it('staff with a role of the staff does not become a merchant’s person, nor does the merchant lose its kind', async () => {
  const { id, version } = await added(null, [await role(SIX)]);
  const moved = await fieldsOf('sysUser/update', { id, version, merchantId: world.merchants.lone });
  expect(Object.keys(moved)).toEqual(['merchantId']);
  const lonely = newId();
  await run(
    "insert into merchant (id, tenant_id, org_id, code, name, type) values ($1, $2, $3, 'ag2', 'Agent 2', 2)",
    [lonely, world.tenant, world.north],
  );
  await run(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, merchant_id)
     values ($1, $2, 'agent.two', 'x', 'Two', 777, $3, $4)`,
    [newId(), world.tenant, world.north, lonely],
  );
  await run(
    "insert into sys_user_role (user_id, role_id) select id, $1 from sys_user where account = 'agent.two'",
    [await role([...OWN, 'extensionRate:page'])],
  );
  for (const dryRun of [true, false]) {
    const body = { ids: [lonely], ...(dryRun && { dryRun }) };
    const { refused } = await world.as.admin.command<{ refused: { code: string; message: string }[] }>(
      'merchant/demote',
      body,
    );
    expect(refused).toMatchObject([{ code: 'roleMisfit', message: expect.stringContaining('agent.two') }]);
  }
  expect((await run('select type from merchant where id = $1', [lonely])).rows).toEqual([{ type: 2 }]);
});

it('a role that a merchant’s person holds gets no verb of the staff, by the form, the grant screen or a changed button', async () => {
  const held = await role(OWN);
  await added('lone', [held], 'holder.one');
  const menuIds = await menusOf([...OWN, ...SIX]);
  const version = 1;
  for (const [path, body] of [
    ['sysRole/update', { id: held, version, menuIds }],
    ['sysRole/grantMenu', { id: held, menuIdList: menuIds }],
  ] as const) {
    const { body: answer } = await world.as.admin.ask(path, body);
    expect([path, answer.extras?.errorCode]).toEqual([path, 'roleMisfit']);
    expect(answer.message).toMatch(
      /^Users of a merchant may not have: .* and 1 more. Affected users: holder.one$/,
    );
  }
  const button = newId();
  await run(
    "insert into sys_menu (id, type, title, permission, order_no) values ($1, 3, 'Own', 'wallet:page', 1)",
    [button],
  );
  await run('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [held, button]);
  const change = { id: button, version: 1, permission: 'ours:audit' };
  expect((await world.as.admin.ask('sysMenu/update', change)).body.extras?.errorCode).toBe('roleMisfit');
  expect(await codesOf(held)).toEqual([...OWN, 'wallet:page'].sort());
  await world.as.admin.call('sysRole/grantMenu', {
    id: held,
    menuIdList: await menusOf(['collectOrder:page']),
  });
});

it('a role is given and gets a verb of the staff at the same moment: one of both is refused', async () => {
  const menuIds = await menusOf([...OWN, 'collectOrder:settle']);
  const button = newId();
  await run("delete from sys_menu where permission = 'wallet:page'");
  await run("insert into sys_menu (id, type, title, order_no) values ($1, 3, 'Own', 1)", [button]);
  for (let round = 0; round < 10; round += 1) {
    const held = await role(OWN);
    await run("update sys_menu set permission = 'wallet:page', version = 1 where id = $1", [button]);
    await run('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [held, button]);
    const { id, version } = await added('lone', []);
    const answers = await Promise.all([
      world.as.admin.ask('sysUser/update', { id, version, roleIds: [held] }),
      round % 2 === 0
        ? world.as.admin.ask('sysRole/grantMenu', { id: held, menuIdList: menuIds })
        : world.as.admin.ask('sysMenu/update', { id: button, version: 1, permission: 'ours:audit' }),
    ]);
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect(
      answers.filter(({ body }) => ['roleMisfit', 'validation'].includes(body.extras?.errorCode ?? '')),
    ).toHaveLength(1);
  }
});

it('names nobody whom the one who acts does not see', async () => {
  const [merchant, user] = [newId(), newId()];
  await run(
    "insert into merchant (id, tenant_id, org_id, code, name, type) values ($1, $2, $3, 'ag3', 'Agent 3', 2)",
    [merchant, world.tenant, world.north],
  );
  await run(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, merchant_id)
     values ($1, $2, 'far.away', 'x', 'Far', 777, $3, $4)`,
    [user, world.tenant, world.south, merchant],
  );
  await run('insert into sys_user_role (user_id, role_id) values ($1, $2)', [
    user,
    await role([...OWN, 'extensionRate:page']),
  ]);
  const answer = await world.as.branch.command<{ refused: object[] }>('merchant/demote', { ids: [merchant] });
  expect(answer.refused).toMatchObject([
    { code: 'roleMisfit', message: expect.stringContaining('1 whom you do not see') },
  ]);
  expect(JSON.stringify(answer)).not.toContain('far.away');
});

it('a role of before that does not fit is refused at use, marked in the list, and may be mended', async () => {
  const { pool } = world.server.database;
  const old = await role([...OWN, 'collectOrder:settle']);
  await run('insert into sys_user_role (user_id, role_id) values ($1, $2)', [world.userIds.merchant, old]);
  const counts = await countMisfits(pool, null);
  expect(counts.roles).toBeGreaterThanOrEqual(1);
  const misfits = async () =>
    (await world.as.admin.call<{ misfits: number | null }>(`sysRole/detail?id=${old}`)).misfits;
  expect(await misfits()).toBe(1);
  const order = await world.paid('lone');
  const settle = { ids: [order], dryRun: true };
  expect((await world.as.merchant.ask('collectOrder/settle', settle)).body.extras?.errorCode).toBe(
    'wrongAudience',
  );
  const info = await world.as.merchant.call<{ buttons: string[] }>('sysAuth/userInfo');
  expect(info.buttons).toContain('collectOrder:notify');
  expect(info.buttons).not.toContain('collectOrder:settle');
  await world.as.admin.call('sysRole/grantMenu', { id: old, menuIdList: await menusOf(OWN) });
  expect(await misfits()).toBe(null);
});

it('a mark goes with the person whom the role did not fit', async () => {
  const { pool } = world.server.database;
  const [own, old] = [await role(OWN), await role([...OWN, 'collectOrder:settle'])];
  const { id } = await added('lone', [own]);
  await run('insert into sys_user_role (user_id, role_id) values ($1, $2)', [id, old]);
  await countMisfits(pool, null);
  const misfits = async () =>
    (await world.as.admin.call<{ misfits: number | null }>(`sysRole/detail?id=${old}`)).misfits;
  expect(await misfits()).toBe(1);
  await world.as.admin.call('sysUser/delete', { ids: [id] });
  expect(await misfits()).toBe(null);
});

it('says beforehand which roles a merchant’s people may not have, and who holds a role', async () => {
  const [own, staff] = [await role(OWN), await role(SIX)];
  const unfit = await world.as.admin.call<{ id: string; reason: string }[]>('sysRole/unfit', {
    merchantId: world.merchants.lone,
  });
  expect(unfit.find(({ id }) => id === staff)?.reason).toMatch(
    /^Not for users of a merchant: [^,]+, [^,]+ and 4 more$/,
  );
  expect(unfit.map(({ id }) => id)).not.toContain(own);
  const foreign = { merchantId: world.merchants.foreign };
  expect((await world.as.branch.ask('sysRole/unfit', foreign)).body.extras?.errorCode).toBe('notFound');
  await added('lone', [own]);
  await added(null, [own]);
  const { heldBy } = await world.as.admin.call<{ heldBy: string[] }>(`sysRole/detail?id=${own}`);
  expect(heldBy.sort()).toEqual(['merchant', 'staff']);
});
