import type { PoolClient } from 'pg';
import { isId } from '../../contract/id.ts';
import type { Field } from '../../contract/field.ts';
import { resources } from '../../contract/resources/index.ts';

/** What ids in a difference are called; an entry of the menu by what it lies below, too. */
export type Names = Readonly<Record<string, string | readonly string[]>>;

type Values = Readonly<Record<string, unknown>>;

const NAMES: Readonly<Record<string, string>> = {
  sysUser:
    "select id::text, array[concat_ws(' · ', account, nullif(real_name, ''))] as name from sys_user where id = any($1::bigint[])",
  sysRole: 'select id::text, array[name] as name from sys_role where id = any($1::bigint[])',
  sysOrg: 'select id::text, array[name] as name from sys_org where id = any($1::bigint[])',
  sysPos: 'select id::text, array[name] as name from sys_pos where id = any($1::bigint[])',
  sysTenant: 'select id::text, array[name] as name from sys_tenant where id = any($1::bigint[])',
  sysConfig: 'select id::text, array[name] as name from sys_config where id = any($1::bigint[])',
  sysDictType: 'select id::text, array[name] as name from sys_dict_type where id = any($1::bigint[])',
  merchant: 'select id::text, array[name] as name from merchant where id = any($1::bigint[])',
  upstream: 'select id::text, array[name] as name from upstream where id = any($1::bigint[])',
  upstreamEntry: `select e.id::text, array[concat_ws(' ', u.name, e.currency, e.report_date)] as name
    from upstream_entry e join upstream u on u.id = e.upstream_id where e.id = any($1::bigint[])`,
  sysMenu: `select m.id::text, array_remove(array[p.title, m.title], null) as name
    from sys_menu m left join sys_menu p on p.id = m.pid where m.id = any($1::bigint[])`,
};

/** Sets of ids that no form has. */
const BEYOND: Readonly<Record<string, string>> = { grantedTo: 'sysRole' };

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => isId(each));

/** What the values of a field point to. */
function pointed(name: string, field: Field | undefined, value: unknown): [to: string, id: string][] {
  if (field?.kind === 'json' && field.rows && Array.isArray(value)) {
    const { rows } = field;
    return value.flatMap((each: unknown) =>
      typeof each === 'object' && each !== null
        ? Object.entries(each).flatMap(([key, inner]) => pointed(key, rows[key], inner))
        : [],
    );
  }
  const to = field?.kind === 'ref' || field?.kind === 'json' ? field.to : BEYOND[name];
  return to === undefined ? [] : idsIn(value).map((id) => [to, id]);
}

/** What the row, and all that the values point to, are called at this moment. */
export async function namesOf(
  tx: PoolClient,
  { resource, id, sides }: { resource: string; id: string; sides: readonly (Values | null)[] },
): Promise<Names> {
  const wanted = new Map<string, Set<string>>([[resource, new Set([id])]]);
  const fields = resources.get(resource)?.fields;
  for (const [name, value] of sides.flatMap((side) => Object.entries(side ?? {})))
    for (const [to, each] of pointed(name, fields?.[name], value))
      wanted.set(to, (wanted.get(to) ?? new Set()).add(each));
  const names: Record<string, string | readonly string[]> = {};
  for (const [to, ids] of wanted) {
    const statement = NAMES[to];
    if (!statement) continue;
    const { rows } = await tx.query<{ id: string; name: string[] }>(statement, [[...ids]]);
    for (const row of rows) names[row.id] = row.name.length === 1 ? row.name[0]! : row.name;
  }
  return names;
}
