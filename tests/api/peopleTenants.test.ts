import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlatforms, type Resource } from '../../contract/resource.ts';
import { labelKey } from '../../contract/field.ts';
import { resources } from '../../contract/resources/index.ts';
import { isForTenants } from '../../contract/tenants.ts';
import { snake } from '../../server/engine/sql.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { newPhone } from '../support/phones.ts';

/** Tenants as the platform keeps them, and what the administrator of one sees of everything (docs/tenants.md). */

interface Tenant {
  id: string;
  userId: string;
  orgId: string;
  password: string;
  version: number;
}
type Page = { items: (Record<string, unknown> & { id: string })[]; total: number };

let server: TestServer;
let admin: Client;
let tenant: Tenant;
let theirs: Client;
/** A merchant of theirs, with its orders. */
let merchant: string;

const OWN_PASSWORD = 'tenant-password-9';
const run = async (text: string, values: unknown[] = []) =>
  (await server.database.owner.query<Record<string, string>>(text, values)).rows;
const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const form = (adminAccount: string) => ({
  id: 0,
  tenantType: 0,
  name: `Tenant ${adminAccount}`,
  adminAccount,
  phone: newPhone(),
  email: 'a@example.com',
  orderNo: 100,
});

async function enter(account: string, password: string): Promise<Client> {
  const first = await server.signIn(account, password);
  await first.call('sysUser/changePwd', { passwordOld: password, passwordNew: OWN_PASSWORD });
  return server.signIn(account, OWN_PASSWORD);
}

beforeAll(async () => {
  server = await demoWorld(400);
  admin = await server.signIn('admin', PASSWORD);
  tenant = await admin.call<Tenant>('sysTenant/add', form('theirs'));
  theirs = await enter('theirs', tenant.password);
  merchant = (
    await run(`select m.id::text from merchant m where m.type = 1 and m.agent_id is null
      and exists (select from collect_order o where o.merchant_id = m.id)
      and exists (select from pay_order o where o.merchant_id = m.id) order by m.id limit 1`)
  )[0]!.id!;
  await run('update merchant set tenant_id = $2, org_id = $3 where id = $1', [
    merchant,
    tenant.id,
    tenant.orgId,
  ]);
});
afterAll(() => server?.stop());

describe('a tenant', () => {
  it('is added with an organisation, a role and an administrator, whose password is shown once', async () => {
    expect(tenant).toMatchObject({ password: expect.any(String), adminAccount: 'theirs', status: 1 });
    const { items } = await admin.call<Page>('sysTenant/page', { name: 'theirs', pageSize: 9_999_999 });
    expect(items).toEqual([
      expect.objectContaining({
        id: tenant.id,
        userId: tenant.userId,
        dbType: 4,
        connection: null,
        isDelete: false,
      }),
    ]);
    const info = await theirs.call<{ accountType: number; buttons: string[]; tenantId: string }>(
      'sysAuth/userInfo',
    );
    expect(info).toMatchObject({ accountType: 888, tenantId: tenant.id, isTenants: true });
    expect(info.buttons).toContain('sysUser:add');
    const codes = await theirs.call<string[]>('sysMenu/ownBtnPermList');
    expect(codes.filter((code) => !isForTenants(code))).toEqual([]);
    expect(await admin.call('sysTenant/userList', { tenantId: tenant.id })).toEqual([
      { id: tenant.userId, account: 'theirs', realName: 'theirs' },
    ]);
  });

  it('has no database of its own, and no second of its names', async () => {
    expect(await admin.ask('sysTenant/add', { ...form('own'), tenantType: 1 })).toMatchObject({
      status: 200,
      body: { code: 403, extras: { errorCode: 'ownDatabase' } },
    });
    expect(await refusal(admin, 'sysTenant/createDb', { id: tenant.id })).toBe('ownDatabase');
    expect(await refusal(admin, 'sysTenant/add', form('theirs'))).toBe('duplicate');
    expect(await refusal(admin, 'sysTenant/add', { ...form('ADMIN'), name: 'Another' })).toBe('duplicate');
  });

  it('is updated by its whole row, and keeps what it was made with', async () => {
    const row = await admin.call<Record<string, unknown>>(`sysTenant/detail?Id=${tenant.id}`);
    const change = {
      remark: 'Changed',
      adminAccount: 'x',
      userId: '1',
      orgId: '1',
      status: 2,
      menuIds: undefined,
    };
    await admin.call('sysTenant/update', { ...row, ...change });
    expect(await admin.call(`sysTenant/detail?Id=${tenant.id}`)).toMatchObject({
      remark: 'Changed',
      adminAccount: 'theirs',
      userId: tenant.userId,
      orgId: tenant.orgId,
      status: 1,
    });
    expect(await refusal(admin, 'sysOrg/delete', { id: tenant.orgId })).toBe('inUse');
  });

  it('is the platform’s to keep, and the platform is none', async () => {
    for (const path of ['page', 'add', 'update', 'delete', 'setStatus', 'grantMenu', 'resetPwd', 'userList'])
      expect(await refusal(theirs, `sysTenant/${path}`, { id: tenant.id })).toBe('forbidden');
    const [own] = await run('select min(id)::text as id from sys_tenant');
    const platform = own!.id;
    expect(await refusal(admin, 'sysTenant/setStatus', { id: platform, status: 2 })).toBe('platformTenant');
    expect(await refusal(admin, 'sysTenant/delete', { id: platform })).toBe('platformTenant');
    expect(await refusal(admin, 'sysTenant/grantMenu', { id: platform, menuIdList: [] })).toBe(
      'platformTenant',
    );
  });
});

