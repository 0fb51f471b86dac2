-- Reports are recomputed by idempotent jobs, never added to.

-- The time zone that days are cut in. Readable by merchants' people, who may read no other setting.
create function report_zone() returns text language sql stable security definer set search_path = public
return coalesce((select value from sys_config where code = 'reportZone'), 'Asia/Kolkata');

create sequence report_row_id;

create table daily_report (
  id bigint not null default nextval('report_row_id'),
  merchant_id bigint not null references merchant,
  report_date date not null,
  type smallint not null check (type in (1, 2)),
  currency text not null,
  collection_count bigint not null default 0,
  success_count bigint not null default 0,
  total_collection numeric(30, 6) not null default 0,
  success_collection numeric(30, 6) not null default 0,
  collection_fee numeric(30, 6) not null default 0,
  -- of the orders that are decided, a fraction
  success_rate numeric(9, 6),
  payment_count bigint not null default 0,
  total_payment numeric(30, 6) not null default 0,
  success_payment numeric(30, 6) not null default 0,
  payment_fee numeric(30, 6) not null default 0,
  processing_count bigint not null default 0,
  processing_amount numeric(30, 6) not null default 0,
  computed_at timestamptz not null,
  primary key (id, merchant_id),
  unique (merchant_id, report_date, type, currency)
);
comment on table daily_report is 'A merchant''s day by type and currency, by the day of creation.';
create index daily_report_date on daily_report (report_date, id);
create index daily_report_merchant on daily_report (merchant_id, report_date, id);

create table upstream_report (
  id bigint primary key default nextval('report_row_id'),
  upstream_id bigint not null references upstream,
  currency text not null,
  report_date date not null,
  success_collection_count bigint not null default 0,
  success_collection numeric(30, 6) not null default 0,
  upstream_fee numeric(30, 6) not null default 0,
  user_fee numeric(30, 6) not null default 0,
  collection_commission numeric(30, 6) not null default 0,
  collection_profit numeric(30, 6) not null default 0,
  success_payment_count bigint not null default 0,
  success_payment numeric(30, 6) not null default 0,
  upstream_pay_fee numeric(30, 6) not null default 0,
  user_pay_fee numeric(30, 6) not null default 0,
  payment_commission numeric(30, 6) not null default 0,
  payment_profit numeric(30, 6) not null default 0,
  computed_at timestamptz not null,
  unique (upstream_id, currency, report_date)
);
comment on table upstream_report is 'An upstream''s day by currency, by the day of posting.';
create index upstream_report_date on upstream_report (report_date, id);

create table report_run (
  id bigint primary key,
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  status smallint not null default 0 check (status between 0 and 3),
  days_done integer not null default 0,
  requested_by text not null,
  failure text,
  started_at timestamptz,
  ended_at timestamptz,
  days integer generated always as (to_date - from_date + 1) stored,
  created_at timestamptz not null default now()
);
comment on table report_run is 'Recomputations of a range of days that people asked for.';
-- a waiting run is asked for once
create unique index report_run_waiting on report_run (from_date, to_date) where status = :reportRun.queued;
create index report_run_created on report_run (created_at, id);

create table report_mark (
  name text primary key,
  at timestamptz not null
);
comment on table report_mark is 'Until when the report jobs have looked.';

-- The rows of daily_report for orders that were created in a span of time. A payout that came back without its fee
-- keeps it.
create function daily_figures(from_at timestamptz, to_at timestamptz, zone text)
returns table (merchant_id bigint, report_date date, type smallint, currency text, collection_count bigint,
  success_count bigint, total_collection numeric, success_collection numeric, collection_fee numeric,
  success_rate numeric, payment_count bigint, total_payment numeric, success_payment numeric, payment_fee numeric,
  processing_count bigint, processing_amount numeric)
language sql stable begin atomic
  select o.merchant_id, (o.created_at at time zone zone)::date, 1::smallint, o.currency,
    count(*), count(*) filter (where o.status = :collectStatus.success), sum(o.amount),
    coalesce(sum(o.amount) filter (where o.status = :collectStatus.success), 0), coalesce(sum(o.fee) filter (where o.status = :collectStatus.success), 0),
    round(count(*) filter (where o.status = :collectStatus.success)::numeric
      / nullif(count(*) filter (where o.status not in (:collectStatus.created, :collectStatus.paying, :collectStatus.review)), 0), 4),
    0::bigint, 0::numeric, 0::numeric, 0::numeric,
    count(*) filter (where o.status in (:collectStatus.created, :collectStatus.paying, :collectStatus.review)),
    coalesce(sum(o.amount) filter (where o.status in (:collectStatus.created, :collectStatus.paying, :collectStatus.review)), 0)
  from collect_order o where o.created_at >= from_at and o.created_at < to_at group by 1, 2, 4
  union all
  select o.merchant_id, (o.created_at at time zone zone)::date, 2::smallint, o.currency,
    0::bigint, count(*) filter (where o.status = :payStatus.success), 0::numeric, 0::numeric, 0::numeric,
    round(count(*) filter (where o.status = :payStatus.success)::numeric
      / nullif(count(*) filter (where o.status not in (:payStatus.created, :payStatus.approving, :payStatus.queued, :payStatus.processing, :payStatus.unknown)), 0), 4),
    count(*), sum(o.amount), coalesce(sum(o.amount) filter (where o.status = :payStatus.success), 0),
    coalesce(sum(o.fee) filter (where o.status = :payStatus.success or o.status = :payStatus.returned and not o.fee_returned), 0),
    count(*) filter (where o.status in (:payStatus.created, :payStatus.approving, :payStatus.queued, :payStatus.processing, :payStatus.unknown)),
    coalesce(sum(o.amount) filter (where o.status in (:payStatus.created, :payStatus.approving, :payStatus.queued, :payStatus.processing, :payStatus.unknown)), 0)
  from pay_order o where o.created_at >= from_at and o.created_at < to_at group by 1, 2, 4;
