-- The double-entry ledger: entries, their postings, balances, the sums behind the trial balance, the order log, seals.
-- Entries, postings and the log are append-only: the server is granted no update and no delete.

-- One row for three accounts, so that a move between them takes one lock.
create table merchant_asset (
  id bigint not null,
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
  primary key (merchant_id, currency),
  check (pending >= 0 and frozen >= 0),
  check (available >= -(overdraft + commission_debt))
);
comment on table merchant_asset is 'A merchant''s three accounts in one currency, as one row that commands lock.';
create index merchant_asset_id on merchant_asset (id);

-- Drawn by a transaction that already has its id: once every transaction below an id has ended, every number drawn
-- until then is committed or never will be.
create sequence journal_entry_seal_no;

create table journal_entry (
  id bigint not null,
  kind text not null,
  merchant_id bigint not null,
  currency text not null,
  order_id bigint,
  -- the command that wrote it, claimed in ledger_command
  command_key text not null,
  reverses bigint,
  operator text not null,
  remark text,
  seal_no bigint not null
    default nextval(case when pg_current_xact_id() > '0'::xid8 then 'journal_entry_seal_no'::regclass end),
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  foreign key (reverses, merchant_id) references journal_entry (id, merchant_id)
);
comment on table journal_entry is
  'Ledger entries; their postings are in fund_detail and platform_posting and sum to zero.';
create index journal_entry_order on journal_entry (order_id) where order_id is not null;
-- entries grow in the order of time, so the smallest index finds a span of it
create index journal_entry_time on journal_entry using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
create unique index journal_entry_reverses on journal_entry (reverses, merchant_id) where reverses is not null;
create unique index journal_entry_seal_no_key on journal_entry (seal_no);
alter sequence journal_entry_seal_no owned by journal_entry.seal_no;

-- Twice the same command is one entry, over all merchants: an upstream's number of a payment is such a key.
create table ledger_command (
  command_key text primary key,
  merchant_id bigint not null,
  entry_id bigint not null
);
comment on table ledger_command is 'Keys of the commands that have booked an entry: written before the entry.';

-- The chain of balances before and after runs per (merchant, currency, account).
create table fund_detail (
  id bigint not null,
  -- no foreign key: an agent's posting is of another merchant than its entry (I2 looks for postings without one)
  entry_id bigint not null,
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
  created_at timestamptz not null default now(),
  primary key (id, merchant_id)
);
comment on table fund_detail is 'Postings to merchants'' accounts, with the balance before and after.';
create unique index fund_detail_chain on fund_detail (merchant_id, currency, account, seq);
create index fund_detail_entry on fund_detail (entry_id);
create index fund_detail_order on fund_detail (order_no) where order_no is not null;
create index fund_detail_merchant_order on fund_detail (merchant_order_no) where merchant_order_no is not null;
create index fund_detail_m_created on fund_detail (merchant_id, created_at, id);
create index fund_detail_created on fund_detail (created_at, id) include (merchant_id);
create index fund_detail_amount on fund_detail (amount, id) include (merchant_id);
create index fund_detail_t_created on fund_detail (type, created_at, id) include (merchant_id);

-- Accounts: upstream:<id>, fees, upstreamCost, commission, adjustments, conversion, treasury, suspense. Each is kept per
-- merchant of its entries and summed: no account is one row or one place that every command writes to.
create table platform_posting (
  id bigint generated always as identity,
  entry_id bigint not null,
  -- of the entry
  merchant_id bigint not null,
  account text not null,
  currency text not null,
  amount numeric(24, 6) not null check (amount <> 0),
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  foreign key (entry_id, merchant_id) references journal_entry (id, merchant_id)
);
comment on table platform_posting is 'Postings to the platform''s accounts, append-only sums without a locked row.';
create index platform_posting_entry on platform_posting (entry_id);
create index platform_posting_time on platform_posting using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);

create table status_edge (
  resource text not null,
  event text not null,
  -- null: the row does not exist yet
  from_status integer,
  to_status integer not null,
  unique nulls not distinct (resource, event, from_status, to_status)
);
comment on table status_edge is
  'Listed edges of the state machines, written at each start from server/ledger/statusMachines.ts.';

create sequence order_log_seal_no;

create table order_log (
  id bigint not null,
  resource text not null default 'collectOrder',
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
  -- the request that it is a consequence of, however late (server/platform/trace.ts)
  trace_id text default nullif(current_setting('paydesk.trace', true), ''),
  seal_no bigint not null
    default nextval(case when pg_current_xact_id() > '0'::xid8 then 'order_log_seal_no'::regclass end),
  created_at timestamptz not null default now(),
  primary key (id, merchant_id)
);
comment on table order_log is 'What happened to orders, requests and merchants: who, when, before and after.';
create index order_log_order on order_log (order_id, id);
create index order_log_order_no on order_log (order_no);
create index order_log_m_created on order_log (merchant_id, created_at, id);
create index order_log_created on order_log (created_at, id) include (merchant_id);
create index order_log_trace on order_log (trace_id) where trace_id is not null;
create unique index order_log_seal_no_key on order_log (seal_no);
alter sequence order_log_seal_no owned by order_log.seal_no;

-- Every posting, with the merchant of its entry and the holder of its account.
create view ledger_leg with (security_invoker = true) as
select d.created_at as at, e.merchant_id, d.merchant_id as holder_id,
  (array['pending', 'available', 'frozen'])[d.account] as account, d.currency, d.amount, d.entry_id
