-- Merchants, channels, orders and the ledger.

create table merchant (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  org_id bigint not null references sys_org,
  agent_id bigint references merchant,
  code text not null unique,
  name text not null,
  type smallint not null default 1 check (type in (1, 2)),
  status smallint not null default 1 check (status between 0 and 3),
  category text,
  group_name text,
  callback_url text,
  messaging_group text,
  order_match_regex text,
  config jsonb,
  extended_config jsonb,
  -- encrypted with SECRETS_KEY
  sign_secret text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index merchant_agent on merchant (agent_id);
create index merchant_org on merchant (org_id);
alter table sys_user add foreign key (merchant_id) references merchant;

create table channel (
  id bigint primary key,
  product_name text not null,
  product_code text not null,
  channel_name text not null,
  channel_code text not null unique,
  enabled boolean not null default true,
  allow_agent boolean not null default false,
  currency text not null,
  service_status smallint not null default 0,
  is_collect boolean not null default true,
  is_pay boolean not null default false,
  collect_rate numeric(12, 6) not null,
  pay_rate numeric(12, 6) not null,
  fixed_fee numeric(24, 6) not null,
  min_amount numeric(24, 6) not null,
  max_amount numeric(24, 6) not null check (max_amount >= min_amount),
  config_mode text not null default 'direct' check (config_mode in ('direct', 'merged')),
  submission text not null default 'auto' check (submission in ('manual', 'auto')),
  upstream_config jsonb,
  expand_config jsonb,
  order_no integer not null default 100,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table channel_binding (
  id bigint primary key,
  merchant_id bigint not null references merchant,
  channel_id bigint not null references channel,
  currency text not null,
  status smallint not null default 1,
  is_collect boolean not null default true,
  is_pay boolean not null default false,
  rate numeric(12, 6) not null check (rate >= 0 and rate < 1),
  fixed numeric(24, 6) not null check (fixed >= 0),
  mini_amount numeric(24, 6) not null,
  max_amount numeric(24, 6) not null check (max_amount >= mini_amount),
  pay_rate numeric(12, 6) not null check (pay_rate >= 0 and pay_rate < 1),
  pay_fixed numeric(24, 6) not null check (pay_fixed >= 0),
  pay_mini_amount numeric(24, 6) not null,
  pay_max_amount numeric(24, 6) not null check (pay_max_amount >= pay_mini_amount),
  expand jsonb,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (merchant_id, channel_id)
);
create index channel_binding_channel on channel_binding (channel_id);

-- An agent's share (merchant_id is the agent).
create table extension_rate (
  id bigint primary key,
  merchant_id bigint not null references merchant,
  channel_id bigint not null references channel,
  currency text not null,
  type smallint not null check (type in (1, 2, 3)),
  rate numeric(12, 6) not null check (rate >= 0 and rate < 1),
  fixed_fee numeric(24, 6) not null check (fixed_fee >= 0),
  min_amount numeric(24, 6) not null,
  max_amount numeric(24, 6) not null check (max_amount >= min_amount),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index extension_rate_agent on extension_rate (merchant_id, channel_id);

create table upstream (
  id bigint primary key,
  name text not null,
  code text not null unique,
  status smallint not null default 1,
  currency text not null,
  is_collect boolean not null default true,
  is_pay boolean not null default false,
  order_by integer not null default 100,
  rate numeric(12, 6) not null,
  fixed numeric(24, 6) not null,
  mini_amount numeric(24, 6) not null,
  max_amount numeric(24, 6) not null check (max_amount >= mini_amount),
  pay_rate numeric(12, 6) not null,
  pay_fixed numeric(24, 6) not null,
  pay_mini_amount numeric(24, 6) not null,
  pay_max_amount numeric(24, 6) not null check (pay_max_amount >= pay_mini_amount),
  -- encrypted with SECRETS_KEY
  config text,
  expand text,
  remark text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table collect_order (
  id bigint primary key,
  order_no text not null,
  merchant_id bigint not null references merchant,
  merchant_order_no text not null,
  upstream_order_no text,
  utr text,
  channel_id bigint not null references channel,
  upstream_id bigint references upstream,
  agent_id bigint references merchant,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  paid_amount numeric(24, 6),
  fee_rate numeric(12, 6) not null,
  fixed_fee numeric(24, 6) not null,
  fee numeric(24, 6) not null check (fee >= 0 and fee <= amount),
  upstream_cost numeric(24, 6) not null default 0,
  commission numeric(24, 6) not null default 0,
  status smallint not null default 0 check (status between 0 and 7),
  callback_status smallint not null default 0 check (callback_status between 0 and 3),
  callback_count integer not null default 0,
  callback_at timestamptz,
  settled boolean not null default false,
  settled_at timestamptz,
  claimed_by bigint references sys_user,
  claimed_at timestamptz,
  source text not null default 'api',
  is_system boolean not null default false,
  visited_cashier boolean not null default false,
  payer_id text,
  create_ip text,
  user_ip text,
  proof text,
  jump_url text,
  callback_url text,
  pay_url text,
  upstream_pay_url text,
  source_info jsonb,
  remark text,
  paid_at timestamptz,
  expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index collect_order_no on collect_order (order_no);
create unique index collect_order_merchant_no on collect_order (merchant_id, merchant_order_no);
create index collect_order_merchant_order_no on collect_order (merchant_order_no text_pattern_ops);
create index collect_order_upstream_no on collect_order (upstream_order_no text_pattern_ops);
create index collect_order_utr on collect_order (utr);
create index collect_order_claimed on collect_order (claimed_by) where claimed_by is not null;
-- The whitelist of deep scrolls: {none, merchant, status} × {created, amount}.
create index collect_order_created on collect_order (created_at, id);
create index collect_order_amount on collect_order (amount, id);
create index collect_order_m_created on collect_order (merchant_id, created_at, id);
create index collect_order_m_amount on collect_order (merchant_id, amount, id);
create index collect_order_s_created on collect_order (status, created_at, id);
create index collect_order_s_amount on collect_order (status, amount, id);
create index collect_order_unsettled on collect_order (merchant_id, id) where status = 2 and not settled;

-- A merchant's three accounts in one currency: one locked row, so that a move between them takes one lock.
create table merchant_asset (
  id bigint primary key,
  merchant_id bigint not null references merchant,
  currency text not null,
  pending numeric(24, 6) not null default 0,
  available numeric(24, 6) not null default 0,
  frozen numeric(24, 6) not null default 0,
  total numeric(24, 6) generated always as (pending + available + frozen) stored,
  pending_seq bigint not null default 0,
  available_seq bigint not null default 0,
  frozen_seq bigint not null default 0,
  overdraft numeric(24, 6) not null default 0 check (overdraft >= 0),
  -- how far a reversed commission may keep an agent below zero
  commission_debt numeric(24, 6) not null default 0 check (commission_debt >= 0),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  unique (merchant_id, currency),
  check (pending >= 0 and frozen >= 0),
  check (available >= -(overdraft + commission_debt))
);

create table journal_entry (
  id bigint primary key,
  kind text not null,
  merchant_id bigint not null,
  currency text not null,
  order_id bigint,
  -- the command that wrote it: twice the same command is one entry
  command_key text not null unique,
  reverses bigint unique references journal_entry,
  operator text not null,
  remark text,
  created_at timestamptz not null default now()
);
create index journal_entry_order on journal_entry (order_id) where order_id is not null;

-- A merchant's legs: the before/after chain runs per (merchant, currency, account).
create table fund_detail (
  id bigint primary key,
  entry_id bigint not null references journal_entry,
  merchant_id bigint not null references merchant,
  account smallint not null check (account in (1, 2, 3)),
  currency text not null,
  type smallint not null check (type between 1 and 17),
  amount numeric(24, 6) not null check (amount <> 0),
  balance_before numeric(24, 6) not null,
  balance_after numeric(24, 6) not null check (balance_after = balance_before + amount),
  seq bigint not null,
  order_id bigint,
  order_no text,
  merchant_order_no text,
  operator text not null,
  is_system boolean not null default true,
  remark text,
  created_at timestamptz not null default now()
);
create unique index fund_detail_chain on fund_detail (merchant_id, currency, account, seq);
create index fund_detail_entry on fund_detail (entry_id);
create index fund_detail_order on fund_detail (order_no) where order_no is not null;
create index fund_detail_merchant_order on fund_detail (merchant_order_no) where merchant_order_no is not null;
create index fund_detail_created on fund_detail (created_at, id);
create index fund_detail_amount on fund_detail (amount, id);
create index fund_detail_m_created on fund_detail (merchant_id, created_at, id);
create index fund_detail_m_amount on fund_detail (merchant_id, amount, id);
create index fund_detail_t_created on fund_detail (type, created_at, id);
create index fund_detail_t_amount on fund_detail (type, amount, id);

-- The platform's legs: append-only sums without a locked row. Accounts: upstream:<id>, fees, upstreamCost,
-- commission, adjustments, conversion, treasury, suspense.
create table platform_posting (
  id bigint generated always as identity primary key,
  entry_id bigint not null references journal_entry,
  account text not null,
  currency text not null,
  amount numeric(24, 6) not null check (amount <> 0),
  created_at timestamptz not null default now()
);
create index platform_posting_entry on platform_posting (entry_id);

-- At most one live settlement per order.
create table order_settlement (
  id bigint primary key,
  order_id bigint not null,
  merchant_id bigint not null,
  entry_id bigint not null references journal_entry,
  net numeric(24, 6) not null,
  commission numeric(24, 6) not null default 0,
  agent_id bigint,
  reversed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index order_settlement_live on order_settlement (order_id) where reversed_at is null;

create table order_log (
  id bigint primary key,
  order_id bigint not null,
  order_no text not null,
  merchant_id bigint not null,
  event text not null,
  operator text not null,
  operator_id bigint,
  before jsonb,
  after jsonb,
  remark text,
  ip text,
  created_at timestamptz not null default now()
);
create index order_log_order on order_log (order_id, id);
create index order_log_order_no on order_log (order_no);
create index order_log_created on order_log (created_at, id);
create index order_log_m_created on order_log (merchant_id, created_at, id);

-- Background seals: hash of a range of rows and of the seal before it.
create table seal (
  id bigint generated always as identity primary key,
  chain text not null check (chain in ('order_log', 'ledger')),
  from_id bigint not null,
  to_id bigint not null,
  rows bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  unique (chain, from_id)
);

-- One schedule per (order, status reported); its attempts are the rows of callback.
create table callback_schedule (
  id bigint primary key,
  order_id bigint not null,
  merchant_id bigint not null,
  status_reported smallint not null,
  attempts integer not null default 0,
  state smallint not null default 1 check (state in (1, 2, 3)),
  next_try_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, status_reported)
);
create table callback (
  id bigint primary key,
  schedule_id bigint not null references callback_schedule,
  order_id bigint not null,
  order_no text not null,
  merchant_id bigint not null references merchant,
  attempt integer not null,
  manual boolean not null default false,
  delivered boolean not null,
  http_status integer,
  milliseconds integer not null,
  answer text,
  failure text,
  url text not null,
  next_try_at timestamptz,
  sent_at timestamptz not null default now()
);
create index callback_order on callback (order_id);
create index callback_order_no on callback (order_no);
create index callback_sent on callback (sent_at, id);
create index callback_m_sent on callback (merchant_id, sent_at, id);

-- Counts and sums by hour of creation; bucket is the status of an order or the type of a fund detail.
-- Writers append deltas in their own transaction, a worker compacts them into rollup.
create table rollup_delta (
  id bigint generated always as identity primary key,
  resource text not null,
  hour timestamptz not null,
  merchant_id bigint not null,
  currency text not null,
  bucket smallint not null,
  rows bigint not null,
  amount numeric(30, 6) not null,
  fee numeric(30, 6) not null default 0
);
create table rollup (
  resource text not null,
  hour timestamptz not null,
  merchant_id bigint not null,
  currency text not null,
  bucket smallint not null,
  rows bigint not null,
  amount numeric(30, 6) not null,
  fee numeric(30, 6) not null,
  primary key (resource, hour, merchant_id, currency, bucket)
);

grant select, insert, update, delete on merchant, channel, channel_binding, extension_rate, upstream,
  rollup, rollup_delta, callback_schedule to paydesk_server;
grant select, insert, update on collect_order, merchant_asset, order_settlement to paydesk_server;
-- History is append-only by grants: not even the server can edit it.
grant select, insert on journal_entry, fund_detail, platform_posting, order_log, seal, callback to paydesk_server;
grant usage, select on all sequences in schema public to paydesk_server;
