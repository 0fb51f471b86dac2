import type { Resource } from '../../contract/resource.ts';
import { APPROVAL_STATUS } from '../platform/db/statuses.ts';

/** A question about the row over alias t waits for its answer at that time. */
export const askedSql = (resource: string, now: string): string =>
  `exists (select from approval a where a.resource = '${resource}' and a.row_id = t.id
     and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at > ${now})`;

/** Whether what refuses an action of the resource depends on such a question: then its rows say whether there is one. */
export const dependsOnAsked = ({ actions }: Resource): boolean =>
  Object.values(actions).some(({ refuses }) => refuses?.some(({ unlessAsked }) => unlessAsked));
