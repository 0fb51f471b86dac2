import type { Totals } from '../../contract/calls.ts';
import type { Condition } from './filter.ts';
import { limitedToSelf, type Visible } from './scope.ts';
import type { Question } from './engine.ts';
import type { Runner } from './read.ts';
import { named, Params } from './sql.ts';

/** Which field of a resource its rollup counts by, besides hour, merchant and currency. */
export const BUCKETS: Readonly<Record<string, string>> = {
  collectOrder: 'status',
  payOrder: 'status',
  fundDetail: 'type',
};
/** Coarser levels live next to the hours under names of their own. */
export const DAY = '@day';
export const ALL = '@all';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A filter the rollup answers exactly. */
export interface RollupQuery {
  resource: string;
  merchants: readonly string[] | null;
  buckets: readonly number[] | null;
  currencies: readonly string[] | null;
  table: string;
  /** The column the rollup calls bucket. */
  bucket: string;
  /** Does the table have a fee. */
  fee: boolean;
  /** Milliseconds; the upper end is left out. */
  from: number | null;
  to: number | null;
}

const valuesOf = (condition: Condition): unknown[] | undefined => {
  if ('parts' in condition) return undefined;
  if (condition.op === 'eq') return [condition.value];
  return condition.op === 'in' ? (condition.value as unknown[]) : undefined;
};

function narrow<T>(known: readonly T[] | null, values: readonly T[]): readonly T[] {
  return known === null ? values : known.filter((value) => values.includes(value));
}

function take(query: RollupQuery, bucket: string, condition: Condition): boolean {
  if ('parts' in condition) return false;
  if (condition.field === 'createdAt' && (condition.op === 'gte' || condition.op === 'lt')) {
    const at = Date.parse(String(condition.value));
    if (condition.op === 'gte') query.from = Math.max(query.from ?? at, at);
    else query.to = Math.min(query.to ?? at, at);
    return true;
  }
  const values = valuesOf(condition);
  if (!values) return false;
  if (condition.field === 'merchantId') query.merchants = narrow(query.merchants, values.map(String));
  else if (condition.field === bucket) query.buckets = narrow(query.buckets, values.map(Number));
  else if (condition.field === 'currency') query.currencies = narrow(query.currencies, values.map(String));
  else return false;
  return true;
}

/** The rollup's own question for this one, where it can answer it exactly. */
export function rollupQuery(question: Question): RollupQuery | undefined {
  const { compiled, caller, visible, conditions } = question;
  const bucket = BUCKETS[compiled.resource.id];
  if (!bucket || (visible !== null && limitedToSelf(caller))) return undefined;
  const query: RollupQuery = {
    resource: compiled.resource.id,
    table: compiled.table,
    bucket,
    fee: compiled.all.has('fee'),
    merchants: visible satisfies Visible,
    buckets: null,
    currencies: null,
    from: null,
    to: null,
  };
  return conditions.every((condition) => take(query, bucket, condition)) ? query : undefined;
}

const SUMMED = 'merchant_id, currency, bucket, rows, amount, fee';

/** Statement arms over `[from, to)`, which together hold each row once. */
class Arms {
  readonly list: string[] = [];
  readonly #query: RollupQuery;
  readonly #params: Params;

  constructor(query: RollupQuery, params: Params) {
    this.#query = query;
    this.#params = params;
  }

