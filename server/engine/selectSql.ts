import { BY_MERCHANT } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { type Caller, isSuper } from '../platform/http/caller.ts';
import type { Compiled, LabelJoin } from './compile.ts';
import { NO_COLUMNS, personClauses, scopeClause, type Visible } from './scope.ts';
import { and, type Params, snake } from './sql.ts';

/** What a reader gets of a row: its columns, and what the ids in them are called as far as the reader may know. */

interface Reading {
  caller: Caller;
  visible: Visible;
}

/** Conditions over alias t of the rows of a target whose names the reader may know. */
function namedRows(
  { resource }: Compiled,
  { field, target }: LabelJoin,
  { caller, visible }: Reading,
  params: Params,
): string[] {
  // Whoever reads a merchant's row reads the merchant; what is of no tenant is shown where its field is. A merchant's
  // people read their own rows behind row security, which knows of names what they may read.
  const isOwner = field === 'merchantId' && BY_MERCHANT.has(resource.scope);
  const to = resourceOf(target);
  if (isSuper(caller) || caller.merchantId !== null || isOwner || to.scope === 'platform') return [];
  // Who did something is named to whoever reads what it was done to, of the staff of all branches.
  if (target === 'sysUser') return [`t.tenant_id = ${params.add(caller.tenantId)}::bigint`];
  return scopeClause({ resource: to, all: NO_COLUMNS }, caller, visible, params);
}

/** The joins that answer the labels of refs. */
export function labelJoins(compiled: Compiled, reading: Reading, params: Params): string {
  const joins = compiled.labels.map((join) => {
    const { target, alias, own } = join;
    const table = snake(target);
    const conditions = namedRows(compiled, join, reading, params);
    const rows =
      conditions.length === 0
        ? table
        : `(select t.id, t.${snake(resourceOf(target).label)} from ${table} t where ${and(conditions)})`;
    return `left join ${rows} ${alias} on ${alias}.id = ${own}`;
  });
  return joins.join(' ');
}

/** A log of differences names what ids were called: to somebody of a branch without people and merchants of others. */
function branchLabels({ caller, visible }: Reading, params: Params): string {
  const people = and(personClauses('u', caller, params));
  const merchants = visible === null ? 'true' : `m.id = any(${params.add(visible)}::bigint[])`;
  return `(select jsonb_object_agg(l.key, l.value) from jsonb_each(t.labels) l
    where not exists (select from sys_user u where u.id = l.key::bigint and not (${people}))
      and not exists (select from merchant m where m.id = l.key::bigint and not (${merchants})))`;
}

/** The select list of lists or of the detail, over alias t and the joins. */
export function selectSql(
  compiled: Compiled,
  part: 'list' | 'detail',
  reading: Reading,
  params: Params,
): string {
  const { caller } = reading;
  const isCut = compiled.resource.scope === 'subject' && !isSuper(caller) && caller.orgIds !== 'all';
  const cut: Readonly<Record<string, () => string>> = isCut
    ? { labels: () => branchLabels(reading, params), concerned: () => 'null' }
    : {};
  return compiled[part]
    .map(({ name, sql }) => (name in cut ? `${cut[name]!()} as "${name}"` : sql))
    .join(', ');
}
