import { dictItems } from '../../../../contract/dicts.ts';
import { fieldOf, textIn } from '../../../../contract/forms/fields.ts';
import {
  type DrawnField,
  type DrawnForm,
  fieldsOf,
  type FormShown,
} from '../../../../contract/forms/form.ts';
import { keptForm } from '../../../../contract/forms/schema.ts';
import { LOCALES } from '../../../../contract/locales.ts';
import { snake } from '../../../engine/sql.ts';

/** Code of a view for what a drawn form asks, where it is to have rows of its own. */

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`
    : String(value);

/** A field as a definition has it. */
function fieldText(drawn: DrawnField): string {
  const field = fieldOf(drawn);
  const { kind, ...options } = field;
  const written = Object.entries(options)
    .filter(([name, value]) => value !== undefined && value !== false && name !== 'dict')
    .map(([name, value]) => `${name}: ${literal(value)}`);
  const given = written.length > 0 ? `{ ${written.join(', ')} }` : '';
  if (field.kind !== 'dict') return `${kind}(${given})`;
  return `dict(${[literal(field.dict), given].filter(Boolean).join(', ')})`;
}

const TYPES: Readonly<Record<Exclude<DrawnField['kind'], 'dict'>, string>> = {
  text: 'text',
  lines: 'text',
  choice: 'text',
  int: 'integer',
  decimal: 'numeric(24, 6)',
  money: 'numeric(24, 6)',
  date: 'date',
  switch: 'boolean',
};

const typeOf = ({ kind, dict = '' }: DrawnField): string => {
  if (kind !== 'dict') return TYPES[kind];
  return typeof dictItems(dict)[0]?.value === 'number' ? 'smallint' : 'text';
};

function tableText(table: string, title: string, fields: readonly DrawnField[], hasMoney: boolean): string {
  const columns = [
    'id bigint primary key',
    ...(hasMoney ? ['currency text not null'] : []),
    ...fields.map((drawn) => `${snake(drawn.key)} ${typeOf(drawn)}${drawn.required ? ' not null' : ''}`),
    'version integer not null default 1',
    'created_at timestamptz not null default now()',
  ];
  return `create table ${table} (\n${columns.map((column) => `  ${column}`).join(',\n')}\n);
comment on table ${table} is '${title.replaceAll("'", "''")}';

grant select, insert, update, delete on ${table} to paydesk_server;
`;
}

/** Keys that a table has by itself. */
const OWN = new Set(['id', 'version', 'currency', 'createdAt']);

const renamed = (drawn: DrawnField): DrawnField =>
  OWN.has(drawn.key) ? { ...drawn, key: `${drawn.key}Asked` } : drawn;

/** Of a form in any language a name that code can have. */
const idOf = (name: string, id: string): string => {
  const words = name.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  const [first, ...others] = words.map((word) => word.toLowerCase());
  if (!first) return `drawn${id.slice(-6)}`;
  return `${first}${others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Form`;
};

function definitionText(id: string, title: string, fields: readonly DrawnField[], hasMoney: boolean): string {
  const kinds = [...new Set([...fields.map((drawn) => fieldOf(drawn).kind), ...(hasMoney ? ['dict'] : [])])];
  const lines = [
    ...(hasMoney ? ["    currency: dict('currency', { required: true, filter: 'in' }),"] : []),
    ...fields.map((drawn) => `    ${drawn.key}: ${fieldText(drawn)},`),
  ];
  return `import { STAFF } from '../../audience.ts';
import { ${kinds.sort().join(', ')} } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** ${title.replaceAll('*/', '')} */
export const ${id} = defineResource(${literal(id)}, {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: ${literal(fields[0]?.key ?? 'id')},
  fields: {
${lines.join('\n')}
  },
});
`;
}

/** Definition, table and texts in every language, as files of this product. Nothing is written. */
export function generatedOf(shown: FormShown): Record<string, string> {
  const form: DrawnForm = keptForm(shown.schema);
  const fields = fieldsOf(form).map(renamed);
  const hasMoney = fields.some(({ kind }) => kind === 'money');
  const id = idOf(shown.name, shown.formId);
  const texts = LOCALES.map((locale) => [
    `locales/${locale}/platform.json`,
    `${JSON.stringify(
      {
        [id]: {
          title: shown.name,
          fields: Object.fromEntries(fields.map(({ key, title }) => [key, textIn(title, locale)])),
        },
      },
      null,
      2,
    )}\n`,
  ]);
  return {
    [`contract/resources/platform/${id}.ts`]: definitionText(id, shown.name, fields, hasMoney),
    [`server/platform/db/schema/${id}.sql`]: tableText(snake(id), shown.name, fields, hasMoney),
    ...(Object.fromEntries(texts) as Record<string, string>),
  };
}
