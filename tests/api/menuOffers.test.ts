import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Permission } from '../../server/platform/http/route.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { plantedHash } from '../support/passwords.ts';
import { newPhone } from '../support/phones.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/**
 * The menu offers nothing that its server refuses: of every entry of each kind of person's menu all calls that read its view
 * are served, those that are served to a super administrator.
 */

let server: TestServer;
let routes: readonly RouteOptions[];
let superAdmin: Client;
const people: Record<string, Client> = {};

const pool = () => server.database.pool;

async function signInAs(account: string): Promise<Client> {
  await pool().query(
    'update sys_user set password_hash = $2, must_change_password = false where account = $1',
    [account, await plantedHash(PASSWORD)],
  );
  return server.signIn(account, PASSWORD);
}

/** Somebody of the staff whose role has the whole menu. */
async function withAllMenus(accountType: number): Promise<Client> {
  const [account, role, user] = [`a${newId()}`, newId(), newId()];
  await pool().query(
    `insert into sys_role (id, tenant_id, name, code, data_scope) select $1, tenant_id, $2, $2, 1 from sys_user where account = 'admin'`,
    [role, account],
  );
  await pool().query('insert into sys_role_menu (role_id, menu_id) select $1, id from sys_menu', [role]);
  await pool().query(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, pos_id, phone)
     select $1, tenant_id, $2, '', $2, $3, org_id, pos_id, $4 from sys_user where account = 'admin'`,
    [user, account, accountType, newPhone()],
  );
  await pool().query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [user, role]);
  return signInAs(account);
}

async function administratorOfTenant(): Promise<Client> {
  const adminAccount = `t${newId()}`;
  const tenant = { name: adminAccount, adminAccount, phone: newPhone(), tenantType: 0 };
  const { id } = await superAdmin.command<{ id: string }>('sysTenant/add', tenant);
  const { rows } = await pool().query<{ id: string }>('select id::text from sys_menu');
  await superAdmin.call('sysTenant/grantMenu', { id, menuIdList: rows.map((row) => row.id) });
  return signInAs(adminAccount);
}

beforeAll(async () => {
  [server, routes] = await declaredRoutes(() => demoWorld(40));
  superAdmin = await server.signIn('admin', PASSWORD);
  Object.assign(people, {
    superAdmin,
    systemAdmin: await withAllMenus(888),
    staffOfAllMenus: await withAllMenus(777),
    administratorOfTenant: await administratorOfTenant(),
  });
  // One of each role that the demo has, merchants' and agents' among them.
  const { rows } = await pool().query<{ account: string; code: string }>(
    `select distinct on (r.code) r.code, u.account from sys_role r join sys_user_role ur on ur.role_id = r.id
       join sys_user u on u.id = ur.user_id where u.demo and u.status = 1 order by r.code, u.id`,
  );
  for (const { account, code } of rows) people[`role ${code}`] = await signInAs(account);
});
afterAll(() => server.stop());

interface Entry {
  name: string | null;
  type: number;
  children: Entry[];
}
const entriesOf = (tree: readonly Entry[]): string[] =>
  tree.flatMap(({ name, type, children }) => [...(type === 2 && name ? [name] : []), ...entriesOf(children)]);

const codesOf = (permission: Permission | undefined): readonly string[] =>
  permission && permission !== 'anonymous' && 'anyOf' in permission ? permission.anyOf : [];

/** What reads the rows of a view: calls without an effect, for whoever may open it. */
const readsOf = (name: string): { path: string; method: 'GET' | 'POST' }[] =>
  routes.flatMap(({ method, url, config }) => {
    const isRead = method === 'GET' || (method === 'POST' && config?.effect === 'none');
    const isOfView = codesOf(config?.permission).includes(`${name}:page`) && url.startsWith(`/api/${name}/`);
    return isRead && isOfView && !url.includes(':') && !config?.longLived
      ? [{ path: url.replace('/api/', ''), method: method as 'GET' | 'POST' }]
      : [];
  });

const REFUSALS: ReadonlySet<unknown> = new Set([
  'forbidden',
  'wrongAudience',
  'notOffered',
  'unauthenticated',
  'ownDatabase',
]);

async function refusalOf(who: Client, { path, method }: { path: string; method: string }): Promise<unknown> {
  const { body } = await who.ask(
    path,
    method === 'GET' ? undefined : { page: 1, pageSize: 1, start: 0, end: 1 },
  );
  const code = body.extras?.errorCode;
  return REFUSALS.has(code) ? code : undefined;
}

/** The first that a view asks for: the rows of its list, else whatever it reads. */
function firstReads(name: string): { path: string; method: 'GET' | 'POST' }[] {
  const reads = readsOf(name);
  const rows = reads.filter(({ path }) => path === `${name}/rows`);
  return rows.length > 0 ? rows : reads;
}

it('opens every view that it offers', { timeout: 600_000 }, async () => {
  const refused: string[] = [];
  let asked = 0;
  const ask = async (who: string, read: { path: string; method: 'GET' | 'POST' }) => {
    asked += 1;
    const refusal = await refusalOf(people[who]!, read);
    if (refusal !== undefined && (await refusalOf(superAdmin, read)) === undefined)
      refused.push(`${who}: ${read.path} ${String(refusal)}`);
  };
  for (const [who, client] of Object.entries(people)) {
    const entries = new Set(entriesOf(await client.call<Entry[]>('sysMenu/loginMenuTree')));
    expect(entries.size, who).toBeGreaterThan(1);
    await Promise.all([...entries].flatMap(firstReads).map((read) => ask(who, read)));
  }
  expect(refused).toEqual([]);
  expect(asked).toBeGreaterThan(300);
});

it('offers what only a super administrator may open to nobody else', async () => {
  const offered = async (who: string) => entriesOf(await people[who]!.call<Entry[]>('sysMenu/loginMenuTree'));
  expect(await offered('superAdmin')).toContain('sysDatabase');
  for (const [who, client] of Object.entries(people)) {
    const { accountType } = await client.call<{ accountType: number }>('sysAuth/userInfo');
    if (accountType !== 999) expect(await offered(who), who).not.toContain('sysDatabase');
  }
  const { buttons } = await people.staffOfAllMenus!.call<{ buttons: string[] }>('sysAuth/userInfo');
  expect(buttons.filter((code) => code.startsWith('sysDatabase:'))).toEqual([]);
  expect((await people.staffOfAllMenus!.ask('sysDatabase/list')).body.extras?.errorCode).toBe('forbidden');
});
