import type { Pool, PoolClient } from 'pg';
import { QUARTER_MS } from '../../../contract/alertState.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type Level, LEVELS } from './levels.ts';

/** The figures by quarter hour that alert rules are evaluated from. What is written of a quarter hour stays as it is. */

const LOCK = 730_073_021;
/** A command's rows carry the instant at which its transaction began, and are seen a moment later. */
const GRACE_MS = 60_000;
/** Twelve months, with a leap day. */
const KEPT_MS = 366 * 86_400_000;

type Dimension = Level['columns'][number];
const DIMENSIONS: readonly Dimension[] = ['upstream_id', 'channel_id', 'merchant_id'];

/** What a rule may be narrowed by at once: upstream and channel, or a merchant. */
const COMBINATIONS: readonly (readonly Dimension[])[] = [
  [],
  ['upstream_id'],
  ['channel_id'],
  ['upstream_id', 'channel_id'],
  ['merchant_id'],
];

/** Rules about no currency in particular read one row a quarter hour, not one of each. */
export const ALL_CURRENCIES = '*';

const flooredTo = (ms: number, step: number): number => Math.floor(ms / step) * step;

/** Sums of `rows` over every combination of its columns; a row without an upstream is in the totals alone. */
function combined(rows: string, columns: readonly Dimension[], by: readonly string[]): string {
  const sets = COMBINATIONS.filter((set) => set.every((column) => columns.includes(column))).flatMap(
    (set) => [`(${[...by, ...set].join(', ')})`, `(${[...by, 'currency', ...set].join(', ')})`],
  );
  const select = DIMENSIONS.map((column) =>
    columns.includes(column) ? `coalesce(${column}, 0) as ${column}` : `0::bigint as ${column}`,
  );
  const isNamed = columns.map((column) => `(grouping(${column}) = 1 or ${column} is not null)`);
  const currency = `case when grouping(currency) = 1 then '${ALL_CURRENCIES}' else currency end as currency`;
  return `select ${[...by, currency, ...select].join(', ')}, count(*) as rows, coalesce(sum(amount), 0) as amount,
      coalesce(sum(fee), 0) as fee
    from (${rows}) x group by grouping sets (${[...new Set(sets)].join(', ')})
    having ${['count(*) > 0', ...isNamed].join(' and ')}`;
}

const COLUMNS = 'source, quarter, currency, state, upstream_id, channel_id, merchant_id, rows, amount, fee';
const QUARTER = (at: string): string => `date_bin(interval '15 minutes', ${at}, 'epoch')`;

/** Orders by the state that they came to, as their log has it. */
const ordersFlow = (source: string, table: string): string => `insert into measure_quarter (${COLUMNS})
  select '${source}', quarter, currency, state, upstream_id, channel_id, merchant_id, rows, amount, fee from (
    ${combined(
      `select ${QUARTER('l.created_at')} as quarter, o.currency, (l.after ->> 'status')::smallint as state,
        o.upstream_id, o.channel_id, o.merchant_id, o.amount, o.fee
      from order_log l join ${table} o on o.id = l.order_id and o.merchant_id = l.merchant_id
      where l.resource = '${source}' and l.created_at >= $1 and l.created_at < $2
        and l.after ? 'status' and l.after -> 'status' is distinct from l.before -> 'status'`,
      DIMENSIONS,
      ['quarter', 'state'],
    )}) f`;

/** Attempts to notify a merchant, delivered (1) or not (0). */
const CALLBACKS_FLOW = `insert into measure_quarter (${COLUMNS})
  select 'callback', quarter, currency, state, upstream_id, channel_id, merchant_id, rows, amount, fee from (
    ${combined(
      `select ${QUARTER('c.sent_at')} as quarter, c.delivered::int::smallint as state, '' as currency, c.merchant_id,
        0::numeric as amount, 0::numeric as fee
      from callback c where c.sent_at >= $1 and c.sent_at < $2`,
      ['merchant_id'],
      ['quarter', 'state'],
    )}) f`;

