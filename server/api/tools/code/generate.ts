import type { TableRelation } from '../../../../contract/databaseTables.ts';
import { Refused } from '../../../platform/http/refused.ts';
import type { ColumnOf } from '../database/catalogue.ts';
import { camel, type CodeSettings } from './configs.ts';
import { checkId, type Ground, isField } from './ground.ts';
import { sqlCommentText, sqlName, sqlText, stringText } from './sourceText.ts';
import { filesOf, type GeneratedField, type GeneratedView, inAll } from './viewFiles.ts';

/** How a column of this type is written and read; columns of other types are in no view. */
interface Kind {
  kind: string;
  options?: readonly string[];
  filter?: 'contains' | 'equals' | 'in' | 'range';
}
const TEXT: Kind = { kind: 'text', filter: 'contains' };
const KINDS: Readonly<Record<string, Kind>> = {
  text: TEXT,
  'character varying': TEXT,
  character: TEXT,
  // More digits than a number of the language has: they cross the wire as text.
  bigint: { kind: 'text', options: ["pattern: '-?[0-9]{1,18}'", 'mono: true'], filter: 'equals' },
  integer: { kind: 'int', options: ['min: -2147483648'], filter: 'range' },
  smallint: { kind: 'int', options: ['min: -32768', 'maximum: 32767'], filter: 'range' },
  boolean: { kind: 'flag', filter: 'equals' },
  numeric: { kind: 'money', options: ["currency: ''", 'price: true', 'signed: true'], filter: 'range' },
  'timestamp with time zone': { kind: 'instant', filter: 'range' },
  date: { kind: 'date', filter: 'range' },
  jsonb: { kind: 'json', options: ['readonly: true'] },
};

/** Columns that the product fills itself where a table has them. */
const RECORD = ['created_at', 'created_by', 'updated_at', 'updated_by'];
/** Of a required column that a view leaves out, these get a value all the same. */
const FILLED = new Set(['id', 'version', 'created_by', 'tenant_id']);

/** A table, what its view is called, and what refers to what. */
interface Source {
  table: string;
  title: string;
  columns: readonly ColumnOf[];
  relations: readonly TableRelation[];
}

interface Asked {
  column: ColumnOf;
  config: CodeSettings;
  kind: Kind;
}

