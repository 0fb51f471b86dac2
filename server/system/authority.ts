import type { Pool, PoolClient } from 'pg';
import { type Caller, isSuper } from '../http/caller.ts';
import { Refused } from '../http/refused.ts';

/** Nobody hands out more than they hold: what keeps a user administrator from becoming a super admin. */

export interface Target {
  id: string;
  account: string;
  accountType: number;
  status: number;
}

/** The users the caller may act on, locked; one out of scope answers like one that does not exist. */
export async function lockTargets(tx: PoolClient, caller: Caller, ids: readonly string[]): Promise<Target[]> {
  const { rows } = await tx.query<Target>(
    `select id::text, account, account_type as "accountType", status from sys_user
      where id = any($1::bigint[]) and ($2 or (tenant_id = $3 and ($4 or org_id = any($5::bigint[]) or id = $6)))
      order by id for update`,
    [
      ids,
      isSuper(caller),
      caller.tenantId,
      caller.orgIds === 'all' && !caller.merchantId,
      caller.orgIds === 'all' || caller.merchantId ? [] : caller.orgIds,
      caller.userId,
    ],
  );
  return rows;
}

/** Refuses acting on somebody of a higher account type. */
export function checkRank(caller: Caller, target: Pick<Target, 'accountType'>): void {
  if (!isSuper(caller) && target.accountType > caller.accountType) throw new Refused('selfForbidden');
}

/** True where every role is of the tenant and none opens more than the caller holds. */
export async function mayGiveRoles(
  db: Pool | PoolClient,
  caller: Caller,
  roleIds: readonly string[],
): Promise<boolean> {
  if (roleIds.length === 0) return true;
  const { rows } = await db.query<{ dataScope: number; codes: string[] }>(
    `select r.data_scope as "dataScope",
        coalesce(array_agg(m.permission) filter (where m.permission is not null and m.type = 3), '{}') as codes
       from sys_role r left join sys_role_menu rm on rm.role_id = r.id left join sys_menu m on m.id = rm.menu_id
      where r.id = any($1::bigint[]) and ($2 or r.tenant_id = $3) group by r.id`,
    [roleIds, isSuper(caller), caller.tenantId],
  );
  if (rows.length !== new Set(roleIds).size) return false;
  if (isSuper(caller)) return true;
  return rows.every(
    (role) =>
      (role.dataScope !== 1 || caller.orgIds === 'all') &&
      role.codes.every((code) => caller.permissions.has(code)),
  );
}

/** True where every menu exists and none of its buttons is beyond the caller. */
export async function mayGrantMenus(
  db: Pool | PoolClient,
  caller: Caller,
  menuIds: readonly string[],
): Promise<boolean> {
  const { rows } = await db.query<{ type: number; permission: string | null }>(
    'select type, permission from sys_menu where id = any($1::bigint[])',
    [menuIds],
  );
  if (rows.length !== new Set(menuIds).size) return false;
  return (
    isSuper(caller) || rows.every((row) => row.type !== 3 || caller.permissions.has(row.permission ?? ''))
  );
}

/** True where every organisation is of the tenant and within the caller's own. */
export async function mayOpenOrgs(
  db: Pool | PoolClient,
  caller: Caller,
  orgIds: readonly string[],
): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>(
    'select id::text from sys_org where id = any($1::bigint[]) and ($2 or tenant_id = $3)',
    [orgIds, isSuper(caller), caller.tenantId],
  );
  if (rows.length !== new Set(orgIds).size) return false;
  const own = caller.orgIds;
  return own === 'all' || orgIds.every((id) => own.includes(id));
}
