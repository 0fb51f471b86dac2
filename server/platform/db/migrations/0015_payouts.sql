-- Payout orders, their attempts at the upstreams, approvals by a second person, withdrawals, adjustments, recharge and
-- manual orders, one-time passwords.

create table pay_order (
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
  fee_rate numeric(12, 6) not null,
  fixed_fee numeric(24, 6) not null,
  fee numeric(24, 6) not null check (fee >= 0 and fee <= amount),
  upstream_cost numeric(24, 6) not null default 0,
  commission numeric(24, 6) not null default 0,
  status smallint not null default 0 check (status between 0 and 9),
  upstream_status text,
  callback_status smallint not null default 0 check (callback_status between 0 and 3),
  callback_count integer not null default 0,
  callback_at timestamptz,
  claimed_by bigint references sys_user,
  claimed_at timestamptz,
  source text not null default 'api',
  is_system boolean not null default false,
  -- UPI pays to an address of its own; a bank transfer needs account, IFSC and beneficiary; USDT a TRC20 address
  is_upi boolean not null default false,
  receiving_address text,
  bank_account text,
  ifsc text,
  beneficiary text,
  bank_name text,
  trc_address text,
  create_ip text,
  user_ip text,
  proof text,
  callback_url text,
  source_info jsonb,
  remark text,
  attempts integer not null default 0,
  submitted_at timestamptz,
  paid_at timestamptz,
  returned_at timestamptz,
  fee_returned boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index pay_order_no on pay_order (order_no);
create unique index pay_order_merchant_no on pay_order (merchant_id, merchant_order_no);
create index pay_order_merchant_order_no on pay_order (merchant_order_no text_pattern_ops);
create index pay_order_upstream_no on pay_order (upstream_order_no text_pattern_ops);
-- One bank transfer pays one payout.
create unique index pay_order_utr on pay_order (utr) where utr is not null;
create index pay_order_claimed on pay_order (claimed_by) where claimed_by is not null;
create index pay_order_created on pay_order (created_at, id);
create index pay_order_amount on pay_order (amount, id);
create index pay_order_m_created on pay_order (merchant_id, created_at, id);
create index pay_order_m_amount on pay_order (merchant_id, amount, id);
create index pay_order_s_created on pay_order (status, created_at, id);
create index pay_order_s_amount on pay_order (status, amount, id);
create index pay_order_open on pay_order (status, submitted_at) where status in (0, 2, 3, 9);

-- A submission to an upstream; another upstream is another row. At most one attempt of a payout is live.
create table pay_attempt (
  id bigint primary key,
  order_id bigint not null references pay_order,
  merchant_id bigint not null references merchant,
  order_no text not null,
  attempt integer not null,
  upstream_id bigint not null references upstream,
  state smallint not null default 0 check (state between 0 and 4),
  upstream_order_no text,
  http_status integer,
  milliseconds integer,
  request text,
  answer text,
  failure text,
  sent_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (order_id, attempt)
);
create unique index pay_attempt_live on pay_attempt (order_id) where state in (0, 1, 2, 4);
create index pay_attempt_upstream on pay_attempt (upstream_id, upstream_order_no) where upstream_order_no is not null;

-- A second person's decision. What is to be done stands in `action` and `input`; maker is never checker.
create table approval (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  merchant_id bigint references merchant,
  resource text not null,
  row_id bigint not null,
  row_no text not null,
  action text not null,
  input jsonb not null default '{}',
  currency text,
  amount numeric(24, 6),
  limit_amount numeric(24, 6),
  status smallint not null default 1 check (status between 0 and 3),
  maker_id bigint references sys_user,
  maker text not null,
  checker_id bigint references sys_user,
  checker text,
  reason text,
  expires_at timestamptz not null,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id is distinct from maker_id)
);
-- One question at a time about one row.
create unique index approval_waiting on approval (resource, row_id) where status = 1;
create index approval_created on approval (created_at, id);

-- What asks for a second person: payouts and confirmations above a limit per currency.
create table approval_rule (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  resource text not null,
  action text not null,
  currency text not null,
  merchant_id bigint references merchant,
  limit_amount numeric(24, 6) not null check (limit_amount >= 0),
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index approval_rule_key on approval_rule (tenant_id, resource, action, currency, coalesce(merchant_id, 0));

grant select, insert, update on pay_order, pay_attempt, approval to paydesk_server;
grant select, insert, update, delete on approval_rule to paydesk_server;

-- Which table a schedule's order is in.
alter table callback_schedule add column kind text not null default 'collect' check (kind in ('collect', 'pay'));
