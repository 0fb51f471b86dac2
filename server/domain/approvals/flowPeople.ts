import type { PoolClient } from 'pg';
import type { FlowPerson } from '../../../contract/approvalFlow.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { FlowStep } from './flowStep.ts';

/** More than are ever shown by name. */
const PEOPLE_MOST = 200;

/** Whose decision a step asks for: the request's tenant and merchant, and who has made it. */
export interface StepSubject {
  tenantId: string;
  /** The director is of its organisation. */
  merchantId: string | null;
  /** Whoever made the request decides in no step; null where a machine made it, or it is not made yet. */
  makerId: string | null;
  escalated: boolean;
  /** Only those who may do this and see the merchant; null where that has been checked of the one person asked about. */
  permission: string | null;
  /** Only this person. */
  userId?: string;
}

type Who = Pick<FlowStep, 'who' | 'roleId' | 'userIds' | 'escalateRoleId'>;

/** Who has a role that is in force. */
const HOLDS = (role: '$3' | '$8') => `exists (select from sys_user_role ur
  join sys_role r on r.id = ur.role_id and r.status = ${SWITCH.enabled}
  where ur.user_id = u.id and ur.role_id = ${role}::bigint)`;

/** Sees the merchant by an organisation, as sessions have it: all, its own with or without those below, or chosen ones. */
const SEES = `exists (select from sys_user_role ur join sys_role r on r.id = ur.role_id and r.status = ${SWITCH.enabled}
  where ur.user_id = u.id and (r.data_scope = 1
    or r.data_scope in (2, 3) and exists (select from orgs o
      where (r.data_scope = 2 or o.height = 0) and (o.id = u.org_id
        or exists (select from sys_user_ext_org e where e.user_id = u.id and e.org_id = o.id)))
    or r.data_scope = 5 and exists (select from sys_role_org c join orgs o on o.id = c.org_id and o.height = 0
      where c.role_id = r.id)))`;

// An organisation without a director, or whose director made the request, leaves it to the one above it.
const PEOPLE = `with recursive orgs as (
    select o.id, o.pid, nullif(o.director_id, $6::bigint) as director, 0 as height
    from merchant m join sys_org o on o.id = m.org_id where m.id = $5::bigint
    union all
    select o.id, o.pid, nullif(o.director_id, $6::bigint), orgs.height + 1
    from orgs join sys_org o on o.id = orgs.pid where orgs.height < 20
  )
  select u.id::text, u.account, u.real_name as "realName" from sys_user u
  where u.tenant_id = $1 and u.merchant_id is null and u.status = ${SWITCH.enabled}
    and u.id is distinct from $6::bigint and ($10::bigint is null or u.id = $10)
    and (case $2::text when 'role' then ${HOLDS('$3')} when 'people' then u.id = any($4::bigint[])
        when 'director' then u.id = (select director from orgs where director is not null order by height limit 1)
        else true end
      or $7::boolean and ($8::bigint is null or ${HOLDS('$8')}))
    and ($9::text is null or u.account_type = 999 or ($5::bigint is null or ${SEES}) and exists (
      select from sys_user_role ur join sys_role r on r.id = ur.role_id and r.status = ${SWITCH.enabled}
      join sys_role_menu rm on rm.role_id = r.id
      join sys_menu p on p.id = rm.menu_id and p.type = 3 and p.status = ${SWITCH.enabled} and p.permission = $9
      where ur.user_id = u.id))
  order by u.account limit ${PEOPLE_MOST}`;

/** The people whom a step asks, as roles and organisations are now. */
export async function peopleOf(
  db: Pick<PoolClient, 'query'>,
  { who, roleId, userIds, escalateRoleId }: Who,
  { tenantId, merchantId, makerId, escalated, permission, userId }: StepSubject,
): Promise<FlowPerson[]> {
  const values = [tenantId, who, roleId, userIds, merchantId, makerId, escalated, escalateRoleId];
  const { rows } = await db.query<FlowPerson>({
    name: 'flow-people',
    text: PEOPLE,
    values: [...values, permission, userId ?? null],
  });
  return rows;
}
