import type { Totals } from '../../contract/calls.ts';
import { Amount, amountText } from '../../contract/money.ts';
import type { Column } from './compile.ts';
import { conditionsOf, partsOf, type Reading, type Question } from './engine.ts';
import { hashOf } from './plan.ts';
import { readRollup, rollupQuery } from './rollupRead.ts';
import { rowsSql } from './rowsSql.ts';
import { and, Params } from './sql.ts';
import { within } from './timed.ts';

const LATE_TIMEOUT_MS = 60_000;
const LATE_FRESH_MS = 60_000;
/** An exact count that took longer than this serves the next calls too. */
const LONG_MS = 50;

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

/** The planner's estimate of what the caller sees, but not more than it sees without a filter, where that is counted. */
async function guessed(engine: Reading, question: Question, atLeast: number): Promise<number> {
  const estimate = Math.max(atLeast, await estimated(engine, question));
  const all = rollupQuery({ ...question, conditions: [] });
  return all ? Math.min(estimate, (await readRollup(engine.pool, all, [])).total) : estimate;
}

let lateOne: Promise<unknown> = Promise.resolve();

/** Sums without a limit, one at a time in the background; a later call finds the answer. */
function sumLate(engine: Reading, question: Question, key: string): void {
  void engine.totals
    .get(
      `late/${key}`,
      () => {
        const sum = lateOne.then(() => summed(engine, question, undefined, LATE_TIMEOUT_MS));
        lateOne = sum.catch(() => undefined);
        return sum.then((totals) => {
          if (totals) engine.totals.set(key, totals, LATE_FRESH_MS);
          return totals;
        });
      },
      LATE_FRESH_MS,
    )
    .catch(() => undefined);
}

const NOTHING: Totals = { total: 0, totalIs: 'exact', byCurrency: [] };
/** What one has claimed is never guessed: nobody but its claimant may learn how much there is besides. */
const UNCOUNTED: Totals = { total: 0, totalIs: 'estimate', byCurrency: [], late: true };

function together(one: Totals, other: Totals): Totals {
  const total = one.total + other.total;
  if (one.late || other.late) return { total, totalIs: 'estimate', byCurrency: [], late: true };
  const byCurrency = new Map(one.byCurrency.map((sum) => [sum.currency, sum]));
  for (const { currency, count, sums } of other.byCurrency) {
    const known = byCurrency.get(currency);
    const added = Object.entries(sums).map(([field, sum]) => [
      field,
      amountText(new Amount(sum).plus(known?.sums[field] ?? 0)),
    ]);
    byCurrency.set(currency, {
      currency,
      count: count + (known?.count ?? 0),
      sums: Object.fromEntries(added),
    });
  }
  return { total, totalIs: 'exact', byCurrency: [...byCurrency.values()] };
}

async function totalsOf(engine: Reading, part: Question): Promise<Totals> {
  const { snapshotRows, totalTimeoutMs, openTimeoutMs } = engine.options;
  if (part.claimedOnly) return (await summed(engine, part, undefined, openTimeoutMs)) ?? UNCOUNTED;
  const counted = rollupQuery(part);
  if (counted) return readRollup(engine.pool, counted, part.compiled.resource.totals);
  const exact = await summed(engine, part, snapshotRows, totalTimeoutMs);
  return exact ?? { ...UNCOUNTED, total: await guessed(engine, part, 0) };
}

/** The pinned totals of a whole filter, per currency. */
export function readTotals(engine: Reading, question: Question): Promise<Totals> {
  const key = `totals/${hashOf(question)}`;
  return engine.totals.get(
    key,
    async () => {
      const parts = await Promise.all(partsOf(question).map((part) => totalsOf(engine, part)));
      const totals = parts.reduce(together, NOTHING);
      if (totals.late) sumLate(engine, question, key);
      return totals;
    },
    engine.options.totalFreshMs,
  ) as Promise<Totals>;
}

interface Count extends Pick<Totals, 'total' | 'totalIs'> {
  /** Good for a moment although rows come and go: a guess, or what takes long to count. */
  lasting: boolean;
}

async function countOf(engine: Reading, part: Question): Promise<Count> {
  const rolled = rollupQuery(part);
  if (rolled) return { ...(await readRollup(engine.pool, rolled, [])), lasting: false };
  const { snapshotRows, totalTimeoutMs, openTimeoutMs } = engine.options;
  const params = new Params();
  const where = and(conditionsOf(part, params));
  const from = rowsSql(part.compiled, part.visible, params);
  const limit = part.claimedOnly ? '' : `limit ${snapshotRows + 1}`;
  const text = `select count(*)::int as n from (select from ${from} t where ${where} ${limit}) x`;
  const began = performance.now();
  const rows = await within(
    engine.pool,
    part.claimedOnly ? openTimeoutMs : totalTimeoutMs,
    async (client) => (await client.query<{ n: number }>(text, params.values)).rows,
  );
  const total = rows?.[0]?.n;
  if (total !== undefined && (part.claimedOnly || total <= snapshotRows))
    return { total, totalIs: 'exact', lasting: performance.now() - began > LONG_MS };
  if (part.claimedOnly) return { ...UNCOUNTED, lasting: true };
  return { total: await guessed(engine, part, total ?? 0), totalIs: 'estimate', lasting: true };
}

export interface Counted extends Count {
  began: number;
  /** Every transaction before this one had ended when it was counted. */
  horizon: string | undefined;
}

const countKey = (question: Question): string => `count/${hashOf(question)}`;

/** How many rows match, counted moments ago or now: exact while that is quick, else an estimate, marked. */
export function readCount(engine: Reading, question: Question, horizon?: string): Promise<Counted> {
  return engine.totals.get(
    countKey(question),
    async () => {
      const began = performance.now();
      const parts = await Promise.all(partsOf(question).map((part) => countOf(engine, part)));
      return {
        began,
        horizon,
        total: parts.reduce((sum, { total }) => sum + total, 0),
        totalIs: parts.every(({ totalIs }) => totalIs === 'exact') ? 'exact' : 'estimate',
        lasting: parts.some(({ lasting }) => lasting),
      };
    },
    engine.options.totalFreshMs,
  ) as Promise<Counted>;
}

/** What was counted moments ago. */
export const lastCount = (engine: Reading, question: Question): Counted | undefined =>
  engine.totals.peek(countKey(question)) as Counted | undefined;

/** The same counted after this call, so that no row read before it is left out; what takes long is not counted again. */
export async function countNow(engine: Reading, question: Question, horizon?: string): Promise<Counted> {
  const called = performance.now();
  const first = await readCount(engine, question, horizon);
  if (first.lasting || first.began >= called) return first;
  engine.totals.dropAnswer(countKey(question), first);
  return readCount(engine, question, horizon);
}
