import type { Pool, PoolClient } from 'pg';
import { idAt } from '../../server/platform/db/id.ts';
import type { Fault } from '../../server/ledger/invariants/check.ts';
import { PARTS } from '../../server/ledger/invariants/list.ts';

/**
 * What a sequence touched, by its merchants ($1): their orders, the entries since it began ($2) that are theirs, of
 * their orders or move their money, and whoever else those entries pay.
 */
const TOUCHED = `with orders as materialized (
  select id from collect_order where merchant_id = any($1::bigint[])
  union select id from pay_order where merchant_id = any($1::bigint[])
  union select id from withdrawal where merchant_id = any($1::bigint[])
  union select order_id from callback_schedule where merchant_id = any($1::bigint[])
  union select order_id from order_log where merchant_id = any($1::bigint[])
), entries as materialized (
  select id from journal_entry where id >= $2::bigint and merchant_id = any($1::bigint[])
  union select id from journal_entry where order_id = any(array(select id from orders))
  union select entry_id from fund_detail where merchant_id = any($1::bigint[])
), merchants as materialized (
  select unnest($1::bigint[]) as id
  union select merchant_id from fund_detail where entry_id = any(array(select id from entries))
), all_orders as materialized (
  select id from orders union select order_id from journal_entry where id = any(array(select id from entries))
)`;
const KEYED: Readonly<Record<string, string>> = {
  entry_id: 'entries',
  order_id: 'all_orders',
  merchant_id: 'merchants',
};

/**
 * I1 follows from I2 for the entries of a sequence, and nothing here makes a report for I24, folds for I26 or types a
 * code or a key twice for I22 and half of I23: they are left to the whole check.
 */
const LEFT: ReadonlySet<string> = new Set(['I01', 'I22', 'I23.key', 'I24', 'I26']);

/** A part that reads a range of entries gets the one in which those of the sequence lie. */
const SPAN = '((select min(id) from entries), (select max(id) + 1 from entries))';

const ASKED = PARTS.filter(({ id }) => !LEFT.has(id)).map((part) => {
  const { id, invariant, source, column, touchedBy, isFunction } = part;
  const by = touchedBy ?? column;
  const touched = by && KEYED[by];
  if (!touched) throw new Error(`how is ${id} asked of one sequence?`);
  return `select '${invariant}' as invariant, subject, problem from ${source}${isFunction ? SPAN : ''}
    where ${by} = any(array(select id from ${touched}))`;
});
const FAULTS = `${TOUCHED} ${ASKED.join(' union all ')}`;

/** A connection that plans the check once: it has the indexes' way whatever the tables' size. */
export async function openCheck(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query('set enable_seqscan = off');
  return client;
}

/** Every fault of what these merchants' orders and money were since an instant, in one snapshot. */
export async function sequenceFaults(
  client: PoolClient,
  merchants: readonly string[],
  since: Date,
): Promise<Fault[]> {
  const { rows } = await client.query<Fault>({
    name: 'sequence-faults',
    text: FAULTS,
    values: [merchants, idAt(since.getTime())],
  });
  return rows;
}
