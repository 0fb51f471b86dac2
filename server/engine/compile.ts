import type { DrawnField } from '../../contract/forms/form.ts';
import { escapeLiteral } from 'pg';
import { dictItems } from '../../contract/dicts.ts';
import { type Field, isElsewhere, labelKey } from '../../contract/field.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { isPlatforms, outsideOf, type Resource, tenantsOf } from '../../contract/resource.ts';
import { ASKED, mayBeAsked } from '../../contract/asked.ts';
import { MASKED } from '../../contract/validate.ts';
import type { Caller } from '../platform/http/caller.ts';
import { questionSql } from './asked.ts';
import type { ServerHalf } from './serverHalf.ts';
import { derivedOf } from './derived.ts';
import type { Catalog } from './catalog.ts';
import type { Locales } from '../platform/http/locales.ts';
import { type LocalizedKeys, localizedKeysOf } from './localizedRow.ts';
import { snake } from './sql.ts';

export interface Column {
  /** Name in the definition and on the wire. */
  name: string;
  /** Quoted by nature: snake_case of a checked name. */
  column: string;
  field: Field;
  type: string;
  notNull: boolean;
  /** Its value over alias t. */
  own: string;
  /** A list of what other rows are called (derived.ts). */
  names?: true;
  /** Of a drawn form: the values are in what the row keeps of it (drawnFilter.ts). */
  drawn?: DrawnField;
}

export interface SelectItem {
  name: string;
  /** With its name. */
  sql: string;
}

/** A ref whose row is called by its label. */
export interface LabelJoin {
  field: string;
  target: string;
  alias: string;
  /** The id over alias t. */
  own: string;
}

/** A definition met with its table: everything the statements are made of. */
export interface Compiled {
  resource: Resource;
  table: string;
  /** What its rows are read from: the table, or a view of it with columns that follow from them. */
  source: string;
  /** Fields that have a column. */
  columns: ReadonlyMap<string, Column>;
  /** Every column of what is read, beyond the definition too. */
  all: ReadonlyMap<string, { type: string; notNull: boolean }>;
  hasVersion: boolean;
  /** Select list over alias t and the joins of the labels, of lists and of the detail (selectSql.ts). */
  list: readonly SelectItem[];
  detail: readonly SelectItem[];
  labels: readonly LabelJoin[];
  others: ServerHalf['others'];
  elsewhere: ServerHalf['elsewhere'];
  localized: LocalizedKeys;
  /** The same for a merchant's people: what is the staff's own is not there. */
  outside: Compiled;
  /** The same for a tenant's staff: what is the platform's own is not there. */
  tenants: Compiled;
}

/** Whose a row is; null where it is of no merchant. */
export function merchantOf(
  { resource: { scope } }: Compiled,
  row: Readonly<Record<string, unknown>>,
  id: string,
): string | null {
  if (scope === 'id') return id;
  return scope === 'merchantId' ? String(row.merchantId) : null;
}

/** A definition as this caller may know it. */
export function viewOf(compiled: Compiled, caller: Caller): Compiled {
  if (caller.merchantId !== null) return compiled.outside;
  return caller.isTenants ? compiled.tenants : compiled;
}

/** For whom a definition is compiled. */
type Reader = 'platform' | 'tenant' | 'merchant';

/** People of the platform that a log names and no column does. */
const LOGGED_STAFF = ['maker'] as const;

const keysOf = ({ fields }: Resource, hides: (field: Field) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (hides(field) ? [name, labelKey(name)] : []));

/** Keys of another resource's values that a merchant's people do not read. */
export const staffKeys = (resource: Resource): string[] => [
  ...new Set([...keysOf(resource, ({ staff }) => staff === true), ...LOGGED_STAFF]),
];

/** Keys of another resource's values that these people do not read. */
function hiddenKeys(resource: Resource, reader: Reader): string[] {
  if (reader === 'platform') return [];
  return reader === 'merchant' ? staffKeys(resource) : keysOf(resource, isPlatforms);
}

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** How a column is printed as JSON: bigint and numeric as text, instants as ISO with milliseconds and Z. */
export function printed(expression: string, type: string): string {
  switch (type) {
    case 'int8':
      return `${expression}::text`;
    case 'numeric':
      return `trim_scale(${expression})::text`;
    case 'timestamptz':
      return `to_char(${expression} at time zone 'UTC', ${INSTANT})`;
    case 'date':
      return `to_char(${expression}, 'YYYY-MM-DD')`;
    default:
      return expression;
  }
}

/** The resources whose values an object may hold. */
function subjectsOf({ fields }: Resource, field: Field): Resource[] {
  if (field.kind !== 'json') return [];
  const named = field.by === undefined ? undefined : fields[field.by];
  return named?.kind === 'dict' ? dictItems(named.dict).map(({ value }) => resourceOf(String(value))) : [];
}