end;

-- The rows of upstream_report for entries of a span of time; ids bound the search.
create function upstream_figures(from_at timestamptz, to_at timestamptz, from_id bigint, to_id bigint, zone text)
returns table (upstream_id bigint, currency text, report_date date, success_collection_count bigint,
  success_collection numeric, upstream_fee numeric, user_fee numeric, collection_commission numeric,
  success_payment_count bigint, success_payment numeric, upstream_pay_fee numeric, user_pay_fee numeric,
  payment_commission numeric)
language sql stable begin atomic
  select o.upstream_id, e.currency, e.day,
    coalesce(sum(e.counts) filter (where o.collect), 0),
    coalesce(sum(e.counts * o.amount) filter (where o.collect), 0),
    coalesce(sum(leg.cost) filter (where o.collect), 0),
    coalesce(sum(leg.fees) filter (where o.collect), 0),
    coalesce(sum(leg.commission) filter (where o.collect), 0),
    coalesce(sum(e.counts) filter (where not o.collect), 0),
    coalesce(sum(e.counts * o.amount) filter (where not o.collect), 0),
    coalesce(sum(leg.cost) filter (where not o.collect), 0),
    coalesce(sum(leg.fees) filter (where not o.collect), 0),
    coalesce(sum(leg.commission) filter (where not o.collect), 0)
  from (
    select j.id, j.order_id, j.currency, (j.created_at at time zone zone)::date as day,
      case when j.kind in ('collection', 'payout') then 1 when j.kind in ('reversal', 'payoutReturn') then -1 else 0 end
        as counts
    from journal_entry j
    where j.id >= from_id and j.id < to_id and j.created_at >= from_at and j.created_at < to_at
      and j.kind in ('collection', 'settlement', 'resettlement', 'reversal', 'payout', 'payoutReturn')
  ) e
  join (
    select c.id, c.upstream_id, c.amount, true as collect from collect_order c
    union all select p.id, p.upstream_id, p.amount, false from pay_order p
  ) o on o.id = e.order_id
  cross join lateral (
    select coalesce(-sum(p.amount) filter (where p.account = 'upstreamCost'), 0) as cost,
      coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fees,
      coalesce(-sum(p.amount) filter (where p.account = 'commission'), 0) as commission
    from platform_posting p where p.entry_id = e.id
  ) leg
  where o.upstream_id is not null
  group by 1, 2, 3;
end;

-- The platform's profit by day and currency.
create view profit_report as
select min(id) as id, report_date, currency, sum(success_collection_count + success_payment_count)::bigint as orders,
  sum(user_fee + user_pay_fee) as user_fee, sum(upstream_fee + upstream_pay_fee) as upstream_fee,
  sum(collection_commission + payment_commission) as commission, sum(collection_profit) as collection_profit,
  sum(payment_profit) as payment_profit, sum(collection_profit + payment_profit) as profit
from upstream_report group by report_date, currency;

create table measure_target (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  -- yyyy-MM, a month of the calendar of whoever reads it
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  measure text not null,
  currency text not null,
  target numeric(24, 6) not null check (target > 0),
  -- of one merchant or of one upstream; of all there is where neither is named
  merchant_id bigint references merchant,
  upstream_id bigint references upstream,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz
);
comment on table measure_target is 'What a measure is to come to in a month: of all there is, of one merchant or of one upstream.';
create unique index measure_target_about
  on measure_target (tenant_id, month, measure, currency, merchant_id, upstream_id) nulls not distinct;

grant select, insert, update, delete on daily_report, upstream_report, measure_target to paydesk_server;
grant select, insert, update on report_run, report_mark to paydesk_server;
grant select on profit_report to paydesk_server;
grant select on daily_report to paydesk_merchant;
grant usage on sequence report_row_id to paydesk_server;
