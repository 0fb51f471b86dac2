-- A payout that came back without its fee leaves it with us, as ledger and upstream report say; the daily report forgot it.

create or replace function daily_figures(from_at timestamptz, to_at timestamptz, zone text)
returns table (merchant_id bigint, report_date date, type smallint, currency text, collection_count bigint,
  success_count bigint, total_collection numeric, success_collection numeric, collection_fee numeric,
  success_rate numeric, payment_count bigint, total_payment numeric, success_payment numeric, payment_fee numeric,
  processing_count bigint, processing_amount numeric)
language sql stable begin atomic
  select o.merchant_id, (o.created_at at time zone zone)::date, 1::smallint, o.currency,
    count(*), count(*) filter (where o.status = 2), sum(o.amount),
    coalesce(sum(o.amount) filter (where o.status = 2), 0), coalesce(sum(o.fee) filter (where o.status = 2), 0),
    round(count(*) filter (where o.status = 2)::numeric
      / nullif(count(*) filter (where o.status not in (0, 1, 7)), 0), 4),
    0::bigint, 0::numeric, 0::numeric, 0::numeric,
    count(*) filter (where o.status in (0, 1, 7)),
    coalesce(sum(o.amount) filter (where o.status in (0, 1, 7)), 0)
  from collect_order o where o.created_at >= from_at and o.created_at < to_at group by 1, 2, 4
  union all
  select o.merchant_id, (o.created_at at time zone zone)::date, 2::smallint, o.currency,
    0::bigint, count(*) filter (where o.status = 4), 0::numeric, 0::numeric, 0::numeric,
    round(count(*) filter (where o.status = 4)::numeric
      / nullif(count(*) filter (where o.status not in (0, 1, 2, 3, 9)), 0), 4),
    count(*), sum(o.amount), coalesce(sum(o.amount) filter (where o.status = 4), 0),
    coalesce(sum(o.fee) filter (where o.status = 4 or o.status = 8 and not o.fee_returned), 0),
    count(*) filter (where o.status in (0, 1, 2, 3, 9)),
    coalesce(sum(o.amount) filter (where o.status in (0, 1, 2, 3, 9)), 0)
  from pay_order o where o.created_at >= from_at and o.created_at < to_at group by 1, 2, 4;
end;

update daily_report r set payment_fee = kept.fee
from (
  select merchant_id, (created_at at time zone report_zone())::date as report_date, currency, sum(fee) as fee
  from pay_order where status = 4 or status = 8 and not fee_returned group by 1, 2, 3
) kept
where r.type = 2 and (r.merchant_id, r.report_date, r.currency) = (kept.merchant_id, kept.report_date, kept.currency)
  and r.payment_fee <> kept.fee;