/** Where a table and its definition are met: the catalog, and the address of this server to the world. */
export interface Site {
  catalog: Catalog;
  publicUrl: string | undefined;
  locales: Locales;
}

/** A value as it is read: a path of ours as the whole address, what a log kept of another resource without its staff's own. */
function ownOf(resource: Resource, field: Field, column: string, reader: Reader, site: Site): string {
  if (field.kind === 'url' && site.publicUrl !== undefined)
    return `(case when t.${column} like '/%' then ${escapeLiteral(site.publicUrl)} else '' end || t.${column})`;
  const hidden = [...new Set(subjectsOf(resource, field).flatMap((one) => hiddenKeys(one, reader)))];
  return hidden.length === 0 ? `t.${column}` : `(t.${column} - '{${hidden.join(',')}}'::text[])`;
}

function columnsOf(
  resource: Resource,
  table: ReadonlyMap<string, { type: string; notNull: boolean }>,
  reader: Reader,
  site: Site,
): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const [name, field] of Object.entries(resource.fields)) {
    const column = snake(name);
    const found = table.get(column);
    if (found)
      columns.set(name, { name, column, field, own: ownOf(resource, field, column, reader, site), ...found });
    else if (derivedOf(resource.id, name))
      columns.set(name, { name, column, field, notNull: false, ...derivedOf(resource.id, name)! });
    else if (isElsewhere(field))
      // Nothing is selected of it, and a filter on it is answered from the other table.
      columns.set(name, {
        name,
        column,
        field,
        own: 'null',
        type: field.kind === 'flag' ? 'bool' : 'int8',
        notNull: false,
      });
    else if (!field.formOnly) throw new Error(`${resource.id}.${name} has no column ${column}`);
  }
  return columns;
}

interface Select {
  items: SelectItem[];
  labels: LabelJoin[];
}

function selectOf(columns: Iterable<Column>, wanted: (column: Column) => boolean): Select {
  const select: Select = { items: [], labels: [] };
  for (const column of columns) {
    if (!wanted(column)) continue;
    const { field, name, own } = column;
    if (field.kind === 'secret') {
      select.items.push({ name, sql: `case when ${own} is not null then '${MASKED}' end as "${name}"` });
      continue;
    }
    select.items.push({ name, sql: `${printed(own, column.type)} as "${name}"` });
    if (field.kind !== 'ref') continue;
    const target = resourceOf(field.to);
    const alias = `r${select.labels.length + 1}`;
    select.labels.push({ field: name, target: target.id, alias, own });
    const label = labelKey(name);
    select.items.push({ name: label, sql: `${alias}.${snake(target.label)} as "${label}"` });
  }
  return select;
}

type Part = Omit<Compiled, 'outside' | 'tenants' | 'others' | 'elsewhere'>;

function compileFor(
  resource: Resource,
  site: Site,
  { readsFrom }: Pick<ServerHalf, 'readsFrom'>,
  reader: Reader,
): Part {
  const table = snake(resource.id);
  const source = readsFrom ?? table;
  const all = site.catalog.get(source);
  if (!all || !site.catalog.has(table)) throw new Error(`${resource.id} has no table ${table}`);
  const columns = columnsOf(resource, all, reader, site);
  const hasVersion = all.has('version');
  const head: SelectItem[] = [
    { name: 'id', sql: 't.id::text as "id"' },
    ...(hasVersion ? [{ name: 'version', sql: 't.version as "version"' }] : []),
    // A merchant's people see no approvals, and no button that depends on one.
    ...(reader !== 'merchant' && mayBeAsked(resource.id)
      ? [{ name: ASKED, sql: `${questionSql(resource.id)} as "${ASKED}"` }]
      : []),
  ];
  const list = selectOf(columns.values(), (column) => !column.field.formOnly);
  // Labels come by join on a primary key; both lists share the joins, so the detail's must be the same.
  const detail = selectOf(columns.values(), ({ field }) => !isElsewhere(field));
  return {
    resource,
    table,
    source,
    columns,
    all,
    hasVersion,
    list: [...head, ...list.items],
    detail: [...head, ...detail.items],
    labels: detail.labels,
    localized: localizedKeysOf(resource, columns.values(), site.locales),
  };
}

/** @throws Error at boot where definition and table disagree */
export function compile(resource: Resource, site: Site, half: ServerHalf = {}): Compiled {
  const own = { others: half.others, elsewhere: half.elsewhere };
  const whole = { ...compileFor(resource, site, half, 'platform'), ...own } as Compiled;
  whole.tenants = { ...compileFor(tenantsOf(resource), site, half, 'tenant'), ...own } as Compiled;
  whole.outside = { ...compileFor(outsideOf(resource), site, half, 'merchant'), ...own } as Compiled;
  // Whoever asks for a view of a view gets that view.
  for (const view of [whole.tenants, whole.outside]) Object.assign(view, { tenants: view, outside: view });
  return whole;
}
