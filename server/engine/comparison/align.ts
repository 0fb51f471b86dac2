import { SIDES_MOST } from '../../../contract/comparison.ts';
import type { Column } from '../compile.ts';
import { conditionsOf, type Question } from '../engine.ts';
import { rowsSql } from '../rowsSql.ts';
import { and, Params, type Statement } from '../sql.ts';

/** One list with the columns it is aligned and compared by. */
export interface AlignedSide {
  question: Question;
  /** For each part of the key the columns of which the first with a value counts. */
  key: readonly (readonly Column[])[];
  /** By comparison; undefined where the side has no such field. */
  compared: readonly (Column | undefined)[];
  /** What its rows are ordered by; undefined where it takes no part in the order. */
  sort: Column | undefined;
}

/** As text that is equal where the values are: 5 and 5.00 are one amount. */
function comparable({ column, type }: Column, caseless: boolean): string {
  const value = `t.${column}`;
  if (type === 'numeric') return `trim_scale(${value})::text`;
  // Nobody compares what the clock of two machines makes of a moment: the second is what is shown.
  if (type === 'timestamptz') return `date_trunc('second', ${value})::text`;
  return caseless ? `lower(${value}::text)` : `${value}::text`;
}

/** Where one side knows no case, none does. */
const isCaseless = (columns: readonly (Column | undefined)[]): boolean =>
  columns.some((column) => column?.field.caseless === true);

function keyPart(columns: readonly Column[], caseless: boolean): string {
  const values = columns.map((column) => comparable(column, caseless));
  return values.length === 1 ? values[0]! : `coalesce(${values.join(', ')})`;
}

/** Lists to be aligned. */
export interface Aligning {
  sides: readonly AlignedSide[];
  descending: boolean;
  /** Rows of a side at most. */
  most: number;
  /** The side whose keys the others are read by. */
  of: number | undefined;
}

const keyNames = ({ key }: AlignedSide): string => key.map((_, at) => `k${at}`).join(', ');

/** Only rows of keys that the leading side has: what belongs to a short list is found in one of any length. */
function keysOf({ sides, of }: Aligning, at: number, keys: readonly string[]): string[] {
  if (of === undefined || of === at) return [];
  return [`(${keys.join(', ')}) in (select ${keyNames(sides[of]!)} from s${of})`];
}

/** Rows of a side, numbered among those of the same key: the first of one is compared with the first of the other. */
function sideSql(aligning: Aligning, at: number, params: Params): string {
  const { sides, most } = aligning;
  const side = sides[at]!;
  const { question, key, compared, sort } = side;
  const { compiled, visible } = question;
  const keys = key.map((columns, part) => {
    const caseless = isCaseless(sides.flatMap((each) => each.key[part]!));
    return keyPart(columns, caseless);
  });
  const currency = compiled.columns.get('currency');
  const cells = [
    't.id',
    ...keys.map((value, part) => `${value} as k${part}`),
    ...compared.flatMap((column, index) =>
      column
        ? [
            `coalesce(${comparable(column, isCaseless(sides.map((each) => each.compared[index])))}, '') as c${index}`,
            ...(column.field.kind === 'money' ? [`t.${column.column} as m${index}`] : []),
          ]
        : [],
    ),
    ...(sort ? [`t.${sort.column} as o`] : []),
    `${currency ? 't.currency::text' : 'null::text'} as currency`,
  ];
  const from = rowsSql(compiled, visible, params);
  const where = and([...conditionsOf(question, params), ...keysOf(aligning, at, keys)]);
  return `select x.*, row_number() over (partition by ${keyNames(side)} order by x.id) as n
    from (select ${cells.join(', ')} from ${from} t where ${where} limit ${most + 1}) x`;
}

