import { type Group, type GroupSums, type Groups, isGroupable } from '../../contract/listGroups.ts';
import { localText } from '../../contract/localised.ts';
import { Amount, amountText } from '../../contract/money.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { type Column, type Compiled, viewOf } from './compile.ts';
import { ask, conditionsOf, partsOf, type Question, type Reading } from './engine.ts';
import { localName } from './localizedRow.ts';
import { tooWide } from './openScroll.ts';
import { type RollupQuery, rollupQuery, rollupRows } from './rollupRead.ts';
import { rowsSql } from './rowsSql.ts';
import { and, Params, snake } from './sql.ts';
import { within } from './timed.ts';
import { refusedPart, WrongFilter } from './wrongFilter.ts';

/** Combinations that one answer may hold. */
const GROUPS_MOST = 2_000;
const FIELDS_MOST = 2;

interface Line {
  currency: string | null;
  rows: string;
  keys: (string | null)[];
  labels: (string | null)[];
  sums: (string | null)[];
}

/** The fields to group by. @throws Refused where there are none, too many, or one that takes no groups */
function fieldsOf(compiled: Compiled, by: unknown): Column[] {
  const allowed = [...compiled.columns.values()].filter(({ field }) => isGroupable(field));
  const names = Array.isArray(by) ? [...new Set(by as unknown[])] : [];
  const found = names.map((name) => allowed.find((column) => column.name === name));
  const columns = found.filter((column) => column !== undefined);
  if (columns.length === 0 || columns.length < found.length || columns.length > FIELDS_MOST) {
    const unknown = names.filter((_, at) => !found[at]);
    const field = (unknown.length > 0 ? unknown : names)
      .map((name) => (typeof name === 'string' ? name : typeof name))
      .join();
    const values = { allowed: allowed.map(({ name }) => name), field };
    throw refusedPart(compiled, new WrongFilter('by', 'columns', values));
  }
  return columns;
}

const summedOf = ({ resource, columns }: Compiled): Column[] =>
  resource.totals.map((name) => columns.get(name)).filter((column) => column !== undefined);

/** The name of what a key refers to, over alias g. */
const labelSql = ({ field }: Column, key: string): string => {
  if (field.kind !== 'ref') return 'null::text';
  const target = resourceOf(field.to);
  return `(select r.${snake(target.label)}::text from ${snake(target.id)} r where r.id = ${key})`;
};

/** One statement: groups over `source`, whose columns are k0, k1, currency, rows and the sums s0 and on. */
function groupedSql(columns: readonly Column[], sums: number, source: string): string {
  const keys = columns.map((_, at) => `k${at}`);
  const added = Array.from({ length: sums }, (_, at) => `sum(s${at}) as s${at}`);
  const shown = Array.from({ length: sums }, (_, at) => `trim_scale(g.s${at})::text`);
  const inner = `select ${[...keys, 'currency', 'sum(rows) as rows', ...added].join(', ')} from (${source}) x
    group by ${[...keys, 'currency'].join(', ')} having sum(rows) <> 0`;
  return `select g.currency, g.rows::text as rows, array[${keys.map((key) => `g.${key}::text`).join(', ')}]::text[] as keys,
    array[${columns.map((column, at) => labelSql(column, `g.k${at}`)).join(', ')}]::text[] as labels,
    array[${shown.join(', ')}]::text[] as sums
    from (${inner}) g order by g.rows desc, g.k0 limit ${GROUPS_MOST + 1}`;
}

