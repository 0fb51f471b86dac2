-- What measures are to come to in a month.
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
grant select, insert, update, delete on measure_target to paydesk_server;
