-- A success rate has two digits of a percent, as every rate on screen.

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
    coalesce(sum(o.fee) filter (where o.status = 4), 0),
    count(*) filter (where o.status in (0, 1, 2, 3, 9)),
    coalesce(sum(o.amount) filter (where o.status in (0, 1, 2, 3, 9)), 0)
  from pay_order o where o.created_at >= from_at and o.created_at < to_at group by 1, 2, 4;
end;

-- The same quotient, so that no report is rounded twice.
update daily_report set success_rate =
  round(success_count::numeric / nullif(collection_count + payment_count - processing_count, 0), 4);