/** Rows of each side, counted up to one more than `most`; null where they are read by the keys of another. */
export function countSql({ sides, most, of }: Aligning): Statement {
  const params = new Params();
  const counts = sides.map(({ question }, at) => {
    if (of !== undefined && of !== at) return 'null::int';
    const { compiled, visible } = question;
    const where = and(conditionsOf(question, params));
    const from = rowsSql(compiled, visible, params);
    return `(select count(*)::int from (select from ${from} t where ${where} limit ${most + 1}) x)`;
  });
  return { text: `select array[${counts.join(', ')}] as counts`, values: params.values };
}

const bit = (condition: string, at: number): string => `(case when ${condition} then ${2 ** at} else 0 end)`;

/** What differs among the sides that have the row: the least of what they say is not the greatest. */
function differs(sides: readonly AlignedSide[], compared: number): string {
  const values = sides.flatMap((side, at) =>
    side.compared[compared] ? [`s${at}.c${compared} collate "C"`] : [],
  );
  return `least(${values.join(', ')}) <> greatest(${values.join(', ')})`;
}

/** Sums of the compared amounts, by side and currency. */
function sumsSql(sides: readonly AlignedSide[]): string {
  const count = sides[0]!.compared.length;
  const parts = Array.from({ length: count }, (_, compared) => {
    const isMoney = sides.some((side) => side.compared[compared]?.field.kind === 'money');
    if (!isMoney) return [];
    const rows = sides.flatMap((side, at) =>
      side.compared[compared]?.field.kind === 'money'
        ? [
            `select ${compared} as compared, ${at} as side, currency, sum(m${compared}) as amount from s${at} group by currency`,
          ]
        : [],
    );
    return rows;
  }).flat();
  if (parts.length === 0) return `'[]'::json`;
  return `(select coalesce(json_agg(json_build_array(compared, side, currency, trim_scale(amount)::text)), '[]')
    from (${parts.join(' union all ')}) u where amount is not null)`;
}

/** What one statement answers. */
export interface Aligned {
  marks: Buffer | null;
  sums: [compared: number, side: number, currency: string | null, amount: string][];
  [ids: `i${number}`]: Buffer | null;
}

/**
 * One statement that aligns the sides by their keys. Rows of equal keys are paired in the order of their ids; a row without
 * a key is aligned with none.
 */
export function alignSql(aligning: Aligning): Statement {
  const { sides, descending, of = 0 } = aligning;
  const params = new Params();
  const keys = sides[0]!.key.map((_, at) => `k${at}`);
  const using = [...keys, 'n'].join(', ');
  // The leading side first: the others read its keys.
  const reading = [of, ...[...sides.keys()].filter((at) => at !== of)];
  const sources = reading.map((at) => `s${at} as materialized (${sideSql(aligning, at, params)})`);
  const joined = sides.map((_, at) => (at === 0 ? 's0' : `full join s${at} using (${using})`)).join(' ');
  const marks = [
    ...sides.map((_, at) => bit(`s${at}.id is not null`, at)),
    ...sides[0]!.compared.map((_, at) => bit(differs(sides, at), SIDES_MOST + at)),
  ];
  const sorts = sides.flatMap((side, at) => (side.sort ? [`s${at}.o`] : []));
  const order = `a.o ${descending ? 'desc' : 'asc'} nulls last, ${keys.map((key) => `a.${key}`).join(', ')}, a.n, a.i0`;
  const aggregate = (value: string) => `string_agg(${value}, ''::bytea order by ${order})`;
  const ids = sides.map((_, at) => `${aggregate(`int8send(coalesce(a.i${at}, 0))`)} as i${at}`);
  const text = `with ${sources.join(', ')},
    a as materialized (select ${using}, ${sides.map((_, at) => `s${at}.id as i${at}`).join(', ')},
      ${sorts.length > 0 ? `coalesce(${sorts.join(', ')})` : 'null::int'} as o, (${marks.join(' + ')})::int4 as mark from ${joined})
    select ${ids.join(', ')}, ${aggregate('int4send(a.mark)')} as marks, ${sumsSql(sides)} as sums from a`;
  return { text, values: params.values };
}