/** What a field is called: its comment, else the words of its column. */
function titleOf(comment: string, column: string): string {
  if (comment !== '' && comment !== camel(column)) return comment;
  const words = column.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fieldOf({ column, config, kind }: Asked, target: string | undefined): GeneratedField {
  const refers = target !== undefined && column.type === 'bigint';
  const { options = [], filter } = refers ? { filter: 'in' as const } : kind;
  const isNever = options.includes('readonly: true');
  const isReadonly = config.whetherAddUpdate !== 'Y' && !isNever;
  const given = [
    config.whetherRequired === 'Y' && !isReadonly && !isNever && 'required: true',
    isReadonly && 'readonly: true',
    ...options,
    config.queryWhether === 'Y' && filter && `filter: '${filter}'`,
    config.whetherSortable === 'Y' && !isNever && 'sort: true',
    config.whetherTable !== 'Y' && 'extra: true',
    kind === TEXT && column.length !== null && `max: ${column.length}`,
  ].filter((option) => typeof option === 'string');
  const written = given.length > 0 ? `{ ${given.join(', ')} }` : '';
  const name = camel(column.name);
  const titles = inAll(titleOf(config.columnComment, column.name));
  if (refers)
    return {
      name,
      kind: 'ref',
      code: `ref(${[stringText(target), written].filter(Boolean).join(', ')})`,
      titles,
    };
  return { name, kind: kind.kind, code: `${kind.kind}(${written})`, titles };
}

const typeText = ({ type, length, decimals }: ColumnOf): string =>
  length !== null
    ? `${type}(${length})`
    : decimals !== null && type === 'numeric'
      ? `${type}(38, ${decimals})`
      : type;

function tableText({ table, title, columns, relations }: Source, { keywords }: Ground): string {
  const name = (text: string): string => sqlName(text, keywords);
  const targets = new Map(
    relations
      .filter((relation) => relation.table === table)
      .map(({ column, target, targetColumn }) => [column, `${name(target)} (${name(targetColumn)})`]),
  );
  const lines = columns.map((column) =>
    [
      `  ${name(column.name)} ${typeText(column)}`,
      column.key && ' primary key',
      !column.nullable && !column.key && ' not null',
      column.fallback !== null && ` default ${column.fallback}`,
      targets.has(column.name) && ` references ${targets.get(column.name)}`,
    ]
      .filter((part) => part !== false)
      .join(''),
  );
  return `${sqlCommentText(title)}

create table ${name(table)} (
${lines.join(',\n')}
);
comment on table ${name(table)} is ${sqlText(title)};
${[...targets.keys()].map((column) => `create index ${name(`${table}_${column}`)} on ${name(table)} (${name(column)});\n`).join('')}
grant select, insert, update, delete on ${name(table)} to paydesk_server;
`;
}

/** @throws Refused where rows of the table cannot be addressed as those of every view are */
function checkShape(table: string, columns: readonly ColumnOf[]): void {
  const keys = columns.filter(({ key }) => key);
  const version = columns.find(({ name }) => name === 'version');
  const isOurs = keys.length === 1 && keys[0]!.name === 'id' && keys[0]!.type === 'bigint';
  if (!isOurs || (version && version.type !== 'integer'))
    throw new Refused('notOffered', { says: 'codeShape', name: table });
}

function askedOf(columns: readonly ColumnOf[], configs: readonly CodeSettings[], ground: Ground): Asked[] {
  const byColumn = new Map(configs.map((config) => [config.columnName, config]));
  return columns.flatMap((column) => {
    const config = byColumn.get(column.name);
    const kind = KINDS[column.type];
    if (!config || config.whetherCommon === 'Y' || !kind) return [];
    if (!isField(camel(column.name), column.name, ground))
      throw new Refused('notOffered', { says: 'codeColumn', name: column.name });
    return [{ column, config, kind }];
  });
}

/** What may be done with rows: none is added that would lack a value, none changed whose version nobody counts. */
function verbsOf(columns: readonly ColumnOf[], asked: readonly Asked[]): GeneratedView['verbs'] {
  const written = new Set(
    asked
      .filter(({ config, kind }) => config.whetherAddUpdate === 'Y' && kind.kind !== 'json')
      .map(({ column }) => column.name),
  );
  const lacks = columns.some(
    ({ name, nullable, fallback, identity }) =>
      !nullable && fallback === null && !identity && !written.has(name) && !FILLED.has(name),
  );
  const has = new Set(columns.map(({ name }) => name));
  const canUpdate = has.has('version') && written.size > 0;
  return [...(lacks ? [] : ['add' as const]), ...(canUpdate ? ['update' as const] : []), 'delete'];
}

/** What a view of the table needs, as files of this product. Nothing is written. */
export function generated(
  source: Source,
  configs: readonly CodeSettings[],
  ground: Ground,
): Record<string, string> {
  const { table, title, columns, relations } = source;
  const id = camel(table);
  checkId(id, table, ground);
  checkShape(table, columns);
  const asked = askedOf(columns, configs, ground);
  if (asked.length === 0) throw new Refused('notOffered', { says: 'codeEmpty', name: table });
  const targets = new Map(
    relations
      .filter((relation) => relation.table === table && relation.targetColumn === 'id')
      .map(({ column, target }) => [column, ground.resourceOf.get(target)]),
  );
  const fields = asked.map((each) => fieldOf(each, targets.get(each.column.name)));
  const label = fields.find(({ kind }) => kind === 'text') ?? fields[0]!;
  const names = new Set(columns.map(({ name }) => name));
  return filesOf({
    id,
    titles: inAll(title),
    scope: names.has('tenant_id') ? 'tenant' : 'platform',
    verbs: verbsOf(columns, asked),
    fields,
    label: label.name,
    hasRecord: RECORD.every((name) => names.has(name)),
    ...(ground.shipped.has(table) ? {} : { sql: tableText(source, ground) }),
  });
}
