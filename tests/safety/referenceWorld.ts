import { snake } from '../../server/engine/sql.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { newId } from '../../server/platform/db/id.ts';
import { PASSWORD } from '../api/demoWorld.ts';
import type { Sql } from '../api/writeBodies.ts';
import type { Client } from '../support/client.ts';
import { type AudienceWorld, audienceWorld } from './audienceWorld.ts';
import { plantedRow } from './plantedRows.ts';

/** Two tenants and two branches, with somebody of each who has every button. */

/** `all` sees the platform's own tenant, `branch` one organisation of it, `abroad` administers another tenant. */
export type Namer = 'all' | 'branch' | 'abroad';
export const NAMERS: readonly Namer[] = ['all', 'branch', 'abroad'];

export interface ReferenceWorld extends Pick<AudienceWorld, 'server' | 'routes'> {
  sql: Sql;
  as: AudienceWorld['as'] & Readonly<Record<Namer, Client>>;
  /** A row of the resource that they cannot read, of another tenant or organisation; none where they read them all. */
  foreignTo(
    who: Namer,
    to: string,
    options?: { isTenantWide?: boolean; except?: unknown },
  ): Promise<string[]>;
  /** A row that they can read. */
  ownOf(who: Namer, to: string): Promise<string>;
  /** A row of the resource in each tenant, where there is none. */
  plantEverywhere(resource: string): Promise<void>;
  /** Of everything in the table of a resource. */
  digestOf(resource: string): Promise<string>;
}

const one = async (sql: Sql, text: string, values: unknown[] = []): Promise<string | undefined> =>
  (await sql<{ id: string }>(text, values))[0]?.id;

async function administratorAbroad(sql: Sql, tenant: string): Promise<string> {
  const [role, user] = [newId(), newId()];
  const org = await one(sql, "select id::text from sys_org where name = 'Abroad'");
  await sql(
    "insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, 'Abroad', 'abroad', 1)",
    [role, tenant],
  );
  await sql('insert into sys_role_menu (role_id, menu_id) select $1, id from sys_menu', [role]);
  await sql(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, status)
     select $1, $2, 'abroad', password_hash, 'Abroad', 888, $3, 1 from sys_user where account = 'operator'`,
    [user, tenant, org],
  );
  await sql('insert into sys_user_role (user_id, role_id) values ($1, $2)', [user, role]);
  return 'abroad';
}

/** Where a row is, as SQL over its table. */
const PLACE: Readonly<Record<string, string>> = {
  merchant: 'org_id',
  sysUser: 'org_id',
  sysOrg: 'id',
};

export async function referenceWorld(): Promise<ReferenceWorld> {
  const world = await audienceWorld();
  const { server, routes } = world;
  const sql: Sql = async <T extends object>(text: string, values: unknown[] = []) =>
    (await server.database.owner.query(text, values)).rows as T[];
  const theirs = (await one(sql, "select id::text from sys_tenant where name = 'Theirs'"))!;
  const [home] = await sql<{ tenant: string; org: string }>(
    "select tenant_id::text as tenant, org_id::text as org from sys_user where account = 'priya'",
  );
  const { tenant, org } = home!;
  const account = await administratorAbroad(sql, theirs);
  sessionState(server.deps.pool).forgetPeople();
  const as = { ...world.as, abroad: await server.signIn(account, PASSWORD) };
  const hasTenant = async (to: string): Promise<boolean> =>
    (
      await sql('select from information_schema.columns where table_name = $1 and column_name = $2', [
        snake(to),
        'tenant_id',
      ])
    ).length > 0;
  const of = (to: string, where: string, values: unknown[]) =>
    one(sql, `select id::text from ${snake(to)} where ${where} order by id limit 1`, values);
  return {
    server,
    routes,
    sql,
    as,
    async foreignTo(who, to, { isTenantWide = false, except } = {}) {
      const other = (where: string, values: unknown[]) =>
        of(to, `id is distinct from $1 and ${where}`, [except ?? null, ...values]);
      if (!(await hasTenant(to)))
        // What has no tenant is the platform's, and closed to others but for what is shared.
        return who === 'abroad' && to !== 'bankType' ? [(await other('true', []))!] : [];
      const place = PLACE[to];
      const found = [
        await other('tenant_id = $2', [who === 'abroad' ? tenant : theirs]),
        who === 'branch' && place && !isTenantWide
          ? await other(`tenant_id = $2 and ${place} <> $3`, [tenant, org])
          : undefined,
      ];
      return found.filter((id) => id !== undefined);
    },
    async ownOf(who, to) {
      const own = (await hasTenant(to))
        ? await of(to, 'tenant_id = $1', [who === 'abroad' ? theirs : tenant])
        : await of(to, 'true', []);
      if (own === undefined) throw new Error(`there is no ${to}`);
      return own;
    },
    async plantEverywhere(resource) {
      const table = snake(resource);
      for (const owner of [tenant, theirs]) {
        if ((await of(resource, 'tenant_id = $1', [owner])) !== undefined) continue;
        const [first] = await sql<{ id: string }>('select id::text from merchant order by id limit 1');
        const id = await plantedRow(sql, table, first!.id);
        await sql(`update ${table} set tenant_id = $2 where id = $1`, [id, owner]);
      }
    },
    async digestOf(resource) {
      const text = `select md5(coalesce(string_agg(t::text, '|' order by t.id), '')) as id from ${snake(resource)} t`;
      return (await one(sql, text))!;
    },
  };
}
