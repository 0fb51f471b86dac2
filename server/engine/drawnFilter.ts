import { escapeLiteral } from 'pg';
import { dictItems } from '../../contract/dicts.ts';
import { drawnPurpose, keyIn, nameOf } from '../../contract/forms/fields.ts';
import { filterField } from '../../contract/forms/filters.ts';
import { type DrawnField, FIELDS_MOST, fieldsOf } from '../../contract/forms/form.ts';
import { keptForm } from '../../contract/forms/schema.ts';
import type { Column, Compiled } from './compile.ts';
import type { Condition } from './filter.ts';
import type { Runner } from './read.ts';
import { likeText, type Params } from './sql.ts';

/**
 * Filters by what a drawn form asked (contract/forms): `form.<key>` in a query is compared as the kind of field that the
 * newest version with this key has, in what the row keeps of its form. Values that are chosen are found by an index.
 */

/** The newest version that asks each of these keys. */
const VERSIONS = `select k.key, v.schema from unnest($2::text[]) k(key) cross join lateral (
    select v.schema from form_version v join form_design d on d.id = v.form_id
    where d.purpose = $1 and v.schema -> 'properties' ? k.key order by v.published_at desc, v.id desc limit 1) v`;

const FORM = 'form';

type Leaf = Extract<Condition, { field: string }>;

/** The type by which a value is read and compared; those of other forms under the same key are none. */
function typeOf({ kind, dict = '' }: DrawnField): string {
  switch (kind) {
    case 'int':
    case 'decimal':
    case 'money':
      return 'numeric';
    case 'date':
      return 'date';
    case 'switch':
      return 'bool';
    case 'dict':
      return typeof dictItems(dict)[0]?.value === 'number' ? 'int4' : 'text';
    default:
      return 'text';
  }
}

/** What a row keeps under the key, as text. */
const textOf = (key: string): string => `(t.form -> 'values' ->> ${escapeLiteral(key)})`;

function valueOf(key: string, type: string): string {
  const text = textOf(key);
  return type === 'text'
    ? text
    : `(case when pg_input_is_valid(${text}, '${type}') then ${text}::${type} end)`;
}

/** Whole values that a row has, or has among its ticks. */
function holds({ key, kind }: DrawnField, value: unknown, params: Params): string {
  const wanted = (Array.isArray(value) ? (value as unknown[]) : [value]).map(
    (each) =>
      `t.form -> 'values' @> ${params.add(JSON.stringify({ [key]: kind === 'several' ? [each] : each }))}::jsonb`,
  );
  return `(${wanted.join(' or ')})`;
}

const COMPARE = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/** A condition on a drawn field, over alias t. */
export function drawnCondition(drawn: DrawnField, type: string, { op, value }: Leaf, params: Params): string {
  const own = valueOf(drawn.key, type);
  switch (op) {
    case 'null':
    case 'notNull':
      return `${textOf(drawn.key)} is ${op === 'null' ? '' : 'not '}null`;
    case 'eq':
    case 'in':
      // Figures are kept as text, and are the same however many noughts they end with.
      if (type === 'numeric') return `${own} = any(${params.add([value].flat())}::numeric[])`;
      return holds(drawn, value, params);
    case 'neq':
      return `${own} is distinct from ${params.add(value)}::${type}`;
    case 'prefix':
      return `${own} like ${params.add(`${likeText(String(value))}%`)}`;
    case 'suffix':
      return `${own} like ${params.add(`%${likeText(String(value))}`)}`;
    case 'contains':
      return `${own} ilike ${params.add(`%${likeText(String(value))}%`)}`;
    default:
      return `${own} ${COMPARE[op]} ${params.add(value)}::${type}`;
  }
}

function columnOf(name: string, drawn: DrawnField): Column {
  const type = typeOf(drawn);
  const own = valueOf(drawn.key, type);
  return { name, column: FORM, field: filterField(drawn), type, notNull: false, own, drawn };
}

/** What a resource is compiled to, with the drawn fields that a query filters by. */
export async function withDrawn(
  runner: Runner,
  compiled: Compiled,
  body: Readonly<Record<string, unknown>>,
): Promise<Compiled> {
  const purpose = drawnPurpose(compiled.resource.fields);
  const keys = purpose === undefined ? [] : Object.keys(body).flatMap((name) => keyIn(name) ?? []);
  if (keys.length === 0) return compiled;
  const { rows } = await runner.query<{ key: string; schema: unknown }>(VERSIONS, [
    purpose,
    keys.slice(0, FIELDS_MOST),
  ]);
  const columns = new Map(compiled.columns);
  for (const { key, schema } of rows) {
    const drawn = fieldsOf(keptForm(schema)).find((each) => each.key === key);
    const name = nameOf(key);
    if (drawn) columns.set(name, columnOf(name, drawn));
  }
  const extended = { ...compiled, columns };
  // Whoever is asked as again is the same person.
  extended.tenants = extended;
  return extended;
}
