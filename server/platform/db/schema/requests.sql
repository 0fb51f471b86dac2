-- What people ask for and others approve: withdrawals, adjustments, recharge and manual orders. Then the ledger as
-- finance reads it, which names all of them.

create table withdrawal (
  id bigint not null,
  order_no text not null,
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
  -- 64 hex digits, lower case
  transaction_hash text check (transaction_hash ~ '^[0-9a-f]{64}$'),
  applied_by bigint references sys_user,
  rate_confirmed_by bigint references sys_user,
  rate_confirmed_at timestamptz,
  completed_by bigint references sys_user,
  completed_at timestamptz,
  reason text,
  remark text,
  source text not null default 'manual',
  -- what it is paid in
  asset text not null default 'USDT',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  unique (order_no, merchant_id),
  check ((status = :withdrawalStatus.completed) = (transaction_hash is not null)),
  check (status not in (:withdrawalStatus.rateConfirmed, :withdrawalStatus.completed) or (exchange_rate is not null and usdt_amount is not null))
);
comment on table withdrawal is 'Withdrawals of merchants.';
create unique index withdrawal_merchant_no on withdrawal (merchant_id, lower(merchant_order_no))
  where merchant_order_no is not null;
create index withdrawal_created on withdrawal (created_at, id);
create index withdrawal_m_created on withdrawal (merchant_id, created_at, id);
create index withdrawal_s_created on withdrawal (status, created_at, id);

-- One transaction pays one withdrawal, whosever it is.
create table withdrawal_transaction (
  transaction_hash text primary key check (transaction_hash ~ '^[0-9a-f]{64}$'),
  merchant_id bigint not null,
  withdrawal_id bigint not null
);
comment on table withdrawal_transaction is
  'Transactions that paid withdrawals, over all merchants: written before the withdrawal.';

create table adjustment (
  id bigint not null,
  order_no text not null,
  merchant_id bigint not null references merchant,
  currency text not null,
  kind smallint not null check (kind in (1, 2)),
  -- above 0 for add, below 0 for deduct
  amount numeric(24, 6) not null check ((kind = 1 and amount > 0) or (kind = 2 and amount < 0)),
  proof text,
  reason text not null,
  status smallint not null default 1 check (status between 0 and 3),
  maker_id bigint references sys_user,
  primary key (id, merchant_id),
  unique (order_no, merchant_id),
  checker_id bigint references sys_user,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id is distinct from maker_id)
);
comment on table adjustment is
  'Finance adjustments: amounts added to or deducted from a merchant''s available balance.';
create index adjustment_created on adjustment (created_at, id);
create index adjustment_m_created on adjustment (merchant_id, created_at, id);
create index adjustment_pending on adjustment (id) where status = :requestStatus.pending;

create table recharge_order (
  id bigint not null,
  order_no text not null,
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
  primary key (id, merchant_id),
  unique (order_no, merchant_id),
  checker_id bigint references sys_user,
  decided_at timestamptz,
  reason text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id is distinct from maker_id)
);
comment on table recharge_order is 'Money that a merchant sent to have more available, outside any collection order.';
create index recharge_order_created on recharge_order (created_at, id);
create index recharge_order_m_created on recharge_order (merchant_id, created_at, id);
create index recharge_order_pending on recharge_order (id) where status = :requestStatus.pending;
create index recharge_order_reference_held on recharge_order (reference) where status in (:requestStatus.pending, :requestStatus.approved);
create index recharge_order_form on recharge_order (reference_form(reference)) where reference !~ '^[0-9]{12}$';

-- The same money is asked for once, whoever asks, until the request is rejected.
create table recharge_reference (
  currency text not null,
  -- in the form in which references are compared
  reference text not null check (reference = reference_form(reference)),
  merchant_id bigint not null,
  order_id bigint not null,
  primary key (currency, reference)
);
comment on table recharge_reference is 'References of recharge orders, over all merchants: written before the order.';
create index recharge_reference_order on recharge_reference (order_id);

