import type { PoolClient } from 'pg';
import { type Caller, can, isSuper } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { hasHiddenHolder } from './beyond.ts';

/** Layouts and views that one person makes for those who hold a role, or for the staff of an organisation. */

/** One of the two, or neither for what is the person's own. */
export interface SharedWith {
  roleId?: string | undefined;
  orgId?: string | undefined;
}

/** Rows of `alias` that are for the caller: $1 roles, $2 organisation, or none for people of a merchant. */
export const forCaller = (
  alias: string,
): string => `(${alias}.role_id = any($1::bigint[]) or ${alias}.org_id in (
  with recursive above as (
    select id, pid from sys_org where id = $2::bigint
    union all select o.id, o.pid from sys_org o join above on o.id = above.pid
  ) select id from above))`;

export const callerValues = (caller: Caller): [readonly string[], string | null] => [
  caller.roleIds,
  caller.kind === 'staff' ? caller.orgId : null,
];

export const mayPublish = (caller: Caller): boolean => can(caller, 'dashboard:publish');

/** Whoever shares sees everybody who gets it. @throws Refused notFound */
export async function checkAudience(tx: PoolClient, caller: Caller, { roleId }: SharedWith): Promise<void> {
  if (roleId === undefined) return;
  await tx.query('select from sys_role where id = $1 for share', [roleId]);
  if (!isSuper(caller) && (await hasHiddenHolder(tx, caller, roleId))) throw new Refused('notFound');
}
