-- What people ask for and others approve: withdrawals, adjustments, recharge and manual orders; one-time passwords.

create table withdrawal (
  id bigint primary key,
  order_no text not null unique,
  merchant_id bigint not null references merchant,
  merchant_order_no text,
  currency text not null,
  -- leaves the merchant's account, the fee within it
  amount numeric(24, 6) not null check (amount > 0),
  fee numeric(24, 6) not null default 0 check (fee >= 0 and fee < amount),
  address text not null,
  exchange_rate numeric(18, 8) check (exchange_rate > 0),
  usdt_amount numeric(24, 6) check (usdt_amount > 0),
  status smallint not null default 0 check (status between 0 and 4),
  -- 64 hex digits, lower case; one transaction pays one withdrawal
  transaction_hash text check (transaction_hash ~ '^[0-9a-f]{64}$'),
  applied_by bigint references sys_user,
  rate_confirmed_by bigint references sys_user,
  rate_confirmed_at timestamptz,
  completed_by bigint references sys_user,
  completed_at timestamptz,
  reason text,
  remark text,
  source text not null default 'manual',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((status = 2) = (transaction_hash is not null)),
  check (status not in (1, 2) or (exchange_rate is not null and usdt_amount is not null))
);
create unique index withdrawal_hash on withdrawal (transaction_hash) where transaction_hash is not null;
create unique index withdrawal_merchant_no on withdrawal (merchant_id, merchant_order_no) where merchant_order_no is not null;
create index withdrawal_created on withdrawal (created_at, id);
create index withdrawal_m_created on withdrawal (merchant_id, created_at, id);
create index withdrawal_s_created on withdrawal (status, created_at, id);

create table adjustment (
  id bigint primary key,
  order_no text not null unique,
  merchant_id bigint not null references merchant,
  currency text not null,
  kind smallint not null check (kind in (1, 2)),
  -- above 0 for add, below 0 for deduct
  amount numeric(24, 6) not null check ((kind = 1 and amount > 0) or (kind = 2 and amount < 0)),
  proof text,
  reason text not null,
  status smallint not null default 1 check (status between 0 and 3),
  maker_id bigint references sys_user,
  checker_id bigint references sys_user,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id is distinct from maker_id)
);
create index adjustment_created on adjustment (created_at, id);
create index adjustment_m_created on adjustment (merchant_id, created_at, id);

-- Money a merchant sent to have more available, outside any collection order.
create table recharge_order (
  id bigint primary key,
  order_no text not null unique,
  merchant_id bigint not null references merchant,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  -- where it came in: an upstream, or suspense where none is named
  upstream_id bigint references upstream,
  -- bank reference or transaction hash: the same money counts once
  reference text not null,
  proof text,
  status smallint not null default 0 check (status between 0 and 3),
  maker_id bigint references sys_user,
  checker_id bigint references sys_user,
  decided_at timestamptz,
  reason text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id is distinct from maker_id)
);
create unique index recharge_order_reference on recharge_order (currency, reference) where status <> 3;
create index recharge_order_created on recharge_order (created_at, id);
create index recharge_order_m_created on recharge_order (merchant_id, created_at, id);

-- A collection that no order stands for, booked by hand for a merchant.
create table manual_order (
  id bigint primary key,
  order_no text not null unique,
  merchant_id bigint not null references merchant,
  merchant_order_no text,
  channel_id bigint references channel,
  upstream_id bigint references upstream,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  utr text not null,
  payer_id text,
  proof text,
  status smallint not null default 0 check (status between 0 and 3),
  maker_id bigint references sys_user,
  checker_id bigint references sys_user,
  decided_at timestamptz,
  reason text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id is distinct from maker_id)
);
create unique index manual_order_utr on manual_order (currency, utr) where status <> 3;
create index manual_order_created on manual_order (created_at, id);
create index manual_order_m_created on manual_order (merchant_id, created_at, id);

create table user_otp (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  user_id bigint not null unique references sys_user on delete cascade,
  -- encrypted with SECRETS_KEY
  secret_key text,
  status smallint not null default 0 check (status between 0 and 2),
  -- the last 30 s step that was used: a code counts once
  last_step bigint not null default 0,
  failures integer not null default 0,
  recovery_left integer not null default 0,
  enrolled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create table otp_recovery (
  user_id bigint not null references sys_user on delete cascade,
  -- argon2id
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- Which action a step confirmed: one code, one action.
create table otp_use (
  user_id bigint not null references sys_user on delete cascade,
  step bigint not null,
  action text not null,
  command_key text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, step)
);

grant select, insert, update on withdrawal, adjustment, recharge_order, manual_order to paydesk_server;
grant select, insert, update, delete on user_otp, otp_recovery to paydesk_server;
grant select, insert on otp_use to paydesk_server;
