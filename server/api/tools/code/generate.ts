import type { ColumnOf } from '../database/catalogue.ts';
import { camel, type CodeSettings } from './configs.ts';

const KINDS: Readonly<Record<string, string>> = {
  bigint: 'int',
  integer: 'int',
  smallint: 'int',
  boolean: 'flag',
  numeric: 'rate',
  'timestamp with time zone': 'instant',
  date: 'date',
  jsonb: 'json',
};

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`;

interface Field {
  name: string;
  kind: string;
  options: string[];
  label: string;
}

function fieldOf(column: ColumnOf, config: CodeSettings): Field {
  const kind = KINDS[column.type] ?? 'text';
  const options = [
    config.whetherRequired === 'Y' && 'required: true',
    config.whetherAddUpdate !== 'Y' && 'readonly: true',
    config.queryWhether === 'Y' && `filter: ${quoted(kind === 'text' ? 'contains' : 'equals')}`,
    config.whetherSortable === 'Y' && 'sort: true',
    config.whetherTable !== 'Y' && 'extra: true',
    kind === 'text' && column.length !== null && `max: ${column.length}`,
  ].filter((option) => option !== false);
  return { name: camel(column.name), kind, options, label: config.columnComment };
}

const typeText = ({ type, length, decimals }: ColumnOf): string =>
  length !== null
    ? `${type}(${length})`
    : decimals !== null && type === 'numeric'
      ? `${type}(38, ${decimals})`
      : type;

function tableText(table: string, title: string, columns: readonly ColumnOf[]): string {
  const lines = columns.map((column) =>
    [
      `  ${column.name} ${typeText(column)}`,
      column.key && ' primary key',
      !column.nullable && !column.key && ' not null',
      column.fallback !== null && ` default ${column.fallback}`,
    ]
      .filter((part) => part !== false)
      .join(''),
  );
  return `create table ${table} (\n${lines.join(',\n')}\n);\ncomment on table ${table} is '${title.replaceAll("'", "''")}';\n
grant select, insert, update, delete on ${table} to paydesk_server;\n`;
}

/** What a view of the table needs, as files of this product: definition, table and texts. Nothing is written. */
export function generated(
  table: string,
  title: string,
  columns: readonly ColumnOf[],
  configs: readonly CodeSettings[],
): Record<string, string> {
  const byColumn = new Map(configs.map((config) => [config.columnName, config]));
  const id = camel(table);
  const fields = columns.flatMap((column) => {
    const config = byColumn.get(column.name);
    return config && config.whetherCommon !== 'Y' ? [fieldOf(column, config)] : [];
  });
  const kinds = [...new Set(fields.map(({ kind }) => kind))].sort();
  const label = fields.find(({ kind }) => kind === 'text')?.name ?? fields[0]?.name ?? 'id';
  const definition = `import { STAFF } from '../../audience.ts';
import { ${kinds.join(', ')} } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** ${title.replaceAll('*/', '')} */
export const ${id} = defineResource(${quoted(id)}, {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: ${quoted(label)},
  fields: {
${fields.map(({ name, kind, options }) => `    ${name}: ${kind}(${options.length > 0 ? `{ ${options.join(', ')} }` : ''}),`).join('\n')}
  },
});
`;
  const texts = {
    [id]: { title, fields: Object.fromEntries(fields.map((field) => [field.name, field.label])) },
  };
  return {
    [`contract/resources/platform/${id}.ts`]: definition,
    [`server/platform/db/schema/${id}.sql`]: tableText(table, title, columns),
    'locales/en/platform.json': `${JSON.stringify(texts, null, 2)}\n`,
  };
}
