import type { PoolClient } from 'pg';
import type { FlowPerson } from '../../../contract/approvalFlow.ts';
import { APPROVAL_STATUS, SWITCH } from '../../platform/db/statuses.ts';
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

/** SQL of a step and its subject, in this order of the statement below. */
interface Asked {
  tenant: string;
  who: string;
  role: string;
  users: string;
  merchant: string;
  maker: string;
  escalated: string;
  escalateRole: string;
  permission: string;
}

/** Who has a role that is in force. */
const HOLDS = (role: string) => `exists (select from sys_user_role ur
  join sys_role r on r.id = ur.role_id and r.status = ${SWITCH.enabled}
  where ur.user_id = u.id and ur.role_id = ${role})`;

/** Sees the merchant by an organisation, as sessions have it: all of its tenant, its own with or without those below, or chosen ones. */
const sees = (
  merchant: string,
) => `exists (select from sys_user_role ur join sys_role r on r.id = ur.role_id and r.status = ${SWITCH.enabled}
  where ur.user_id = u.id and (r.data_scope = 1 and exists (select from merchant m where m.id = ${merchant} and m.tenant_id = u.tenant_id)
    or r.data_scope in (2, 3) and exists (select from orgs o
      where (r.data_scope = 2 or o.height = 0) and (o.id = u.org_id
        or exists (select from sys_user_ext_org e where e.user_id = u.id and e.org_id = o.id)))
    or r.data_scope = 5 and exists (select from sys_role_org c join orgs o on o.id = c.org_id and o.height = 0
      where c.role_id = r.id)))`;

/**
 * The people, as alias u, whom a step asks. An organisation without a director, or whose director made the request, leaves
 * it to the one above it.
 */
const peopleSql = (asked: Asked, select: string, only: string): string => `with recursive orgs as (
    select o.id, o.pid, nullif(o.director_id, ${asked.maker}) as director, 0 as height
    from merchant m join sys_org o on o.id = m.org_id where m.id = ${asked.merchant}
    union all
    select o.id, o.pid, nullif(o.director_id, ${asked.maker}), orgs.height + 1
    from orgs join sys_org o on o.id = orgs.pid where orgs.height < 20
  )
  select ${select} from sys_user u
  where u.tenant_id = ${asked.tenant} and u.merchant_id is null and u.status = ${SWITCH.enabled}
    and u.id is distinct from ${asked.maker} and ${only}
    and (case ${asked.who} when 'role' then ${HOLDS(asked.role)} when 'people' then u.id = any(${asked.users})
        when 'director' then u.id = (select director from orgs where director is not null order by height limit 1)
        else true end
      or ${asked.escalated} and (${asked.escalateRole} is null or ${HOLDS(asked.escalateRole)}))
    and (${asked.permission} is null or u.account_type = 999 or (${asked.merchant} is null or ${sees(asked.merchant)}) and exists (
      select from sys_user_role ur join sys_role r on r.id = ur.role_id and r.status = ${SWITCH.enabled}
      join sys_role_menu rm on rm.role_id = r.id
      join sys_menu p on p.id = rm.menu_id and p.type = 3 and p.status = ${SWITCH.enabled} and p.permission = ${asked.permission}
      where ur.user_id = u.id))`;

const GIVEN: Asked = {
  tenant: '$1',
  who: '$2::text',
  role: '$3::bigint',
  users: '$4::bigint[]',
  merchant: '$5::bigint',
  maker: '$6::bigint',
  escalated: '$7::boolean',
  escalateRole: '$8::bigint',
  permission: '$9::text',
};
const PEOPLE = `${peopleSql(GIVEN, 'u.id::text, u.account, u.real_name as "realName"', '($10::bigint is null or u.id = $10)')}
  order by u.account limit ${PEOPLE_MOST}`;

/** The people whom the step s of the question over an alias asks, whether or not they have decided. */
export const peopleAskedSql = (question: string, select: string, only: string): string =>
  peopleSql(
    {
      tenant: `${question}.tenant_id`,
      who: 's.who',
      role: 's.role_id',
      users: 's.user_ids',
      merchant: `${question}.merchant_id`,
      maker: `${question}.maker_id`,
      escalated: `${question}.escalated`,
      escalateRole: 's.escalate_role_id',
      permission: `(${question}.resource || ':' || ${question}.action)`,
    },
    select,
    only,
  );

/** Somebody over an alias has decided about the question over another one. */
export const decidedSql = (question: string, userId: string): string =>
  `exists (select from approval_decision d where d.approval_id = ${question}.id and d.user_id = ${userId})`;

/** The question over alias t waits for one of the people that the comparison lets through. */
export const waitsForSql = (compare: (name: string) => string): string =>
  `(t.status = ${APPROVAL_STATUS.waiting} and t.expires_at > now() and exists (select from approval_flow_step s
    where s.rule_id = t.rule_id and s.flow_version = t.flow_version and s.step = t.step
      and exists (${peopleAskedSql('t', '', `${compare('u.id')} and not ${decidedSql('t', 'u.id')}`)})))`;

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
