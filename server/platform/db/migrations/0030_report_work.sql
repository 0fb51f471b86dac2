-- Reports are made by statements, so their rows take ids from a sequence; profit is a sum over the upstreams.

create sequence report_row_id;
alter table daily_report alter column id set default nextval('report_row_id');
alter table upstream_report alter column id set default nextval('report_row_id');
grant usage on sequence report_row_id to paydesk_server;
create index daily_report_merchant on daily_report (merchant_id, report_date, id);
-- A run that is waiting is asked for once.
create unique index report_run_waiting on report_run (from_date, to_date) where status = 0;

create view profit_report as
select min(id) as id, report_date, currency, sum(success_collection_count + success_payment_count)::bigint as orders,
  sum(user_fee + user_pay_fee) as user_fee, sum(upstream_fee + upstream_pay_fee) as upstream_fee,
  sum(collection_commission + payment_commission) as commission, sum(collection_profit) as collection_profit,
  sum(payment_profit) as payment_profit, sum(collection_profit + payment_profit) as profit
from upstream_report group by report_date, currency;
grant select on profit_report to paydesk_server;

-- Until when the jobs have looked.
create table report_mark (
  name text primary key,
  at timestamptz not null
);
grant select, insert, update on report_mark to paydesk_server;

create function report_zone() returns text language sql stable
return coalesce((select value from sys_config where code = 'reportZone'), 'Asia/Kolkata');

-- What the reports would say if they were made now; the jobs write it down, I24 compares.
create function daily_figures(from_at timestamptz, to_at timestamptz, zone text)
returns table (merchant_id bigint, report_date date, type smallint, currency text, collection_count bigint,
  success_count bigint, total_collection numeric, success_collection numeric, collection_fee numeric,
  success_rate numeric, payment_count bigint, total_payment numeric, success_payment numeric, payment_fee numeric,
  processing_count bigint, processing_amount numeric)
language sql stable begin atomic
  select o.merchant_id, (o.created_at at time zone zone)::date, 1::smallint, o.currency,
    count(*), count(*) filter (where o.status = 2), sum(o.amount),
    coalesce(sum(o.amount) filter (where o.status = 2), 0), coalesce(sum(o.fee) filter (where o.status = 2), 0),
    round(count(*) filter (where o.status = 2)::numeric
      / nullif(count(*) filter (where o.status not in (0, 1, 7)), 0), 6),
    0::bigint, 0::numeric, 0::numeric, 0::numeric,
    count(*) filter (where o.status in (0, 1, 7)),
    coalesce(sum(o.amount) filter (where o.status in (0, 1, 7)), 0)
  from collect_order o where o.created_at >= from_at and o.created_at < to_at group by 1, 2, 4
  union all
  select o.merchant_id, (o.created_at at time zone zone)::date, 2::smallint, o.currency,
    0::bigint, count(*) filter (where o.status = 4), 0::numeric, 0::numeric, 0::numeric,
    round(count(*) filter (where o.status = 4)::numeric
      / nullif(count(*) filter (where o.status not in (0, 1, 2, 3, 9)), 0), 6),
    count(*), sum(o.amount), coalesce(sum(o.amount) filter (where o.status = 4), 0),
    coalesce(sum(o.fee) filter (where o.status = 4), 0),
    count(*) filter (where o.status in (0, 1, 2, 3, 9)),
    coalesce(sum(o.amount) filter (where o.status in (0, 1, 2, 3, 9)), 0)
  from pay_order o where o.created_at >= from_at and o.created_at < to_at group by 1, 2, 4;
end;

-- Entries have time-ordered ids, so that a span of time is a span of their key.
create function upstream_figures(from_at timestamptz, to_at timestamptz, from_id bigint, to_id bigint, zone text)
returns table (upstream_id bigint, currency text, report_date date, success_collection_count bigint,
  success_collection numeric, upstream_fee numeric, user_fee numeric, collection_commission numeric,
  success_payment_count bigint, success_payment numeric, upstream_pay_fee numeric, user_pay_fee numeric,
  payment_commission numeric)