/** The rollup's columns that hold these fields; undefined where it lacks one. */
function rolledKeys(query: RollupQuery, columns: readonly Column[]): string[] | undefined {
  const of: Readonly<Record<string, string>> = {
    merchantId: 'merchant_id',
    currency: 'currency',
    [query.bucket]: 'bucket',
  };
  const keys = columns.map(({ name }) => of[name]);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

interface Grouping {
  engine: Reading;
  columns: readonly Column[];
  summed: readonly Column[];
}

/** Groups over a source; undefined where they take too long. */
function linesIn(
  { engine, columns, summed }: Grouping,
  source: string,
  params: Params,
): Promise<Line[] | undefined> {
  const text = groupedSql(columns, summed.length, source);
  return within(
    engine.pool,
    engine.options.openTimeoutMs,
    async (tx) => (await tx.query<Line>(text, params.values)).rows,
  );
}

/** By the rollup, however many rows match; undefined where it does not know the filter or a field. */
async function rolledUp(grouping: Grouping, part: Question): Promise<Line[] | undefined> {
  const { columns, summed } = grouping;
  const query = part.claimedOnly ? undefined : rollupQuery(part);
  const keys = query && rolledKeys(query, columns);
  const sums = summed.map(({ column }) => column);
  if (!query || !keys || !sums.every((column) => column === 'amount' || column === 'fee')) return undefined;
  const params = new Params();
  const source = `select ${[...keys.map((key, at) => `${key} as k${at}`), 'currency', 'rows', ...sums.map((column, at) => `${column} as s${at}`)].join(', ')}
    from (${rollupRows(query, params)}) r`;
  return linesIn(grouping, source, params);
}

/** By the rows themselves. @throws Refused narrowFilter where more match than are counted exactly */
async function counted(grouping: Grouping, part: Question): Promise<Line[]> {
  const { engine, columns, summed } = grouping;
  const { snapshotRows } = engine.options;
  const params = new Params();
  const where = and(conditionsOf(part, params));
  const currency = part.compiled.all.has('currency') ? 't.currency' : 'null::text';
  const cells = [
    ...columns.map(({ column }, at) => `t.${column} as k${at}`),
    `${currency} as currency`,
    '1 as rows',
    ...summed.map(({ column }, at) => `t.${column} as s${at}`),
  ];
  const source = `select ${cells.join(', ')} from ${rowsSql(part.compiled, part.visible, params)} t where ${where} limit ${snapshotRows + 1}`;
  const lines = await linesIn(grouping, source, params);
  const total = lines?.reduce((sum, { rows }) => sum + Number(rows), 0);
  if (!lines || total === undefined || total > snapshotRows) throw tooWide(engine, part, 'narrowFilter');
  return lines;
}

const added = (one: string | null, other: string | null): string =>
  amountText(new Amount(one ?? '0').plus(other ?? '0'));

/** A value as a filter takes it. */
function valueOf({ type }: Column, key: string | null): Group['values'][number] {
  if (key === null) return null;
  if (type === 'bool') return key === 'true';
  return type === 'int2' || type === 'int4' ? Number(key) : key;
}

function groupsOf({ columns, summed }: Grouping, caller: Caller, lines: readonly Line[]): Group[] {
  const groups = new Map<string, { group: Group; sums: Map<string | null, GroupSums> }>();
  for (const { keys, labels, currency, rows, sums } of lines) {
    const id = JSON.stringify(keys);
    const names = labels.map((label, at) => {
      const { field } = columns[at]!;
      const isLocal = field.kind === 'ref' && localName(resourceOf(field.to));
      return label !== null && isLocal ? localText(label, caller.locale) : label;
    });
    const values = keys.map((key, at) => valueOf(columns[at]!, key));
    const known = groups.get(id) ?? {
      group: { values, labels: names, count: 0, byCurrency: [] },
      sums: new Map(),
    };
    groups.set(id, known);
    const sum = known.sums.get(currency) ?? { currency, count: 0, sums: {} };
    known.sums.set(currency, sum);
    known.group.count += Number(rows);
    sum.count += Number(rows);
    for (const [at, { name }] of summed.entries())
      sum.sums[name] = added(sum.sums[name] ?? null, sums[at] ?? null);
  }
  return [...groups.values()]
    .map(({ group, sums }) => ({ ...group, byCurrency: [...sums.values()] }))
    .sort((a, b) => b.count - a.count);
}

/**
 * Counts and sums of a list by one or two of its fields, per currency: by the rollup where it knows filter and fields,
 * else by the rows themselves, exact up to `snapshotRows` of them.
 * @throws Refused narrowFilter above that, tooManyRows where there are more than 2,000 groups
 */
export async function readGroups(
  engine: Reading,
  of: Compiled,
  caller: Caller,
  { by, ...filters }: Record<string, unknown>,
): Promise<Groups> {
  const compiled = viewOf(of, caller);
  const grouping: Grouping = { engine, columns: fieldsOf(compiled, by), summed: summedOf(compiled) };
  const question = await ask(engine, of, caller, filters);
  let countedBy: Groups['countedBy'] = 'rollup';
  const lines: Line[] = [];
  for (const part of partsOf(question)) {
    const rolled = await rolledUp(grouping, part);
    if (!rolled) countedBy = 'rows';
    lines.push(...(rolled ?? (await counted(grouping, part))));
  }
  const groups = groupsOf(grouping, caller, lines);
  if (groups.length > GROUPS_MOST) throw new Refused('tooManyRows', { max: GROUPS_MOST });
  return { groups, countedBy };
}