  #filters(bucket: string, time: string, from: number | null, to: number | null): string[] {
    const { merchants, buckets, currencies } = this.#query;
    const add = (value: unknown) => this.#params.add(value);
    const at = (ms: number) => `${add(new Date(ms).toISOString())}::timestamptz`;
    return [
      ...(merchants ? [`merchant_id = any(${add(merchants)}::bigint[])`] : []),
      ...(buckets ? [`${bucket} = any(${add(buckets)}::smallint[])`] : []),
      ...(currencies ? [`currency = any(${add(currencies)}::text[])`] : []),
      ...(from === null ? [] : [`${time} >= ${at(from)}`]),
      ...(to === null ? [] : [`${time} < ${at(to)}`]),
    ];
  }

  counted(table: 'rollup' | 'rollup_delta', level: string, from: number | null, to: number | null): void {
    const own = `resource = ${this.#params.add(this.#query.resource + level)}`;
    const filters = [own, ...this.#filters('bucket', 'hour', from, to)];
    this.list.push(`select ${SUMMED} from ${table} where ${filters.join(' and ')}`);
  }

  /** The rows themselves, for less than an hour; for nothing where the end comes first. */
  plain(from: number, to: number): void {
    const { table, bucket, fee } = this.#query;
    const filters = this.#filters(bucket, 'created_at', from, to);
    this.list.push(
      `select merchant_id, currency, ${bucket} as bucket, 1::bigint as rows, amount, ${fee ? 'fee' : '0::numeric as fee'} from ${table} where ${filters.join(' and ')}`,
    );
  }
}

/** Whole days from the day level, the hours around them from the hours, the minutes around those from the table. */
function armsOf(query: RollupQuery, params: Params): string[] {
  const arms = new Arms(query, params);
  const { from, to } = query;
  if (from === null && to === null) {
    arms.counted('rollup', ALL, null, null);
    arms.counted('rollup_delta', '', null, null);
    return arms.list;
  }
  const up = (at: number | null, step: number) => (at === null ? null : Math.ceil(at / step) * step);
  const down = (at: number | null, step: number) => (at === null ? null : Math.floor(at / step) * step);
  const [firstHour, lastHour] = [up(from, HOUR_MS), down(to, HOUR_MS)];
  if (from !== null && to !== null && firstHour !== null && lastHour !== null && firstHour > lastHour) {
    arms.plain(from, to);
    return arms.list;
  }
  if (from !== null && firstHour !== null && from < firstHour) arms.plain(from, firstHour);
  if (to !== null && lastHour !== null && lastHour < to) arms.plain(lastHour, to);
  arms.counted('rollup_delta', '', firstHour, lastHour);
  const [firstDay, lastDay] = [up(firstHour, DAY_MS), down(lastHour, DAY_MS)];
  if (firstDay !== null && lastDay !== null && firstDay >= lastDay) {
    arms.counted('rollup', '', firstHour, lastHour);
    return arms.list;
  }
  arms.counted('rollup', DAY, firstDay, lastDay);
  if (firstHour !== firstDay) arms.counted('rollup', '', firstHour, firstDay);
  if (lastHour !== lastDay) arms.counted('rollup', '', lastDay, lastHour);
  return arms.list;
}

/**
 * What the rollup holds for this question, as a statement: rows that each count for as many as their `rows` say, with
 * merchant_id, currency, bucket, amount and fee.
 */
export const rollupRows = (query: RollupQuery, params: Params): string =>
  armsOf(query, params).join(' union all ');

export async function readRollup(
  runner: Runner,
  query: RollupQuery,
  fields: readonly string[],
): Promise<Totals> {
  const params = new Params();
  const text = `select currency, sum(rows)::bigint::text as rows, trim_scale(sum(amount))::text as amount,
  trim_scale(sum(fee))::text as fee from (${rollupRows(query, params)}) x
  group by currency having sum(rows) <> 0 order by sum(rows) desc, currency`;
  const { rows } = await runner.query<{ currency: string; rows: string; amount: string; fee: string }>(
    named(text, params.values),
  );
  const byCurrency = rows.map((row) => ({
    currency: row.currency,
    count: Number(row.rows),
    sums: Object.fromEntries(fields.map((field) => [field, field === 'fee' ? row.fee : row.amount])),
  }));
  return { total: byCurrency.reduce((sum, row) => sum + row.count, 0), totalIs: 'exact', byCurrency };
}
