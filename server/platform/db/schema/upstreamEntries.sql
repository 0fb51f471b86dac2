-- What upstreams themselves report, entered by hand, and how it compares with what is computed.

create table upstream_entry (
  id bigint primary key,
  upstream_id bigint not null references upstream,
  currency text not null,
  report_date date not null,
  success_collection_count integer not null,
  success_collection numeric(30, 6) not null,
  upstream_fee numeric(30, 6) not null,
  user_fee numeric(30, 6) not null,
  collection_profit numeric(30, 6) not null,
  success_payment_count integer not null,
  success_payment numeric(30, 6) not null,
  upstream_pay_fee numeric(30, 6) not null,
  user_pay_fee numeric(30, 6) not null,
  payment_profit numeric(30, 6) not null,
  -- why it was entered, or corrected last
  reason text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint references sys_user,
  updated_at timestamptz,
  updated_by bigint references sys_user,
  unique (upstream_id, currency, report_date)
);
comment on table upstream_entry is 'An upstream''s own report of a day by currency, entered by hand.';
create index upstream_entry_date on upstream_entry (report_date, id);

-- Both sides of each day, with the differences where there are both: entered less computed. A day without any figure on
-- the one side and without a row on the other agrees. Figures of a day that goes on in the report zone differ until it is
-- over.
create view upstream_comparison as
select report_id, entry_id,
  case
    when coalesce(theirs, nothing) = coalesce(ours, nothing) then 'agrees'
    when entry_id is null then 'onlyOurs'
    when report_id is null then 'onlyTheirs'
    when report_date >= (now() at time zone report_zone())::date then 'dayNotOver'
    else 'differs'
  end as agreement,
  (theirs[1] - ours[1])::integer as success_collection_count_gap,
  theirs[2] - ours[2] as success_collection_gap,
  theirs[3] - ours[3] as upstream_fee_gap,
  theirs[4] - ours[4] as user_fee_gap,
  theirs[5] - ours[5] as collection_profit_gap,
  (theirs[6] - ours[6])::integer as success_payment_count_gap,
  theirs[7] - ours[7] as success_payment_gap,
  theirs[8] - ours[8] as upstream_pay_fee_gap,
  theirs[9] - ours[9] as user_pay_fee_gap,
  theirs[10] - ours[10] as payment_profit_gap
from (
  select r.id as report_id, e.id as entry_id, report_date, array_fill(0::numeric, array[10]) as nothing,
    case when e.id is not null then array[e.success_collection_count, e.success_collection, e.upstream_fee, e.user_fee, e.collection_profit,
      e.success_payment_count, e.success_payment, e.upstream_pay_fee, e.user_pay_fee, e.payment_profit]::numeric[] end as theirs,
    case when r.id is not null then array[r.success_collection_count, r.success_collection, r.upstream_fee, r.user_fee, r.collection_profit,
      r.success_payment_count, r.success_payment, r.upstream_pay_fee, r.user_pay_fee, r.payment_profit]::numeric[] end as ours
  from upstream_report r full join upstream_entry e using (upstream_id, currency, report_date)
) both_sides;

create view upstream_report_list as
select r.*, c.* from upstream_report r join upstream_comparison c on c.report_id = r.id;
create view upstream_entry_list as
select e.*, c.* from upstream_entry e join upstream_comparison c on c.entry_id = e.id;

grant select, insert, update, delete on upstream_entry to paydesk_server;
grant select on upstream_comparison, upstream_report_list, upstream_entry_list to paydesk_server;
