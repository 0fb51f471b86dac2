-- Seals follow numbers that the database gives, not ids and instants of the servers' clocks. Version 1 of a seal covers
-- rows by id and stays verifiable over the rows without a number; version 2 covers numbers (from_no to to_no).

-- A number is drawn by a transaction that already has its id, so that "every transaction below this id has ended"
-- implies "every number drawn until then is committed or will never be".
create sequence order_log_seal_no;
create sequence journal_entry_seal_no;
alter table order_log add column seal_no bigint;
alter table journal_entry add column seal_no bigint;
alter sequence order_log_seal_no owned by order_log.seal_no;
alter sequence journal_entry_seal_no owned by journal_entry.seal_no;

-- What no seal covers yet is numbered in the order of its ids.
update order_log l set seal_no = n.no
from (select id, nextval('order_log_seal_no') as no from (
  select id from order_log
  where id > coalesce((select max(to_id) from seal where chain = 'order_log'), 0) order by id) open) n
where l.id = n.id;
update journal_entry e set seal_no = n.no
from (select id, nextval('journal_entry_seal_no') as no from (
  select id from journal_entry
  where id > coalesce((select max(to_id) from seal where chain = 'ledger'), 0) order by id) open) n
where e.id = n.id;

alter table order_log
  alter column seal_no set default
    nextval(case when pg_current_xact_id() > '0'::xid8 then 'order_log_seal_no'::regclass end);
alter table journal_entry
  alter column seal_no set default
    nextval(case when pg_current_xact_id() > '0'::xid8 then 'journal_entry_seal_no'::regclass end);
-- Only what version 1 covers has no number. Not valid: the rows that are there are not read for it.
do $$
declare guarded record;
begin
  for guarded in
    select t.name, coalesce((select max(to_id) from seal where chain = t.chain), 0) as last
    from (values ('order_log', 'order_log'), ('journal_entry', 'ledger')) t (name, chain)
  loop
    execute format('alter table %1$I add constraint %2$I check (seal_no is not null or id <= %3$s) not valid',
      guarded.name, guarded.name || '_numbered', guarded.last);
  end loop;
end $$;
create unique index order_log_seal_no_key on order_log (seal_no) where seal_no is not null;
create unique index journal_entry_seal_no_key on journal_entry (seal_no) where seal_no is not null;

alter table seal add column version smallint not null default 1;
alter table seal
  alter column version set default 2,
  add column from_no bigint,
  add column to_no bigint,
  -- Every number above to_no was drawn after this instant of the database's clock; null where more rows were waiting.
  add column closed_at timestamptz,
  -- Also stops the sealer of an older program that still runs on this database.
  add constraint seal_numbered check (version = 1 or (from_no is not null and to_no is not null));
create unique index seal_to_no on seal (chain, to_no) where version = 2;
create index seal_closed on seal (chain, id) where closed_at is not null;

-- Per chain: every number up to seal_no was drawn by a transaction whose id is below xid, every later one after drawn_at.
create table seal_mark (
  chain text primary key check (chain in ('order_log', 'ledger')),
  seal_no bigint not null,
  xid xid8 not null,
  drawn_at timestamptz not null
);

create or replace view seal_order_log as
select l.id, l.created_at, seal_leaf(l.id, jsonb_build_array(l.order_id, l.order_no, l.merchant_id, l.event, l.operator,
    l.operator_id, l.before, l.after, l.remark, l.ip, extract(epoch from l.created_at))) as leaf,
  l.seal_no,
  seal_leaf(l.id, jsonb_build_array(l.seal_no, l.resource, l.order_id, l.order_no, l.merchant_id, l.event, l.operator,
    l.operator_id, l.before, l.after, l.remark, l.ip, extract(epoch from l.created_at))) as numbered_leaf
from order_log l;

create or replace view seal_ledger as
select e.id, e.created_at, seal_leaf(e.id, jsonb_build_array(e.kind, e.merchant_id, e.currency, e.order_id,
    e.command_key, e.reverses, e.operator, e.remark, extract(epoch from e.created_at), details.rows, postings.rows)) as leaf,
  e.seal_no,
  seal_leaf(e.id, jsonb_build_array(e.seal_no, e.kind, e.merchant_id, e.currency, e.order_id, e.command_key,
    e.reverses, e.operator, e.remark, extract(epoch from e.created_at), details.rows, postings.rows)) as numbered_leaf
from journal_entry e
cross join lateral (
  select jsonb_agg(jsonb_build_array(d.id, d.merchant_id, d.account, d.currency, d.type, trim_scale(d.amount),
      trim_scale(d.balance_before), trim_scale(d.balance_after), d.seq, d.order_id, d.order_no, d.merchant_order_no,
      d.operator, d.is_system, d.remark, extract(epoch from d.created_at)) order by d.id) as rows
  from fund_detail d where d.entry_id = e.id) details
cross join lateral (
  select jsonb_agg(jsonb_build_array(p.id, p.account, p.currency, trim_scale(p.amount)) order by p.id) as rows
  from platform_posting p where p.entry_id = e.id) postings;

grant usage, select on sequence order_log_seal_no, journal_entry_seal_no to paydesk_server;
grant select, insert, update on seal_mark to paydesk_server;
