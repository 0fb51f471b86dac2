-- Bank statements and what they match.

create table bank_type (
  id bigint primary key,
  name text not null,
  code text not null unique,
  currency text not null,
  -- names of the statement's columns: date, reference, amount or credit and debit, payer, description
  parser jsonb not null,
  status smallint not null default 1,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table bank_account (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  bank_type_id bigint not null references bank_type,
  upstream_id bigint references upstream,
  name text not null,
  account_no text not null,
  ifsc text,
  currency text not null,
  status smallint not null default 1 check (status between 0 and 3),
  statement_balance numeric(24, 6),
  statement_at timestamptz,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (bank_type_id, account_no)
);

create table bank_batch (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  batch_no text not null unique,
  bank_account_id bigint not null references bank_account,
  file_name text not null,
  -- the same file twice is refused
  file_hash text not null unique,
  content text not null,
  status smallint not null default 0 check (status between 0 and 5),
  lines integer not null default 0,
  accepted integer not null default 0,
  duplicates integer not null default 0,
  failed integer not null default 0,
  matched integer not null default 0,
  errors jsonb not null default '[]',
  uploaded_by bigint references sys_user,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table bank_bill (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  batch_id bigint not null references bank_batch,
  bank_account_id bigint not null references bank_account,
  line integer not null,
  -- 1 credit, 2 debit
  direction smallint not null check (direction in (1, 2)),
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  utr text,
  payer text,
  description text,
  booked_at timestamptz not null,
  balance numeric(24, 6),
  status smallint not null default 0 check (status between 0 and 4),
  order_id bigint,
  order_no text,
  merchant_id bigint references merchant,
  matched_by text,
  matched_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index bank_bill_utr on bank_bill (utr) where utr is not null;
create index bank_bill_created on bank_bill (created_at, id);
create index bank_bill_open on bank_bill (currency, amount, booked_at) where status = 0;
create unique index bank_bill_order on bank_bill (order_id) where status in (1, 2);
-- A line counts once, whichever file brings it.
create unique index bank_bill_once on bank_bill (bank_account_id, direction, utr, amount) where utr is not null and status <> 4;

create table bank_bill_log (
  id bigint primary key,
  bill_id bigint not null references bank_bill,
  event text not null,
  operator text not null,
  before jsonb,
  after jsonb,
  remark text,
  created_at timestamptz not null default now()
);
create index bank_bill_log_bill on bank_bill_log (bill_id, id);

grant select, insert, update, delete on bank_type, bank_account to paydesk_server;
grant select, insert, update on bank_batch, bank_bill to paydesk_server;
grant select, insert on bank_bill_log to paydesk_server;
