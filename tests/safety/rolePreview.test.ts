import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceOf } from '../../contract/resources/index.ts';
import type { PreviewedMenu, RolePreview } from '../../contract/rolePreview.ts';
import { compactRollup } from '../../server/engine/compactRollup.ts';
import { newId } from '../../server/platform/db/id.ts';
import { demoWorld, PASSWORD } from '../api/demoWorld.ts';
import type { Client } from '../support/client.ts';
import { plantedHash } from '../support/passwords.ts';
import type { TestServer } from '../support/server.ts';

/** What is previewed of roles is what a person with them gets after signing in. */

let server: TestServer;
let admin: Client;
let menus: string[];
let orgs: string[];
let tenantId: string;
let hash: string;

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T>(text, values)).rows;

beforeAll(async () => {
  server = await demoWorld(300);
  // As the worker of a demo does: counts are of these levels.
  await compactRollup(server.database.pool);
  admin = await server.signIn('admin', PASSWORD);
  const ids = async (text: string) => (await sql<{ id: string }>(text)).map(({ id }) => id);
  menus = await ids('select id::text from sys_menu order by id');
  orgs = await ids('select id::text from sys_org order by id');
  [{ id: tenantId }] = (await sql<{ id: string }>(
    `select tenant_id::text as id from sys_user where account = 'admin'`,
  )) as [{ id: string }];
  hash = await plantedHash(PASSWORD);
});
afterAll(() => server?.stop());

interface MadeRole {
  scope: number;
  /** Shares of the menus and of the organisations, by their places. */
  menus: number[];
  orgs: number[];
}

async function makeRole({ scope, menus: held, orgs: open }: MadeRole): Promise<string> {
  const id = newId();
  await sql(`insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, $3, $3, $4)`, [
    id,
    tenantId,
    `preview-${id}`,
    scope,
  ]);
  await sql('insert into sys_role_menu (role_id, menu_id) select $1, unnest($2::bigint[])', [
    id,
    [...new Set(held.map((at) => menus[at % menus.length]!))],
  ]);
  await sql('insert into sys_role_org (role_id, org_id) select $1, unnest($2::bigint[])', [
    id,
    [...new Set(open.map((at) => orgs[at % orgs.length]!))],
  ]);
  return id;
}

async function makePerson(orgId: string, roleIds: readonly string[]): Promise<string> {
  const [id, account] = [newId(), `preview_${newId()}`];
  await sql(
    `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name, account_type)
     values ($1, $2, $3, $4, $5, 'Previewed', 777)`,
    [id, tenantId, orgId, account, hash],
  );
  await sql('insert into sys_user_role (user_id, role_id) select $1, unnest($2::bigint[])', [id, roleIds]);
  return account;
}

type Node = { id: string; children: Node[] };
const shapeOf = (nodes: readonly (Node | PreviewedMenu)[]): Node[] =>
  nodes.map(({ id, children }) => ({ id, children: shapeOf(children) }));

/** Signing in and asking make rows of their own there. */
const GROWING = new Set(['sysOnlineUser', 'sysLogVis', 'sysLogOp', 'sysLogEx', 'sysLogDiff', 'orderLog']);
/** Rows of the person alone, who did not exist when the preview was made. */
const OWN_SCOPES = new Set(['person', 'parties', 'authored']);

