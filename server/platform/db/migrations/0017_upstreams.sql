-- What goes to and comes from the upstreams, and the merchants' Open API.

-- A submission of a collection order to an upstream.
create table collect_attempt (
  id bigint primary key,
  -- no reference, like everything that points to a collection order: loads rebuild that table's key
  order_id bigint not null,
  merchant_id bigint not null references merchant,
  attempt integer not null,
  upstream_id bigint not null references upstream,
  state smallint not null default 0 check (state between 0 and 4),
  upstream_order_no text,
  pay_url text,
  http_status integer,
  milliseconds integer,
  request text,
  answer text,
  failure text,
  sent_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (order_id, attempt)
);

-- Every message an upstream sent, kept raw; the same event id of one upstream counts once.
create table upstream_event (
  id bigint primary key,
  upstream_id bigint not null references upstream,
  event_id text not null,
  kind text not null check (kind in ('collect', 'pay')),
  order_no text,
  raw text not null,
  verified boolean not null,
  applied text,
  received_at timestamptz not null default now()
);
create unique index upstream_event_once on upstream_event (upstream_id, event_id) where verified;
create index upstream_event_order on upstream_event (order_no);

alter table upstream add column failures integer not null default 0;
alter table upstream add column paused_at timestamptz;
alter table upstream add column probe_at timestamptz;

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
create index open_access_merchant on open_access (merchant_id);

-- A nonce counts once within the window in which its timestamp is good.
create table open_nonce (
  access_key text not null,
  nonce text not null,
  seen_at timestamptz not null default now(),
  primary key (access_key, nonce)
);
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
  answer_code integer not null,
  answer text,
  milliseconds integer not null,
  created_at timestamptz not null default now()
);
create index open_api_log_created on open_api_log (created_at, id);
create index open_api_log_m_created on open_api_log (merchant_id, created_at, id);
create index open_api_log_order on open_api_log (merchant_order_no) where merchant_order_no is not null;

grant select, insert, update on collect_attempt, upstream_event to paydesk_server;
grant select, insert, update, delete on open_access, open_nonce to paydesk_server;
grant select, insert on open_api_log to paydesk_server;
