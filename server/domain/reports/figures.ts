import type { PoolClient } from 'pg';
import { idAt } from '../../platform/db/id.ts';

/** Ids come from the clock of the server that made them, instants from the database's. */
const SKEW_MS = 10 * 60_000;

const DAILY = `
with made as materialized (
  select * from daily_figures($3, $4, $2)
), gone as (
  delete from daily_report r where r.report_date = $1::date and not exists (select from made m
    where (m.merchant_id, m.type, m.currency) = (r.merchant_id, r.type, r.currency))
)
insert into daily_report as r (merchant_id, report_date, type, currency, collection_count, success_count, total_collection,
  success_collection, collection_fee, success_rate, payment_count, total_payment, success_payment, payment_fee,
  processing_count, processing_amount, computed_at)
select m.merchant_id, m.report_date, m.type, m.currency, m.collection_count, m.success_count, m.total_collection,
  m.success_collection, m.collection_fee, m.success_rate, m.payment_count, m.total_payment, m.success_payment,
  m.payment_fee, m.processing_count, m.processing_amount, now()
from made m
on conflict (merchant_id, report_date, type, currency) do update set
  collection_count = excluded.collection_count, success_count = excluded.success_count,
  total_collection = excluded.total_collection, success_collection = excluded.success_collection,
  collection_fee = excluded.collection_fee, success_rate = excluded.success_rate,
  payment_count = excluded.payment_count, total_payment = excluded.total_payment,
  success_payment = excluded.success_payment, payment_fee = excluded.payment_fee,
  processing_count = excluded.processing_count, processing_amount = excluded.processing_amount,
  computed_at = excluded.computed_at`;

const UPSTREAM = `
with made as materialized (
  select * from upstream_figures($3, $4, $5, $6, $2)
), gone as (
  delete from upstream_report r where r.report_date = $1::date and not exists (select from made m
    where (m.upstream_id, m.currency) = (r.upstream_id, r.currency))
)
insert into upstream_report as r (upstream_id, currency, report_date, success_collection_count, success_collection,
  upstream_fee, user_fee, collection_commission, collection_profit, success_payment_count, success_payment,
  upstream_pay_fee, user_pay_fee, payment_commission, payment_profit, computed_at)
select m.upstream_id, m.currency, m.report_date, m.success_collection_count, m.success_collection, m.upstream_fee,
  m.user_fee, m.collection_commission, m.user_fee - m.upstream_fee - m.collection_commission,
  m.success_payment_count, m.success_payment, m.upstream_pay_fee, m.user_pay_fee, m.payment_commission,
  m.user_pay_fee - m.upstream_pay_fee - m.payment_commission, now()
from made m
on conflict (upstream_id, currency, report_date) do update set
  success_collection_count = excluded.success_collection_count, success_collection = excluded.success_collection,
  upstream_fee = excluded.upstream_fee, user_fee = excluded.user_fee,
  collection_commission = excluded.collection_commission, collection_profit = excluded.collection_profit,
  success_payment_count = excluded.success_payment_count, success_payment = excluded.success_payment,
  upstream_pay_fee = excluded.upstream_pay_fee, user_pay_fee = excluded.user_pay_fee,
  payment_commission = excluded.payment_commission, payment_profit = excluded.payment_profit,
  computed_at = excluded.computed_at`;

/** Makes both reports of one day again; however often it runs, the day has the same rows. `day` is yyyy-mm-dd. */
export async function makeDay(tx: PoolClient, day: string, zone: string): Promise<void> {
  // Two that make the same day would each miss what the other has not committed.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('report ' || $1, 0))`, [day]);
  const { rows } = await tx.query<{ from: Date; to: Date }>(
    `select ($1::date)::timestamp at time zone $2 as from, ($1::date + 1)::timestamp at time zone $2 as to`,
    [day, zone],
  );
  const { from, to } = rows[0]!;
  // Unnamed, so that each day is planned for what it holds: a plan for any day walks through all of them.
  await tx.query(DAILY, [day, zone, from, to]);
  const ids = [idAt(from.getTime() - SKEW_MS), idAt(to.getTime() + SKEW_MS)];
  await tx.query(UPSTREAM, [day, zone, from, to, ...ids]);
}