from fund_detail d join journal_entry e on e.id = d.entry_id
union all
select p.created_at, p.merchant_id, 0::bigint, p.account, p.currency, p.amount, p.entry_id
from platform_posting p;

create table ledger_mark (
  single boolean primary key default true check (single),
  at timestamptz not null
);
comment on table ledger_mark is 'Until when ledger_sum holds whole hours; later sums are read from the postings.';

-- Of the entries of one merchant (merchant_id) on the accounts of one holder: a merchant or an agent, or 0 for the
-- platform. A worker adds whole hours that nobody can post to any more.
create table ledger_sum (
  span smallint not null check (span in (1, 2)),
  at timestamptz not null,
  merchant_id bigint not null,
  holder_id bigint not null,
  account text not null,
  currency text not null,
  debit numeric(30, 6) not null,
  credit numeric(30, 6) not null,
  primary key (span, at, merchant_id, holder_id, account, currency)
);
comment on table ledger_sum is 'Debits and credits by hour (span 1) and by day (span 2) per account.';

-- Debits and credits before an instant: whole days, the hours after them, the postings after those.
create function ledger_until(until timestamptz)
returns table (merchant_id bigint, holder_id bigint, account text, currency text, debit numeric, credit numeric)
language sql stable begin atomic
  with cut as (
    select least(date_trunc('hour', until, 'UTC'),
      coalesce((select m.at from ledger_mark m), '-infinity'::timestamptz)) as at
  )
  select s.merchant_id, s.holder_id, s.account, s.currency, s.debit, s.credit
  from ledger_sum s where s.span = 2 and s.at < (select date_trunc('day', cut.at, 'UTC') from cut)
  union all
  select s.merchant_id, s.holder_id, s.account, s.currency, s.debit, s.credit
  from ledger_sum s
  where s.span = 1 and s.at >= (select date_trunc('day', cut.at, 'UTC') from cut) and s.at < (select cut.at from cut)
  union all
  select l.merchant_id, l.holder_id, l.account, l.currency, greatest(-l.amount, 0), greatest(l.amount, 0)
  from ledger_leg l where l.at >= (select cut.at from cut) and l.at < until;
end;

create table seal (
  id bigint generated always as identity primary key,
  chain text not null check (chain in ('order_log', 'ledger')),
  from_id bigint not null,
  to_id bigint not null,
  rows bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- 24 bytes a row, its id and half its hash, so that the verifier can name the row
  leaves bytea not null default '',
  -- numbers of the rows that it covers
  from_no bigint not null,
  to_no bigint not null,
  -- every number above to_no was drawn after this instant of the database's clock; null where more rows were waiting
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  -- of what is hashed: older seals stay verifiable when it changes
  version smallint not null default 1,
  unique (chain, from_id)
);
comment on table seal is
  'Seals over ranges of the order log and the ledger: a hash of the rows and of the seal before.';
create unique index seal_to_no on seal (chain, to_no);
create index seal_closed on seal (chain, id) where closed_at is not null;

create table seal_mark (
  chain text primary key check (chain in ('order_log', 'ledger')),
  seal_no bigint not null,
  xid xid8 not null,
  drawn_at timestamptz not null
);
comment on table seal_mark is
  'Per chain: numbers up to seal_no were drawn by transactions below xid, later ones after drawn_at.';

-- A row of a seal: its id and half its hash.
create function seal_leaf(id bigint, content jsonb) returns bytea language sql stable
return int8send(id) || substring(sha256(convert_to(content::text, 'UTF8')) from 1 for 16);

-- The rows of the order log as they are sealed.
create view seal_order_log as
select l.id, l.created_at, l.seal_no,
  seal_leaf(l.id, jsonb_build_array(l.seal_no, l.resource, l.order_id, l.order_no, l.merchant_id, l.event, l.operator,
    l.operator_id, l.before, l.after, l.remark, l.ip, l.trace_id, extract(epoch from l.created_at))) as leaf
from order_log l;

-- The entries of the ledger with their postings as they are sealed.
create view seal_ledger as
select e.id, e.created_at, e.seal_no,
  seal_leaf(e.id, jsonb_build_array(e.seal_no, e.kind, e.merchant_id, e.currency, e.order_id, e.command_key,
    e.reverses, e.operator, e.remark, extract(epoch from e.created_at), details.rows, postings.rows)) as leaf
from journal_entry e
cross join lateral (
  select jsonb_agg(jsonb_build_array(d.id, d.merchant_id, d.account, d.currency, d.type, trim_scale(d.amount),
      trim_scale(d.balance_before), trim_scale(d.balance_after), d.seq, d.order_id, d.order_no, d.merchant_order_no,
      d.operator, d.is_system, d.remark, extract(epoch from d.created_at)) order by d.id) as rows
  from fund_detail d where d.entry_id = e.id) details
cross join lateral (
  select jsonb_agg(jsonb_build_array(p.id, p.account, p.currency, trim_scale(p.amount)) order by p.id) as rows
  from platform_posting p where p.entry_id = e.id) postings;

grant select, insert, update, delete on ledger_mark, ledger_sum to paydesk_server;
grant select, insert, update on merchant_asset, seal_mark to paydesk_server;
grant select, insert on journal_entry, ledger_command, fund_detail, platform_posting, order_log, seal to paydesk_server;
grant select on status_edge, ledger_leg, seal_order_log, seal_ledger to paydesk_server;
grant select on merchant_asset, fund_detail, order_log to paydesk_merchant;
grant usage, select on sequence order_log_seal_no, journal_entry_seal_no to paydesk_server;