describe('the menus of a tenant', () => {
  it('are what its roles may have at most, whoever gives them', async () => {
    const all = await admin.call<string[]>(`sysTenant/ownMenuList?UserId=${tenant.userId}`);
    const [row] = await run("select id::text from sys_menu where permission = 'sysUser:add'");
    const [mine] = await run("select id::text from sys_menu where permission = 'sysConfig:update'");
    const button = row!.id!;
    expect(all).toContain(button);
    expect(all).not.toContain(mine!.id);
    const cut = all.filter((id) => id !== button);
    await admin.call('sysTenant/grantMenu', { id: tenant.id, name: 'ignored', menuIdList: cut });
    expect(await admin.call(`sysTenant/ownMenuList?UserId=${tenant.userId}`)).toEqual(cut);
    expect(await refusal(theirs, 'sysUser/add', {})).toBe('forbidden');
    const [role] = await run('select id::text from sys_role where tenant_id = $1', [tenant.id]);
    const grant = (menuIdList: string[]) => refusal(admin, 'sysRole/grantMenu', { id: role!.id, menuIdList });
    expect(await grant(all)).toBe('validation');
    // The tree offers all menus: those that are the platform's alone are left out, and the answer says how many.
    const beyond = { id: tenant.id, menuIdList: [mine!.id, ...all] };
    expect((await admin.ask('sysTenant/grantMenu', beyond)).body).toMatchObject({
      code: 200,
      type: 'warning',
      message: expect.stringMatching(/: 1$/),
    });
    expect(await admin.call(`sysTenant/ownMenuList?UserId=${tenant.userId}`)).toEqual(all);
    // An entry that there is not is no entry of the platform's: the grant is refused and takes nothing away.
    const missing = { id: tenant.id, menuIdList: [newId()] };
    expect(await refusal(admin, 'sysTenant/grantMenu', missing)).toBe('validation');
    expect(await admin.call(`sysTenant/ownMenuList?UserId=${tenant.userId}`)).toEqual(all);
    expect(await theirs.call('sysMenu/ownBtnPermList')).toContain('sysUser:add');
    const listed = await theirs.call<{ id: string }[]>('sysMenu/list?Type=3');
    expect(listed.map(({ id }) => id)).not.toContain(mine!.id);
  });
});

