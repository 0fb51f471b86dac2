import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { transact } from '../../platform/db/transaction.ts';

const LOCK = 730_073_040;
/** Clocks may be off by so much. */
const SETTLE_S = 60;
/** So much of the past is added in one transaction: one walk through the postings is cheaper than many. */
const STRETCH = '92 days';
/** What is under way may take so long; where it takes longer, the next turn looks again. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 100;

const UNDER_WAY = `select date_trunc('hour', now() - make_interval(secs => $1), 'UTC') as horizon,
  array(select virtualtransaction from pg_locks where locktype = 'virtualxid' and pid <> pg_backend_pid()) as ids`;
const STILL = `select exists (
  select from pg_locks where locktype = 'virtualxid' and virtualtransaction = any($1::text[])) as still`;

/**
 * The hour before which nobody can post any more: postings carry the instant at which their transaction began, and every
 * transaction that had begun by then has ended. Undefined where one goes on.
 */
async function horizonOf(pool: Pool, settleSeconds: number, patienceMs: number): Promise<Date | undefined> {
  const { rows } = await pool.query<{ horizon: Date; ids: string[] }>(UNDER_WAY, [settleSeconds]);
  const { horizon, ids } = rows[0]!;
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(LOOK_MS))
    if (!(await pool.query<{ still: boolean }>(STILL, [ids])).rows[0]?.still) return horizon;
  return undefined;
}

const NEXT = `
with begun as (
  select coalesce((select at from ledger_mark),
    (select date_trunc('day', min(created_at), 'UTC') from journal_entry)) as at
)
select at as from, least($1, at + interval '${STRETCH}') as to from begun where at < $1`;

// In the order of the key, so that its index grows at one end.
const ADD_HOURS = `
insert into ledger_sum (span, at, merchant_id, holder_id, account, currency, debit, credit)
select 1, date_trunc('hour', at, 'UTC') as at, merchant_id, holder_id, account, currency,
  coalesce(-sum(amount) filter (where amount < 0), 0), coalesce(sum(amount) filter (where amount > 0), 0)
from ledger_leg where at >= $1 and at < $2 group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6`;

const ADD_DAYS = `
insert into ledger_sum as s (span, at, merchant_id, holder_id, account, currency, debit, credit)
select 2, date_trunc('day', at, 'UTC') as at, merchant_id, holder_id, account, currency, sum(debit), sum(credit)
from ledger_sum where span = 1 and at >= $1 and at < $2 group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
on conflict (span, at, merchant_id, holder_id, account, currency) do update
  set debit = s.debit + excluded.debit, credit = s.credit + excluded.credit`;

const MARK = `insert into ledger_mark (at) values ($1) on conflict (single) do update set at = excluded.at`;

const DUE = `select coalesce(
  (select at < date_trunc('hour', now() - make_interval(secs => $1), 'UTC') from ledger_mark),
  exists (select from journal_entry)) as due`;

/** Adds one stretch; true where another is left. */
async function foldStretch(tx: PoolClient, horizon: Date): Promise<boolean> {
  const lock = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK]);
  if (!lock.rows[0]?.mine) return false;
  const next = (await tx.query<{ from: Date; to: Date }>(NEXT, [horizon])).rows[0];
  if (!next) return false;
  await tx.query('set local statement_timeout = 0');
  await tx.query(ADD_HOURS, [next.from, next.to]);
  await tx.query(ADD_DAYS, [next.from, next.to]);
  await tx.query(MARK, [next.to]);
  return next.to < horizon;
}

/** Adds the hours that are over to the sums behind the trial balance; one server at a time. */
export async function foldLedger(
  pool: Pool,
  { settleSeconds = SETTLE_S, patienceMs = PATIENCE_MS } = {},
): Promise<void> {
  const { rows } = await pool.query<{ due: boolean }>(DUE, [settleSeconds]);
  if (!rows[0]?.due) return;
  const horizon = await horizonOf(pool, settleSeconds, patienceMs);
  if (!horizon) return;
  while (await transact(pool, (tx) => foldStretch(tx, horizon)));
}
