-- Reports: recomputed whole by idempotent jobs, never added to.

create table daily_report (
  id bigint primary key,
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
  unique (merchant_id, report_date, type, currency)
);
create index daily_report_date on daily_report (report_date, id);

create table upstream_report (
  id bigint primary key,
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
create index upstream_report_date on upstream_report (report_date, id);

-- A run over a range of days: 0 queued, 1 running, 2 done, 3 failed.
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
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on daily_report, upstream_report to paydesk_server;
grant select, insert, update on report_run to paydesk_server;
