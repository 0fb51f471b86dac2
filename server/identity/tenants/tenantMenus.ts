import type { Pool, PoolClient } from 'pg';
import { isMenuForTenants } from '../../../contract/tenants.ts';

interface Entry {
  id: string;
  type: number;
  name: string | null;
  permission: string | null;
}

const MENUS = `select id::text, type, name, permission from sys_menu
  where $1::bigint[] is null or id = any($1) order by id`;

/** Ids of what a tenant's roles may have at all, of these or of the whole menu. */
export async function menusForTenants(
  db: Pool | PoolClient,
  ids: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await db.query<Entry>(MENUS, [ids]);
  return rows.filter(isMenuForTenants).map(({ id }) => id);
}

/** These ids without those of entries that are the platform's alone; one that there is not stays, to be refused. */
export async function withoutPlatformMenus(db: Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<Entry>(MENUS, [ids]);
  const platform = new Set(rows.filter((entry) => !isMenuForTenants(entry)).map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !platform.has(id));
}

export async function menusOf(db: Pick<Pool, 'query'>, tenantId: string): Promise<string[]> {
  const { rows } = await db.query<Entry>(
    `select m.id::text, m.type, m.name, m.permission from sys_tenant_menu g join sys_menu m on m.id = g.menu_id
      where g.tenant_id = $1 order by m.id`,
    [tenantId],
  );
  // What became the platform's after it was granted opens nothing, and is not offered.
  return rows.filter(isMenuForTenants).map(({ id }) => id);
}

/** True where all of these are within what the tenant was granted; the platform itself has no limit. */
export async function withinTenant(
  db: Pool | PoolClient,
  tenantId: string,
  menuIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from unnest($2::bigint[]) as wanted (id)
      where is_other_tenant($1)
        and not exists (select from sys_tenant_menu g where g.tenant_id = $1 and g.menu_id = wanted.id) limit 1`,
    [tenantId, menuIds],
  );
  return rowCount === 0;
}

const CUT = `delete from sys_role_menu rm using sys_role r where r.id = rm.role_id and r.tenant_id = $1
  and rm.menu_id <> all($2::bigint[])`;

const GIVE = `insert into sys_role_menu (role_id, menu_id)
  select ur.role_id, m.id from sys_tenant t join sys_user_role ur on ur.user_id = t.user_id
    cross join unnest($2::bigint[]) as m (id) where t.id = $1 on conflict do nothing`;

/** What the tenant's roles may have from now on: its administrator gets all of it, and no role keeps more. */
export async function grantToTenant(
  tx: PoolClient,
  tenantId: string,
  menuIds: readonly string[],
): Promise<void> {
  await tx.query('delete from sys_tenant_menu where tenant_id = $1', [tenantId]);
  await tx.query('insert into sys_tenant_menu (tenant_id, menu_id) select $1, unnest($2::bigint[])', [
    tenantId,
    menuIds,
  ]);
  await tx.query(CUT, [tenantId, menuIds]);
  await tx.query(GIVE, [tenantId, menuIds]);
}