language sql stable begin atomic
  with entry as (
    select e.id, e.kind, e.order_id, e.currency, (e.created_at at time zone zone)::date as day
    from journal_entry e
    where e.id >= from_id and e.id < to_id and e.created_at >= from_at and e.created_at < to_at
      and e.kind in ('collection', 'settlement', 'resettlement', 'reversal', 'payout', 'payoutReturn')
  ), told as (
    select o.upstream_id, e.currency, e.day, o.amount, e.id, o.collect,
      case when e.kind in ('collection', 'payout') then 1 when e.kind in ('reversal', 'payoutReturn') then -1 else 0 end
        as counts
    from entry e join (
      select id, upstream_id, amount, true as collect from collect_order
      union all select id, upstream_id, amount, false from pay_order
    ) o on o.id = e.order_id
    where o.upstream_id is not null
  ), leg as (
    select t.id, coalesce(-sum(p.amount) filter (where p.account = 'upstreamCost'), 0) as cost,
      coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fees,
      coalesce(-sum(p.amount) filter (where p.account = 'commission'), 0) as commission
    from told t join platform_posting p on p.entry_id = t.id group by t.id
  )
  select t.upstream_id, t.currency, t.day,
    coalesce(sum(t.counts) filter (where t.collect), 0)::bigint,
    coalesce(sum(t.counts * t.amount) filter (where t.collect), 0),
    coalesce(sum(l.cost) filter (where t.collect), 0), coalesce(sum(l.fees) filter (where t.collect), 0),
    coalesce(sum(l.commission) filter (where t.collect), 0),
    coalesce(sum(t.counts) filter (where not t.collect), 0)::bigint,
    coalesce(sum(t.counts * t.amount) filter (where not t.collect), 0),
    coalesce(sum(l.cost) filter (where not t.collect), 0), coalesce(sum(l.fees) filter (where not t.collect), 0),
    coalesce(sum(l.commission) filter (where not t.collect), 0)
  from told t left join leg l on l.id = t.id group by 1, 2, 3;
end;

-- I24 a report is its recomputation, unless its orders have moved since it was made
create view invariant_i24 as
select null::bigint as entry_id, null::bigint as order_id, r.merchant_id, 'daily_report ' || r.id as subject,
  format('%s %s: %s of %s succeeded, %s now', r.report_date, r.currency, r.success_count,
    r.collection_count + r.payment_count, coalesce(f.success_count::text, 'nothing')) as problem
from daily_report r
left join daily_figures('-infinity', 'infinity', report_zone()) f
  on (f.merchant_id, f.report_date, f.type, f.currency) = (r.merchant_id, r.report_date, r.type, r.currency)
where (r.collection_count, r.success_count, r.total_collection, r.success_collection, r.collection_fee, r.success_rate,
    r.payment_count, r.total_payment, r.success_payment, r.payment_fee, r.processing_count, r.processing_amount)
  is distinct from (f.collection_count, f.success_count, f.total_collection, f.success_collection, f.collection_fee,
    f.success_rate, f.payment_count, f.total_payment, f.success_payment, f.payment_fee, f.processing_count,
    f.processing_amount)
  and not exists (
    select from order_log l join (
      select id, created_at from collect_order union all select id, created_at from pay_order
    ) o on o.id = l.order_id
    where l.merchant_id = r.merchant_id and l.created_at > r.computed_at - interval '10 minutes'
      and (o.created_at at time zone report_zone())::date = r.report_date)
union all
select null, null, null, 'upstream_report ' || r.id,
  format('%s %s: profit %s and %s, %s and %s now', r.report_date, r.currency, trim_scale(r.collection_profit),
    trim_scale(r.payment_profit), trim_scale(f.user_fee - f.upstream_fee - f.collection_commission),
    trim_scale(f.user_pay_fee - f.upstream_pay_fee - f.payment_commission))
from upstream_report r
left join upstream_figures('-infinity', 'infinity', 0, 9223372036854775807, report_zone()) f
  on (f.upstream_id, f.currency, f.report_date) = (r.upstream_id, r.currency, r.report_date)
where (r.success_collection_count, r.success_collection, r.upstream_fee, r.user_fee, r.collection_commission,
    r.success_payment_count, r.success_payment, r.upstream_pay_fee, r.user_pay_fee, r.payment_commission,
    r.collection_profit, r.payment_profit)
  is distinct from (f.success_collection_count, f.success_collection, f.upstream_fee, f.user_fee,
    f.collection_commission, f.success_payment_count, f.success_payment, f.upstream_pay_fee, f.user_pay_fee,
    f.payment_commission, f.user_fee - f.upstream_fee - f.collection_commission,
    f.user_pay_fee - f.upstream_pay_fee - f.payment_commission)
  and r.report_date < (now() at time zone report_zone())::date - 1;
grant select on invariant_i24 to paydesk_server;