/** What the rows of a scope come to for the administrator of a tenant with one merchant. */
async function expected({ id, scope }: Resource): Promise<number> {
  const count = async (where: string, values: unknown[]) =>
    Number((await run(`select count(*)::text as n from ${snake(id)} t where ${where}`, values))[0]!.n);
  switch (scope) {
    case 'merchantId':
    case 'merchantStaff':
      return count('t.merchant_id = $1', [merchant]);
    case 'id':
      return count('t.id = $1', [merchant]);
    case 'person':
      return count('exists (select from sys_user u where u.id = t.user_id and u.tenant_id = $1)', [
        tenant.id,
      ]);
    case 'tenantMerchant':
    case 'tenantFigure':
      return count('t.tenant_id = $1 and (t.merchant_id is null or t.merchant_id = $2)', [
        tenant.id,
        merchant,
      ]);
    case 'authored':
    case 'parties':
      return count('t.user_id = $1', [tenant.userId]);
    case 'platform':
      if (id === 'sysMenu')
        return Number(
          (await run('select count(*)::text as n from sys_tenant_menu where tenant_id = $1', [tenant.id]))[0]!
            .n,
        );
      return count('true', []);
    default:
      return count('t.tenant_id = $1', [tenant.id]);
  }
}

describe('of every resource a tenant’s administrator', () => {
  it.each([...resources.values()].map((resource) => [resource.id, resource] as const))(
    '%s sees its own and nothing else',
    async (id, resource) => {
      const asked = { page: 1, pageSize: 1_000 };
      if (!isForTenants(`${id}:page`)) {
        expect(await refusal(theirs, `${id}/page`, {})).toBe('forbidden');
        return;
      }
      const { items } = await theirs.call<Page>(`${id}/page`, asked);
      const wanted = await expected(resource);
      // Reading writes the log of what was asked, in the background.
      if (id.startsWith('sysLog')) expect(items.length).toBeLessThanOrEqual(wanted);
      else expect(items.length).toBe(wanted);
      for (const [name, field] of Object.entries(resource.fields))
        if (isPlatforms(field)) {
          const keys = items.flatMap((row) => Object.keys(row));
          expect(keys).not.toContain(name);
          expect(keys).not.toContain(labelKey(name));
        }
    },
  );

  it('finds its merchant’s orders, and reads none of another tenant’s', async () => {
    const [own] = await run('select id::text from collect_order where merchant_id = $1 limit 1', [merchant]);
    const [other] = await run('select id::text from collect_order where merchant_id <> $1 limit 1', [
      merchant,
    ]);
    const row = await theirs.call<Record<string, unknown>>(`collectOrder/detail?id=${own!.id}`);
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['upstreamCost']));
    expect(await refusal(theirs, `collectOrder/detail?id=${other!.id}`)).toBe('notFound');
    const filter = { upstreamId: ['1'] };
    expect(await refusal(theirs, 'collectOrder/page', filter)).toBe('validation');
  });
});

it('that is switched off has nobody signed in, and nobody who signs in', async () => {
  const made = await admin.call<Tenant>('sysTenant/add', form('closing'));
  const person = await enter('closing', made.password);
  expect(await admin.call('sysTenant/setStatus', { id: made.id, status: 2 })).toBe(1);
  expect(await refusal(person, 'sysAuth/userInfo')).toBe('unauthenticated');
  const credentials = { account: 'closing', password: OWN_PASSWORD };
  expect(await refusal(server.anonymous, 'sysAuth/login', credentials)).toBe('accountDisabled');
  await admin.call('sysTenant/setStatus', { id: made.id, status: 1 });
  expect(await server.signIn('closing', OWN_PASSWORD)).toBeTruthy();
  const password = await admin.call<string>('sysTenant/resetPwd', { userId: made.userId });
  expect(await refusal(server.anonymous, 'sysAuth/login', credentials)).toBe('badCredentials');
  expect(await server.signIn('closing', password)).toBeTruthy();
});

it('is deleted with its people while it has no business', async () => {
  const made = await admin.call<Tenant>('sysTenant/add', form('leaving'));
  const person = await enter('leaving', made.password);
  expect(await refusal(admin, 'sysTenant/delete', { id: tenant.id })).toBe('inUse');
  expect(await admin.call('sysTenant/delete', { id: made.id, name: 'ignored' })).toEqual({
    deleted: [made.id],
  });
  expect(await refusal(person, 'sysAuth/userInfo')).toBe('unauthenticated');
  expect(await run('select from sys_user where tenant_id = $1', [made.id])).toEqual([]);
  expect(await run('select from sys_org where tenant_id = $1', [made.id])).toEqual([]);
});
