-- Merchants, the channels and upstreams they use, their rates, and their access to the Open API.

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
  -- where bank lines name its orders, in the syntax of RE2 (server/domain/orders/matchPattern.ts)
  order_match_regex text,
  config jsonb,
  extended_config jsonb,
  -- encrypted with SECRETS_KEY
  sign_secret text,
  remark text,
  -- shown in the list before a delivery fails
  callback_readiness text generated always as (
    case when coalesce(callback_url, '') = '' then 'noAddress' when sign_secret is null then 'noSecret'
      else 'ready' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table merchant is 'Merchants and agents.';
-- a code is one whatever its case
create unique index merchant_code on merchant (lower(code));
create index merchant_agent on merchant (agent_id);
create index merchant_org on merchant (org_id);
create index merchant_pattern on merchant (tenant_id) where order_match_regex is not null;

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
comment on table channel is 'Channels: the products that merchants are bound to.';
create unique index channel_code on channel (lower(channel_code));

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
  failures integer not null default 0,
  paused_at timestamptz,
  probe_at timestamptz,
  -- the last health probe and its outcome
  probed_at timestamptz,
  probe_answer text,
  -- how often it has paused itself since it last answered well: each time it is probed later
  pauses smallint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table upstream is 'Upstreams that collect and pay out, with their limits, costs and health.';
create unique index upstream_code on upstream (lower(code));

create table channel_binding (
  id bigint not null,
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
  primary key (id, merchant_id),
  unique (merchant_id, channel_id)
);
comment on table channel_binding is 'Which merchant uses which channel, with its rates and limits.';
create index channel_binding_channel on channel_binding (channel_id);

create table extension_rate (
  id bigint not null,
  merchant_id bigint not null references merchant,
  channel_id bigint not null references channel,
  currency text not null,
  type smallint not null check (type in (1, 2, 3)),
  rate numeric(12, 6) not null check (rate >= 0 and rate < 1),
  fixed_fee numeric(24, 6) not null check (fixed_fee >= 0),
  min_amount numeric(24, 6) not null,
  max_amount numeric(24, 6) not null check (max_amount >= min_amount),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  -- Bands of an agent on a channel and side do not overlap, their ends included. Type 1 is collect, 2 pay, 3 both.
  constraint extension_rate_bands exclude using gist (
    int8range(merchant_id, merchant_id, '[]') with &&,
    int8range(channel_id, channel_id, '[]') with &&,
    int4range(case when type = 2 then 2 else 1 end, case when type = 1 then 1 else 2 end, '[]') with &&,
    numrange(min_amount, max_amount, '[]') with &&
  )
);
comment on table extension_rate is
  'An agent''s share by channel, side and band of amounts; merchant_id is the agent.';
create index extension_rate_agent on extension_rate (merchant_id, channel_id);

create table withdrawal_term (
  id bigint primary key,
  currency text not null unique,
  fee_rate numeric(18, 6) not null default 0 check (fee_rate >= 0 and fee_rate < 1),
  fixed_fee numeric(24, 6) not null default 0 check (fixed_fee >= 0),
  mini_amount numeric(24, 6) not null check (mini_amount > 0),
  max_amount numeric(24, 6) not null,
  -- units of the currency per unit of the asset; what is confirmed stays within the band around it
  reference_rate numeric(18, 8) not null check (reference_rate > 0),
  band numeric(18, 6) not null default 0.05 check (band > 0 and band < 1),
  asset text not null default 'USDT',
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (max_amount >= mini_amount)
);
comment on table withdrawal_term is 'On what terms merchants withdraw a currency.';

create table open_access (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  merchant_id bigint not null references merchant,
  access_key text not null unique,
  -- encrypted with SECRETS_KEY, shown once
  access_secret text not null,
  -- addresses or CIDR ranges, one a line; empty means any
  allow_addresses text,
  status smallint not null default 1,
  remark text,
  last_used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table open_access is 'Access keys of merchants'' own systems.';
create index open_access_merchant on open_access (merchant_id);

create table open_nonce (
  access_key text not null,
  nonce text not null,
  seen_at timestamptz not null default now(),
  primary key (access_key, nonce)
);
comment on table open_nonce is 'Nonces of the Open API: each counts once while its timestamp is good.';
create index open_nonce_seen on open_nonce (seen_at);

create table open_api_log (
  id bigint primary key,
  merchant_id bigint references merchant,
  access_key text,
  method text not null,
  path text not null,
  merchant_order_no text,
  ip text,
  -- secrets masked
  headers jsonb not null,
  body text,
  canonical text,
  given_sign text,
  expected_sign text,
  -- clock, replay, unknownKey, address, signature, or the code of the refusal; null when it was accepted
  reason text,
  -- what a refused call was told, in the language of its answer
  error_message text,
  answer_code integer not null,
  answer text,
  milliseconds integer not null,
  trace_id text,
  created_at timestamptz not null default now()
);
comment on table open_api_log is 'Calls of the Open API as they were received and answered, secrets masked.';
create index open_api_log_m_created on open_api_log (merchant_id, created_at, id);
create index open_api_log_order on open_api_log (merchant_order_no) where merchant_order_no is not null;
create index open_api_log_trace on open_api_log (trace_id) where trace_id is not null;
create index open_api_log_created on open_api_log (created_at, id) include (merchant_id);

grant select, insert, update, delete on merchant, channel, upstream, channel_binding, extension_rate, withdrawal_term,
  open_access, open_nonce to paydesk_server;
grant select, insert on open_api_log to paydesk_server;
grant select on merchant, channel_binding, extension_rate, open_access, open_api_log to paydesk_merchant;
grant select (id, channel_name) on channel to paydesk_merchant;
