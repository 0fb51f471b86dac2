import type { Pool, PoolClient } from 'pg';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { hasHiddenHolder, peopleBeyond, rolesBeyond } from './beyond.ts';

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

/** Ids of those who hold more than the caller: a higher account type, a permission, rows of others. */
export async function aboveCaller(
  db: Pool | PoolClient,
  caller: Caller,
  targets: readonly Pick<Target, 'id' | 'accountType'>[],
): Promise<Set<string>> {
  if (isSuper(caller)) return new Set();
  const others = targets.filter(({ id }) => id !== caller.userId);
  const above = await peopleBeyond(
    db,
    caller,
    others.map(({ id }) => id),
  );
  for (const { id, accountType } of targets) if (accountType > caller.accountType) above.add(id);
  return above;
}

/** Refuses acting on somebody who holds more: whoever may do so could take that person's place. */
export async function checkRank(
  db: Pool | PoolClient,
  caller: Caller,
  target: Pick<Target, 'id' | 'accountType'>,
): Promise<void> {
  if ((await aboveCaller(db, caller, [target])).size > 0)
    throw new Refused('selfForbidden', { says: 'holdsMore' });
}

/**
 * True where every role is of the tenant and none opens more than the caller holds, to people of these organisations.
 * Locks the roles: whoever changes one meanwhile waits, and then sees who has got it.
 */
export async function mayGiveRoles(
  db: Pool | PoolClient,
  caller: Caller,
  roleIds: readonly string[],
  homes: readonly string[],
): Promise<boolean> {
  if (roleIds.length === 0) return true;
  const { rowCount } = await db.query(
    'select 1 from sys_role where id = any($1::bigint[]) and ($2 or tenant_id = $3) for share',
    [roleIds, isSuper(caller), caller.tenantId],
  );
  if (rowCount !== new Set(roleIds).size) return false;
  return isSuper(caller) || !(await rolesBeyond(db, caller, roleIds, homes));
}

/** True where the caller sees everybody who holds the role, and the role gives them no more than the caller has. */
export async function mayEditRole(db: Pool | PoolClient, caller: Caller, id: string): Promise<boolean> {
  if (!isSuper(caller) && (await hasHiddenHolder(db, caller, id))) return false;
  // A merchant's people see their merchant's rows whatever the role's data scope says.
  const { rows } = await db.query<{ org: string }>(
    `select h.org::text from sys_user_role ur join sys_user u on u.id = ur.user_id
       cross join lateral (select u.org_id as org
         union select e.org_id from sys_user_ext_org e where e.user_id = u.id) h
      where ur.role_id = $1 and h.org is not null and u.merchant_id is null and u.account_type <> 999
      group by h.org`,
    [id],
  );
  return mayGiveRoles(
    db,
    caller,
    [id],
    rows.map(({ org }) => org),
  );
}

/** True where every button among these menus is the caller's own. */
export async function mayGrantMenus(
  db: Pool | PoolClient,
  caller: Caller,
  menuIds: readonly string[],
): Promise<boolean> {
  if (isSuper(caller)) return true;
  const { rows } = await db.query<{ permission: string | null }>(
    'select permission from sys_menu where id = any($1::bigint[]) and type = 3',
    [menuIds],
  );
  return rows.every(({ permission }) => caller.permissions.has(permission ?? ''));
}
