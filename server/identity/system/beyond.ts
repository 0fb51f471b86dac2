import type { Pool, PoolClient } from 'pg';
import type { Caller } from '../../platform/http/caller.ts';

/** What roles open beyond a caller: permissions, and organisations whose rows they show. */

// Who has a role decides what its scope shows: 2 is the department and below, 3 the department, 5 those chosen.
const OPENED = `tree as (
    select key, home as org from held where scope = 2 and home is not null
    union select t.key, o.id from sys_org o join tree t on o.pid = t.org
  ), opened as (
    select key, org from tree
    union select key, home from held where scope = 3 and home is not null
    union select h.key, ro.org_id from held h join sys_role_org ro on ro.role_id = h.role where h.scope = 5
  ), beyond as (
    select h.key from held h join sys_role_menu rm on rm.role_id = h.role join sys_menu m on m.id = rm.menu_id
      where m.type = 3 and m.permission is not null and m.permission <> all ($1::text[])
    union select key from held where scope = 1 and $2::bigint[] is not null
    union select key from opened where $2 is not null and org <> all ($2)`;

const given = (caller: Caller): [string[], readonly string[] | null] => [
  [...caller.permissions],
  caller.orgIds === 'all' ? null : caller.orgIds,
];

/** True where one of the roles, held by somebody of one of these organisations, opens more than the caller has. */
export async function rolesBeyond(
  db: Pool | PoolClient,
  caller: Caller,
  roleIds: readonly string[],
  homes: readonly string[],
): Promise<boolean> {
  // A merchant's person has no organisation's rows, whatever the role says, and none to give.
  if (caller.merchantId) return true;
  const { rowCount } = await db.query(
    `with recursive held as (
       select r.id as key, r.id as role, r.data_scope as scope, home.id as home
         from sys_role r left join unnest($4::bigint[]) home(id) on true where r.id = any($3::bigint[])
     ), ${OPENED}) select 1 from beyond limit 1`,
    [...given(caller), roleIds, homes],
  );
  return rowCount !== 0;
}

/** SQL over u: one of the merchants whose rows that person sees is outside these organisations (null for all). */
const seesForeignMerchant = (tenant: string, orgs: string): string =>
  `exists (select from merchant m where (m.id = u.merchant_id or m.agent_id = u.merchant_id)
     and (m.tenant_id <> ${tenant} or (${orgs}::bigint[] is not null and m.org_id <> all (${orgs}))))`;

/** True where somebody the caller does not see holds the role: staff elsewhere, or people of a merchant elsewhere. */
export async function hasHiddenHolder(
  db: Pool | PoolClient,
  caller: Caller,
  roleId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from sys_user_role ur join sys_user u on u.id = ur.user_id
      where ur.role_id = $1 and u.id <> $4 and (u.tenant_id <> $2
        or ($3::bigint[] is not null and (u.org_id is null or u.org_id <> all ($3)))
        or ${seesForeignMerchant('$2', '$3')}) limit 1`,
    [roleId, caller.tenantId, given(caller)[1], caller.userId],
  );
  return rowCount !== 0;
}

/** Those of the users who may do or see more than the caller, merchants' people by the merchants they see. */
export async function peopleBeyond(
  db: Pool | PoolClient,
  caller: Caller,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  if (caller.merchantId) return new Set(userIds);
  const { rows } = await db.query<{ key: string }>(
    `with recursive held as (
       select u.id as key, r.id as role, r.data_scope as scope, h.org as home
         from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
         cross join lateral (select u.org_id as org
           union select e.org_id from sys_user_ext_org e where e.user_id = u.id) h
        where u.id = any($3::bigint[])
     ), ${OPENED}
       union select u.id from sys_user u where u.id = any($3) and ${seesForeignMerchant('$4', '$2')}
     ) select distinct key::text from beyond`,
    [...given(caller), userIds, caller.tenantId],
  );
  return new Set(rows.map(({ key }) => key));
}
