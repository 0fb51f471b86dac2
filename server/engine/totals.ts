import type { Totals } from '../../contract/calls.ts';
import type { Column } from './compile.ts';
import { conditionsOf, type Reading, type Question } from './engine.ts';
import { hashOf } from './plan.ts';
import { readRollup, rollupQuery } from './rollupRead.ts';
import { rowsSql } from './rowsSql.ts';
import { and, Params } from './sql.ts';
import { within } from './timed.ts';

const LATE_TIMEOUT_MS = 60_000;
const LATE_FRESH_MS = 60_000;

interface Sum {
  currency: string | null;
  rows: string;
  [field: string]: string | null;
}

async function summed(
  engine: Reading,
  question: Question,
  limit: number | undefined,
  ms: number,
): Promise<Totals | undefined> {
  const { compiled, visible } = question;
  const params = new Params();
  const where = and(conditionsOf(question, params));
  const fields = compiled.resource.totals
    .map((name) => compiled.columns.get(name))
    .filter((column): column is Column => column !== undefined);
  const currency = compiled.all.has('currency') ? 't.currency' : 'null::text';
  const inner = [`${currency} as currency`, ...fields.map((column) => `t.${column.column}`)].join(', ');
  const sums = fields
    .map((column) => `, trim_scale(coalesce(sum(x.${column.column}), 0))::text as "${column.name}"`)
    .join('');
  const cap = limit === undefined ? '' : `limit ${limit + 1}`;
  const text = `select currency, count(*)::text as rows${sums} from (select ${inner} from ${rowsSql(compiled, visible, params)} t where ${where} ${cap}) x
    group by currency order by count(*) desc, currency`;
  const rows = await within(
    engine.pool,
    ms,
    async (client) => (await client.query<Sum>(text, params.values)).rows,
  );
  if (!rows) return undefined;
  const total = rows.reduce((sum, row) => sum + Number(row.rows), 0);
  if (limit !== undefined && total > limit) return undefined;
  const byCurrency = rows
    .filter((row) => row.currency !== null)
    .map((row) => ({
      currency: row.currency ?? '',
      count: Number(row.rows),
      sums: Object.fromEntries(fields.map((column) => [column.name, row[column.name] ?? '0'])),
    }));
  return { total, totalIs: 'exact', byCurrency };
}

/** How many rows the planner expects: an estimate within a millisecond. */
export async function estimated(engine: Reading, question: Question): Promise<number> {
  const params = new Params();
  const where = and(conditionsOf(question, params));
  const { rows } = await engine.pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select 1 from ${rowsSql(question.compiled, question.visible, params)} t where ${where}`,
    params.values,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

let lateOne: Promise<unknown> = Promise.resolve();

/** Sums without a limit, one at a time in the background; a later call finds the answer. */
function sumLate(engine: Reading, question: Question, key: string): void {
  void engine.totals
    .get(`late/${key}`, LATE_FRESH_MS, () => {
      const sum = lateOne.then(() => summed(engine, question, undefined, LATE_TIMEOUT_MS));
      lateOne = sum.catch(() => undefined);
      return sum.then((totals) => {
        if (totals) engine.totals.set(key, LATE_FRESH_MS, totals);
        return totals;
      });
    })
    .catch(() => undefined);
}

async function compute(engine: Reading, question: Question, key: string): Promise<Totals> {
  const counted = rollupQuery(question);
  if (counted) return readRollup(engine.pool, counted, question.compiled.resource.totals);
  const { snapshotRows, totalTimeoutMs } = engine.options;
  const exact = await summed(engine, question, snapshotRows, totalTimeoutMs);
  if (exact) return exact;
  sumLate(engine, question, key);
  const total = Math.max(snapshotRows + 1, await estimated(engine, question));
  return { total, totalIs: 'estimate', byCurrency: [], late: true };
}

/** The pinned totals of a whole filter, per currency. */
export function readTotals(engine: Reading, question: Question): Promise<Totals> {
  const key = `totals/${hashOf(question)}`;
  return engine.totals.get(key, engine.options.totalFreshMs, () =>
    compute(engine, question, key),
  ) as Promise<Totals>;
}

/** How many rows match: exact while that is quick, else the planner's estimate, marked. */
export function readCount(engine: Reading, question: Question): Promise<Pick<Totals, 'total' | 'totalIs'>> {
  const key = `count/${hashOf(question)}`;
  return engine.totals.get(key, engine.options.totalFreshMs, async () => {
    const counted = rollupQuery(question);
    if (counted) return readRollup(engine.pool, counted, []);
    const { snapshotRows, totalTimeoutMs } = engine.options;
    const params = new Params();
    const where = and(conditionsOf(question, params));
    const from = rowsSql(question.compiled, question.visible, params);
    const text = `select count(*)::int as n from (select from ${from} t where ${where} limit ${snapshotRows + 1}) x`;
    const rows = await within(
      engine.pool,
      totalTimeoutMs,
      async (client) => (await client.query<{ n: number }>(text, params.values)).rows,
    );
    const total = rows?.[0]?.n;
    if (total !== undefined && total <= snapshotRows) return { total, totalIs: 'exact' };
    return { total: Math.max(snapshotRows + 1, await estimated(engine, question)), totalIs: 'estimate' };
  }) as Promise<Pick<Totals, 'total' | 'totalIs'>>;
}
