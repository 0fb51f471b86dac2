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

/** The question that waits about the row over alias t, as contract/asked.ts has it; null where none does. */
export const questionSql = (resource: string): string =>
  `(select question_shown(a) from approval a where a.row_id = t.id and ${WAITING(resource, 'now()')})`;
