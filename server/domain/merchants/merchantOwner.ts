import type { PoolClient } from 'pg';
import type { ActionContext } from '../../engine/action.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { countMisfits, lockRolesOf, refuseMisfits } from '../../identity/system/roleFit.ts';
import { checkRank, mayGiveRoles } from '../../identity/system/authority.ts';

/** Who signs in for a merchant: the first of its people that may. */
export interface Owner {
  id: string;
  account: string;
  accountType: number;
}

/** Locked. @throws Refused noAccount; selfForbidden where that person may do more than the caller */
export async function ownerOf(tx: PoolClient, caller: Caller, merchantId: string): Promise<Owner> {
  const { rows } = await tx.query<Owner>(
    `select id::text, account, account_type as "accountType" from sys_user where merchant_id = $1
     order by status, id limit 1 for update`,
    [merchantId],
  );
  const owner = rows[0];
  if (!owner) throw new Refused('noAccount');
  await checkRank(tx, caller, owner);
  return owner;
}

/** Roles that come with every installation (server/demo/seed/roles.ts). */
type Partner = 'merchant' | 'agent';

const HELD = `select distinct other.id::text as "roleId", u.org_id::text as home
  from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role own on own.id = ur.role_id and own.code = $2
    join sys_role other on other.tenant_id = own.tenant_id and other.code = $3
  where u.merchant_id = $1`;
const SWAP = `with held as (
    select u.id as user_id, own.id as own_id, other.id as other_id
    from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role own on own.id = ur.role_id and own.code = $2
      join sys_role other on other.tenant_id = own.tenant_id and other.code = $3
    where u.merchant_id = $1
  ), given as (
    insert into sys_user_role (user_id, role_id) select user_id, other_id from held on conflict do nothing
  ), taken as (
    delete from sys_user_role ur using held h where ur.user_id = h.user_id and ur.role_id = h.own_id
  )
  select user_id::text as id from held`;

/**
 * Gives a merchant's people the role of what it has become for the role of what it was. @returns whose changed
 * @throws Refused selfForbidden where that role may do more than the caller, roleMisfit where another is not for them any more
 */
export async function swapRoles(
  { deps, tx, caller }: Pick<ActionContext, 'deps' | 'tx' | 'caller'>,
  merchantId: string,
  from: Partner,
  to: Partner,
): Promise<string[]> {
  const { rows } = await tx.query<{ roleId: string; home: string | null }>(HELD, [merchantId, from, to]);
  const roles = [...new Set(rows.map(({ roleId }) => roleId))];
  const homes = rows.flatMap(({ home }) => home ?? []);
  if (!(await mayGiveRoles(tx, caller, roles, homes)))
    throw new Refused('selfForbidden', { says: 'holdsMore' });
  const { rows: swapped } = await tx.query<{ id: string }>(SWAP, [merchantId, from, to]);
  await lockRolesOf(tx, { merchantId });
  await refuseMisfits(deps, tx, caller, { merchantId });
  await countMisfits(tx, null);
  return swapped.map(({ id }) => id);
}