create table manual_order (
  id bigint not null,
  order_no text not null,
  merchant_id bigint not null references merchant,
  merchant_order_no text,
  channel_id bigint references channel,
  upstream_id bigint references upstream,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  utr text not null,
  payer_id text,
  proof text,
  -- what the form in force asked: its version, and the values by key
  form jsonb,
  form_version_id bigint references form_version,
  status smallint not null default 0 check (status between 0 and 3),
  maker_id bigint references sys_user,
  primary key (id, merchant_id),
  unique (order_no, merchant_id),
  checker_id bigint references sys_user,
  decided_at timestamptz,
  reason text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((form is null) = (form_version_id is null)),
  check (checker_id is null or checker_id is distinct from maker_id)
);
comment on table manual_order is 'Collections without an order, booked by hand for a merchant.';
create index manual_order_form on manual_order using gin ((form -> 'values') jsonb_path_ops);
create index manual_order_created on manual_order (created_at, id);
create index manual_order_m_created on manual_order (merchant_id, created_at, id);
create index manual_order_pending on manual_order (id) where status = :requestStatus.pending;
create index manual_order_reference on manual_order (utr) where status in (:requestStatus.pending, :requestStatus.approved);

-- The same money is booked by hand once, whosever it is, until the request is rejected.
create table manual_reference (
  currency text not null,
  -- in the form in which references are compared
  utr text not null check (utr = reference_form(utr)),
  merchant_id bigint not null,
  order_id bigint not null,
  primary key (currency, utr)
);
comment on table manual_reference is 'References of manual orders, over all merchants: written before the order.';
create index manual_reference_order on manual_reference (order_id);

-- Entries. Numbers and sums are looked up row by row, so that a walk along the entries alone pays for none of them.
create view transaction with (security_invoker = true) as
select e.id, e.id as entry_id, e.kind, e.merchant_id, e.currency,
  coalesce((select -sum(d.amount) from fund_detail d where d.entry_id = e.id and d.amount < 0), 0)
    + coalesce((select -sum(p.amount) from platform_posting p where p.entry_id = e.id and p.amount < 0), 0) as amount,
  e.order_id,
  case
    when e.order_id is null then null
    when e.kind in ('collection', 'settlement', 'resettlement', 'reversal', 'suspense') then 'collectOrder'
    when e.kind in ('payoutHold', 'payoutRelease', 'payout', 'payoutReturn') then 'payOrder'
    when e.kind in ('withdrawalHold', 'withdrawalRelease', 'withdrawal', 'conversion') then 'withdrawal'
    when e.kind = 'adjustment' then 'adjustment'
    when exists (select from recharge_order r where r.id = e.order_id) then 'rechargeOrder'
    when exists (select from manual_order m where m.id = e.order_id) then 'manualOrder'
  end as order_kind,
  case
    when e.order_id is null then null
    when e.kind in ('collection', 'settlement', 'resettlement', 'reversal', 'suspense')
      then (select o.order_no from collect_order o where o.id = e.order_id)
    when e.kind in ('payoutHold', 'payoutRelease', 'payout', 'payoutReturn')
      then (select o.order_no from pay_order o where o.id = e.order_id)
    when e.kind in ('withdrawalHold', 'withdrawalRelease', 'withdrawal', 'conversion')
      then (select o.order_no from withdrawal o where o.id = e.order_id)
    when e.kind = 'adjustment' then (select o.order_no from adjustment o where o.id = e.order_id)
    else coalesce((select o.order_no from recharge_order o where o.id = e.order_id),
      (select o.order_no from manual_order o where o.id = e.order_id))
  end as order_no,
  e.reverses as reverses_id, e.operator, e.remark, e.created_at
from journal_entry e;

-- The postings to the platform's accounts.
create view system_detail with (security_invoker = true) as
select p.id, p.entry_id, split_part(p.account, ':', 1) as account,
  case when p.account like 'upstream:%' then nullif(split_part(p.account, ':', 2), '0')::bigint end as upstream_id,
  p.currency, p.amount, t.kind, t.merchant_id, t.order_id, t.order_kind, t.order_no, t.operator, t.remark, p.created_at
from platform_posting p left join transaction t on t.id = p.entry_id and t.merchant_id = p.merchant_id;

grant select, insert, update on withdrawal, adjustment, recharge_order, manual_order to paydesk_server;
grant select, insert, delete on recharge_reference, manual_reference to paydesk_server;
grant select, insert on withdrawal_transaction to paydesk_server;
grant select on transaction, system_detail to paydesk_server;
grant select on withdrawal, adjustment, recharge_order, manual_order to paydesk_merchant;