const roles = fc.array(
  fc.record({
    scope: fc.constantFrom(1, 2, 3, 4, 5),
    menus: fc.array(fc.nat(2_000), { minLength: 30, maxLength: 150, size: 'max' }),
    orgs: fc.array(fc.nat(20), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Places of entries for certain roles. */
const restricted = fc.array(fc.nat(2_000), { maxLength: 40, size: 'max' });

/** Some entries are for one of the roles alone, others for a role that nobody has. */
async function restrict(role: string, places: readonly number[]): Promise<void> {
  await sql('update sys_menu set role_ids = null where role_ids is not null');
  for (const [at, place] of places.entries())
    await sql('update sys_menu set role_ids = jsonb_build_array($2::text) where id = $1', [
      menus[place % menus.length],
      at % 3 === 0 ? newId() : role,
    ]);
}

it('is what the person gets', async () => {
  let lists = 0;
  await fc.assert(
    fc.asyncProperty(roles, fc.nat(20), restricted, async (made, home, places) => {
      const orgId = orgs[home % orgs.length]!;
      const roleIds = await Promise.all(made.map(makeRole));
      await restrict(roleIds[0]!, places);
      const account = await makePerson(orgId, roleIds);
      const previewed = await admin.call<RolePreview>('sysRole/preview', { roleIds, orgId });
      const person = await server.signIn(account, PASSWORD);
      const info = await person.call<{ buttons: string[]; ownRowsOnly: boolean }>('sysAuth/userInfo');
      const { everything, self: isSelf, orgs: open } = previewed.reach;
      expect(info.ownRowsOnly).toBe(isSelf && !everything && open === 0);
      expect(previewed.buttons).toEqual([...info.buttons].sort());
      expect(shapeOf(previewed.menu)).toEqual(shapeOf(await person.call<Node[]>('sysMenu/loginMenuTree')));
      for (const { resource, total, totalIs } of previewed.lists) {
        const { scope } = resourceOf(resource);
        if (GROWING.has(resource) || OWN_SCOPES.has(scope)) continue;
        const rows = await person.call<{ total: number; totalIs: string }>(`${resource}/rows`, { end: 1 });
        const { self } = previewed.reach;
        // Whoever sees themselves alone is one person more than nobody.
        const own = resource === 'sysUser' && self && rows.total === total + 1 ? 1 : 0;
        expect([resource, rows.total], JSON.stringify(made)).toEqual([resource, total + own]);
        expect(totalIs).toBe('exact');
        lists += 1;
      }
      const held = previewed.buttons.filter((code) => code.endsWith(':page'));
      expect(previewed.lists.every(({ resource }) => held.includes(`${resource}:page`))).toBe(true);
    }),
    // Each try signs in, which is counted: a hundred smaller ones would be refused for their number.
    { numRuns: 6, endOnFailure: true },
  );
  expect(lists).toBeGreaterThan(20);
});

it('explains whose rows the roles show', async () => {
  const whole = await makeRole({ scope: 1, menus: [], orgs: [] });
  const none = await makeRole({ scope: 4, menus: [], orgs: [] });
  const reach = async (id: string) =>
    (await admin.call<RolePreview>('sysRole/preview', { roleIds: [id], orgId: orgs[0] })).reach;
  const [{ merchants, orders }] = (await sql<{ merchants: number; orders: number }>(
    `select (select count(*)::int from merchant) as merchants,
       (select count(*)::int from collect_order) + (select count(*)::int from pay_order) as orders`,
  )) as [{ merchants: number; orders: number }];
  expect(await reach(whole)).toEqual({ everything: true, self: false, orgs: orgs.length, merchants, orders });
  expect(await reach(none)).toEqual({ everything: false, self: true, orgs: 0, merchants: 0, orders: 0 });
});

it('shows nobody what they do not see themselves', async () => {
  const page = await sql<{ id: string }>(`select id::text from sys_menu where permission = 'sysRole:page'`);
  const small = await makeRole({ scope: 3, menus: [menus.indexOf(page[0]!.id)], orgs: [] });
  const large = await makeRole({ scope: 1, menus: [], orgs: [] });
  const person = await server.signIn(await makePerson(orgs[1]!, [small]), PASSWORD);
  const asked = (roleId: string, orgId: string) =>
    person.ask('sysRole/preview', { roleIds: [roleId], orgId });
  expect((await asked(small, orgs[1]!)).body.code).toBe(200);
  expect((await asked(large, orgs[1]!)).body.code).toBe(403);
  expect((await asked(small, orgs[0]!)).body.code).toBe(403);
  expect((await asked(small, newId())).body.code).toBe(404);
});