const FLOWS: readonly string[] = [
  ordersFlow('collectOrder', 'collect_order'),
  ordersFlow('payOrder', 'pay_order'),
  CALLBACKS_FLOW,
];

/** What a level has changed by since it was last written, as of now. */
function levelChange(measure: string, { from, columns, amount = '0::numeric' }: Level): string {
  const own = columns.map((column) => `t.${column}, `).join('');
  const rows = `select ${own}coalesce(t.currency, '') as currency, ${amount} as amount, 0::numeric as fee from ${from}`;
  const keys = 'currency, upstream_id, channel_id, merchant_id';
  return `insert into measure_quarter (${COLUMNS})
    select '${measure}', $1::timestamptz, currency, 0, upstream_id, channel_id, merchant_id, sum(rows), sum(amount), 0
    from (
      select ${keys}, rows, amount from (${combined(rows, columns, [])}) now
      union all
      select ${keys}, -rows, -amount from measure_quarter where source = '${measure}'
    ) changed group by ${keys} having sum(rows) <> 0 or sum(amount) <> 0`;
}

const CHANGES: readonly string[] = Object.entries(LEVELS).map(([measure, level]) =>
  levelChange(measure, level),
);

const MARK = 'select sealed_to from measure_quarter_mark';
const KEEP = `insert into measure_quarter_mark (sealed_to) values ($1)
  on conflict (id) do update set sealed_to = excluded.sealed_to`;
const FIRST = `select least(
  (select min(created_at) from order_log), (select min(sent_at) from callback)) as at`;

/** Levels are sums of changes: what is older than twelve months becomes one change at their beginning. */
const FOLD = `with gone as (
    delete from measure_quarter where quarter < $1 returning *
  )
  insert into measure_quarter (${COLUMNS})
  select source, $1, currency, state, upstream_id, channel_id, merchant_id, sum(rows), sum(amount), sum(fee)
  from gone where source = any($2) group by 1, 3, 4, 5, 6, 7
  on conflict (source, upstream_id, channel_id, merchant_id, currency, quarter, state)
  do update set rows = measure_quarter.rows + excluded.rows, amount = measure_quarter.amount + excluded.amount`;

/** Where the written quarter hours end; null where none is written. */
export async function sealedTo(runner: Pick<Pool | PoolClient, 'query'>): Promise<Date | null> {
  const { rows } = await runner.query<{ sealed_to: Date }>(MARK);
  return rows[0]?.sealed_to ?? null;
}

/** Where the first quarter hour begins that a database has anything of. */
async function firstQuarter(tx: PoolClient, until: number): Promise<number> {
  const { rows } = await tx.query<{ at: Date | null }>(FIRST);
  const first = flooredTo((rows[0]?.at ?? new Date(until)).getTime(), QUARTER_MS);
  return Math.max(first, flooredTo(until - KEPT_MS, QUARTER_MS));
}

/** Writes every quarter hour that has ended before `until`, epoch milliseconds, in the caller's transaction. */
export async function writeQuarters(tx: PoolClient, until: number): Promise<boolean> {
  const to = flooredTo(until, QUARTER_MS);
  const from = (await sealedTo(tx))?.getTime() ?? (await firstQuarter(tx, to));
  if (from >= to) return false;
  await tx.query('set local statement_timeout = 0');
  const span = [new Date(from), new Date(to)];
  for (const flow of FLOWS) await tx.query(flow, span);
  // Only now is known: hours in which nobody looked change nothing.
  for (const change of CHANGES) await tx.query(change, [new Date(to - QUARTER_MS)]);
  await tx.query(FOLD, [new Date(flooredTo(to - KEPT_MS, QUARTER_MS)), Object.keys(LEVELS)]);
  await tx.query(KEEP, [new Date(to)]);
  return true;
}

/** The same as of now; one server at a time. A clock that was put back writes nothing twice. */
export async function sealQuarters({ pool, clock }: Pick<AppDeps, 'pool' | 'clock'>): Promise<boolean> {
  return transact(pool, async (tx) => {
    const lock = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK]);
    return lock.rows[0]?.mine === true && writeQuarters(tx, clock.now().getTime() - GRACE_MS);
  });
}
