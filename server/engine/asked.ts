import { ASKED_NAMED } from '../../contract/asked.ts';
import { APPROVAL_STATUS } from '../platform/db/statuses.ts';

/** Questions of a resource that wait at that time, over alias a. */
const WAITING = (resource: string, now: string): string =>
  `a.resource = '${resource}' and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at > ${now}`;

/** A question about the row over alias t waits for its answer at that time. */
export const askedSql = (resource: string, now: string): string =>
  `exists (select from approval a where a.row_id = t.id and ${WAITING(resource, now)})`;

/** The same as a filter: the rows that are asked about are few, and known before the walk starts. */
export const isAskedSql = (resource: string): string =>
  `t.id = any(array(select a.row_id from approval a where ${WAITING(resource, 'now()')}))`;

// The step as it is counted on the way of this amount, which leaves out those of larger ones.
const PLACE = `select count(*) filter (where x.step <= a.step) as step, count(*) as steps from approval_flow_step x
  where x.rule_id = a.rule_id and x.flow_version = a.flow_version
    and (x.above_amount is null or x.above_amount < abs(coalesce(a.amount, 0)))`;

/** The question that waits about the row over alias t, as contract/asked.ts has it; null where none does. */
export const questionSql = (
  resource: string,
): string => `(select jsonb_build_object('id', a.id::text, 'command', a.command,
    'maker', a.maker, 'makerId', a.maker_id::text, 'step', place.step, 'steps', place.steps, 'who', s.who,
    'role', (select name from sys_role where id = s.role_id),
    'people', (select jsonb_agg(u.account) from (select account from sys_user where id = any(s.user_ids)
      order by account limit ${ASKED_NAMED}) u),
    'peopleCount', cardinality(s.user_ids), 'escalated', a.escalated,
    'escalateRole', (select name from sys_role where id = s.escalate_role_id),
    'agreed', (select jsonb_agg(d.user_id::text) from approval_decision d where d.approval_id = a.id and d.kind = 'agree'))
  from approval a
  join approval_flow_step s on s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
  cross join lateral (${PLACE}) place
  where a.row_id = t.id and ${WAITING(resource, 'now()')})`;
