import type { Question } from './engine.ts';
import { limitedToSelf, scopeClause } from './scope.ts';
import { and, type Params } from './sql.ts';

/** Ids follow the order of time but for transactions that overtake one another: far fewer than these of one merchant. */
const OVERTAKEN = 16;

/**
 * The newest id of what the caller sees, 0 where that is nothing. Of merchants with an index in the order of time it is
 * looked for among the last rows of each: the index of all ids would be searched through everybody else's newer rows.
 */
export function newestSql({ compiled, caller, visible }: Question, params: Params): string {
  const { table, resource, columns } = compiled;
  const time =
    resource.scope === 'merchantId' ? columns.get(resource.deep?.sorts[0] ?? '')?.column : undefined;
  if (visible === null || time === undefined || limitedToSelf(caller))
    return `select coalesce(max(t.id), 0)::text from ${table} t where ${and(scopeClause(compiled, caller, visible, params))}`;
  return `select coalesce(max(newest.id), 0)::text from unnest(${params.add(visible)}::bigint[]) m(id) cross join lateral (
    select t.id from ${table} t where t.merchant_id = m.id order by t.${time} desc, t.id desc limit ${OVERTAKEN}) newest`;
}
