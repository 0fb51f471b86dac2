-- Bank accounts, their statements, and what each line was matched with.

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
  created_at timestamptz not null default now(),
  constraint bank_type_status check (status in (:status.enabled, :status.disabled))
);
-- a code is one whatever its case
create unique index bank_type_code on bank_type (lower(code));
comment on table bank_type is 'Banks and how their statements are parsed.';

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
create unique index bank_account_number on bank_account (bank_type_id, upper(account_no));
comment on table bank_account is 'Bank accounts whose statements are imported.';

create table bank_batch (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  batch_no text not null unique,
  bank_account_id bigint not null references bank_account,
  file_name text not null,
  file_hash text not null,
  file bytea not null,
  -- how this upload alone is read; the bank type's where there is none
  format jsonb,
  status smallint not null default 0 check (status between 0 and 7),
  -- encoding, columns, figures of its own and how these agree with what was read
  reading jsonb,
  proof text check (proof in ('proven', 'unproven', 'broken')),
  -- no rule matches its lines until a person has looked at how it was read
  held boolean not null default false,
  -- rows that are no money
  skipped integer not null default 0,
  lines integer not null default 0,
  accepted integer not null default 0,
  duplicates integer not null default 0,
  failed integer not null default 0,
  matched integer not null default 0,
  errors jsonb not null default '[]',
  uploaded_by bigint references sys_user,
  auto_match boolean not null default true,
  -- lines of the file that are done: a killed worker goes on after them
  handled integer not null default 0,
  progress smallint not null default 0 check (progress between 0 and 100),
  failure text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table bank_batch is 'Imported statement files.';
create index bank_batch_created on bank_batch (created_at, id);
create index bank_batch_open on bank_batch (updated_at) where status in (:batchStatus.uploaded, :batchStatus.parsing, :batchStatus.matching);
create unique index bank_batch_file on bank_batch (tenant_id, file_hash) where status not in (:batchStatus.failed, :batchStatus.withdrawn);

create table bank_bill (
  id bigint primary key,
  bill_no text not null unique,
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
  -- how often money of this reference had gone back before: the same reference is money again then
  returns smallint not null default 0,
  status smallint not null default 0 check (status between 0 and 5),
  order_id bigint,
  order_no text,
  merchant_id bigint references merchant,
  matched_by text,
  matched_at timestamptz,
  -- the statement names the day alone
  whole_day boolean not null default false,
  -- the order that fits best, as of the last search; the matched one afterwards
  candidate_no text,
  candidate_amount numeric(24, 6),
  difference numeric(24, 6),
  score smallint check (score between 0 and 100),
  -- what the match did to the order: paid it, booked money to suspense for it, or only linked the two
  effect text check (effect in ('paid', 'suspense', 'tied')),
  -- the ledger entry that the match wrote
  entry_id bigint,
  -- the line that this one repeats; a repeated line counts in no sum
  repeats text references bank_bill (bill_no),
  net numeric(24, 6) generated always as (
    case when status <> :billStatus.duplicate then case direction when 1 then amount else -amount end end) stored,
  credit numeric(24, 6) generated always as (case when direction = 1 and status <> :billStatus.duplicate then amount end) stored,
  debit numeric(24, 6) generated always as (case when direction = 2 and status <> :billStatus.duplicate then amount end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table bank_bill is 'Lines of bank statements and what each was matched with.';
create index bank_bill_utr on bank_bill (utr) where utr is not null;
create index bank_bill_created on bank_bill (created_at, id);
create index bank_bill_open on bank_bill (currency, amount, booked_at) where status = :billStatus.unmatched;
create unique index bank_bill_line on bank_bill (batch_id, line);
create index bank_bill_status on bank_bill (status, created_at, id);
create index bank_bill_order_no on bank_bill (order_no) where order_no is not null;
-- a line without a reference repeats another when all it says is the same
create index bank_bill_same on bank_bill (bank_account_id, amount, booked_at) where utr is null;
create unique index bank_bill_order on bank_bill (order_id) where status in (:billStatus.auto, :billStatus.manual) and effect <> 'suspense';
create index bank_bill_of_order on bank_bill (order_id) where status in (:billStatus.auto, :billStatus.manual);
create index bank_bill_form on bank_bill (reference_form(utr)) where utr is not null;
-- a row shows the number of its candidate as long as it is not matched
create index bank_bill_candidate_no on bank_bill (candidate_no) where candidate_no is not null;
create unique index bank_bill_once on bank_bill (bank_account_id, direction, reference_form(utr), amount, balance, returns) nulls not distinct
  where utr is not null and status not in (:billStatus.duplicate, :billStatus.withdrawn) and repeats is null;
create index bank_bill_repeats on bank_bill (repeats) where repeats is not null;
-- whoever is looked for by name
create index bank_bill_payer on bank_bill (payer) where payer is not null;
create index bank_bill_utr_ending on bank_bill (right(utr, 4)) where utr is not null;

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
comment on table bank_bill_log is 'What happened to statement lines.';
create index bank_bill_log_bill on bank_bill_log (bill_id, id);

grant select, insert, update, delete on bank_type, bank_account to paydesk_server;
grant select, insert, update on bank_batch, bank_bill to paydesk_server;
grant select, insert on bank_bill_log to paydesk_server;
