import type { Pool, PoolClient } from 'pg';
import { transact } from '../platform/db/transaction.ts';
import { ALL, BUCKETS, DAY } from './rollupRead.ts';

const LOCK = 730073020;
const BATCH = 50_000;

const LEVELS = (source: string) => `
  select resource, hour, merchant_id, currency, bucket, rows, amount, fee from ${source}
  union all select resource || '${DAY}', date_trunc('day', hour, 'UTC'), merchant_id, currency, bucket, rows, amount, fee from ${source}
  union all select resource || '${ALL}', 'epoch', merchant_id, currency, bucket, rows, amount, fee from ${source}`;

const FOLD = `with gone as (
  delete from rollup_delta where id in (select id from rollup_delta order by id limit ${BATCH})
  returning resource, hour, merchant_id, currency, bucket, rows, amount, fee
), folded as (
  insert into rollup (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select resource, hour, merchant_id, currency, bucket, sum(rows), sum(amount), sum(fee)
  from (${LEVELS('gone')}) x group by 1, 2, 3, 4, 5
  on conflict (resource, hour, merchant_id, currency, bucket) do update
    set rows = rollup.rows + excluded.rows, amount = rollup.amount + excluded.amount, fee = rollup.fee + excluded.fee
) select count(*)::int as folded from gone`;

/**
 * Builds the day and all-time levels from the hours, once: a seed may write hours alone.
 * Afterwards every compaction keeps the three levels together.
 */
export async function buildLevels(tx: PoolClient): Promise<void> {
  // Once in the life of a database, over every hour of it.
  await tx.query('set local statement_timeout = 0');
  for (const resource of Object.keys(BUCKETS)) {
    await tx.query(
      `insert into rollup (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
      select resource, hour, merchant_id, currency, bucket, sum(rows), sum(amount), sum(fee) from (
        select resource || '${DAY}' as resource, date_trunc('day', hour, 'UTC') as hour, merchant_id, currency, bucket, rows, amount, fee
        from rollup where resource = $1
        union all
        select resource || '${ALL}', 'epoch', merchant_id, currency, bucket, rows, amount, fee from rollup where resource = $1
      ) x where not exists (select from rollup where resource = $1 || '${ALL}')
      group by 1, 2, 3, 4, 5`,
      [resource],
    );
  }
}

/** Folds waiting deltas into the rollup; one server at a time, the others leave it to that one. */
export async function compactRollup(pool: Pool): Promise<number> {
  let all = 0;
  for (;;) {
    const folded = await transact(pool, async (tx) => {
      const lock = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK]);
      if (!lock.rows[0]?.mine) return 0;
      await buildLevels(tx);
      const { rows } = await tx.query<{ folded: number }>(FOLD);
      return rows[0]?.folded ?? 0;
    });
    all += folded;
    if (folded < BATCH) return all;
  }
}
