-- What must always hold (I1–I16), as views that must return no row. Each names the faulty row in `subject`, says what
-- is wrong in `problem`, and carries the keys by which the monitor asks only for what changed: an equality on
-- entry_id, order_id or merchant_id reaches the tables' indexes through every view that has it.

-- I1 the ledger sums to zero per currency
create view invariant_i01 as
select null::bigint as entry_id, null::bigint as order_id, null::bigint as merchant_id,
  'currency ' || currency as subject, 'the ledger sums to ' || trim_scale(sum(amount)) as problem
from (select currency, amount from fund_detail union all select currency, amount from platform_posting) leg
group by currency having sum(amount) <> 0;

-- I2 each entry is balanced and has two legs or more
create view invariant_i02 as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  leg.legs || ' legs that sum to ' || trim_scale(leg.sum) as problem
from journal_entry e cross join lateral (
  select count(*) as legs, coalesce(sum(amount), 0) as sum from (
    select amount from fund_detail where entry_id = e.id
    union all select amount from platform_posting where entry_id = e.id) own) leg
where leg.legs < 2 or leg.sum <> 0;

-- I3 a balance is the sum of its postings, and its sequence their number
create view invariant_i03 as
select null::bigint as entry_id, null::bigint as order_id, a.merchant_id,
  'merchant_asset ' || a.id || ' ' || a.currency as subject,
  format('pending %s available %s frozen %s, details sum to %s %s %s', trim_scale(a.pending), trim_scale(a.available),
    trim_scale(a.frozen), trim_scale(d.pending), trim_scale(d.available), trim_scale(d.frozen)) as problem
from merchant_asset a cross join lateral (
  select coalesce(sum(amount) filter (where account = 1), 0) as pending, count(*) filter (where account = 1) as pending_seq,
    coalesce(sum(amount) filter (where account = 2), 0) as available, count(*) filter (where account = 2) as available_seq,
    coalesce(sum(amount) filter (where account = 3), 0) as frozen, count(*) filter (where account = 3) as frozen_seq
  from fund_detail where merchant_id = a.merchant_id and currency = a.currency) d
where (a.pending, a.available, a.frozen, a.pending_seq, a.available_seq, a.frozen_seq)
  is distinct from (d.pending, d.available, d.frozen, d.pending_seq, d.available_seq, d.frozen_seq);

-- I3 as the monitor asks it: with an unbroken chain (I4) the last detail of an account carries the sum of all.
create view invariant_i03_tip as
select null::bigint as entry_id, null::bigint as order_id, a.merchant_id,
  'merchant_asset ' || a.id || ' ' || a.currency as subject,
  format('account %s stands at %s after %s, its last detail at %s after %s', held.account, trim_scale(held.balance),
    held.seq, coalesce(trim_scale(tip.balance_after), 0), coalesce(tip.seq, 0)) as problem
from merchant_asset a
cross join lateral (values (1, a.pending, a.pending_seq), (2, a.available, a.available_seq), (3, a.frozen, a.frozen_seq))
  held (account, balance, seq)
left join lateral (
  select balance_after, seq from fund_detail
  where merchant_id = a.merchant_id and currency = a.currency and account = held.account
  order by seq desc limit 1) tip on true
where (held.balance, held.seq) is distinct from (coalesce(tip.balance_after, 0), coalesce(tip.seq, 0));

-- I4 the before/after chain has no gap
create view invariant_i04 as
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id as subject,
  format('seq %s goes %s → %s, the one before ended at %s', d.seq, trim_scale(d.balance_before),
    trim_scale(d.balance_after), coalesce(trim_scale(p.balance_after)::text, 'nothing')) as problem
from fund_detail d left join fund_detail p
  on p.merchant_id = d.merchant_id and p.currency = d.currency and p.account = d.account and p.seq = d.seq - 1
where d.balance_after <> d.balance_before + d.amount
  or d.seq < 1
  or (d.seq > 1 and p.id is null)
  or d.balance_before <> coalesce(p.balance_after, 0);

-- I5 no account is or ever was below minus its overdraft limit; a reversed commission alone may take an agent below
create view invariant_i05_now as
select null::bigint as entry_id, null::bigint as order_id, merchant_id,
  'merchant_asset ' || id || ' ' || currency as subject,
  format('pending %s available %s frozen %s, overdraft %s', trim_scale(pending), trim_scale(available),
    trim_scale(frozen), trim_scale(overdraft)) as problem
from merchant_asset
where pending < 0 or frozen < 0 or available < -(overdraft + commission_debt);

create view invariant_i05_past as
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id as subject,
  format('account %s was taken to %s', d.account, trim_scale(d.balance_after)) as problem
from fund_detail d
where d.balance_after < 0 and d.amount < 0
  and (d.account <> 2
    or (not exists (select from merchant_asset a where a.merchant_id = d.merchant_id and a.currency = d.currency
        and d.balance_after >= -a.overdraft)
      and not exists (select from journal_entry e where e.id = d.entry_id and e.kind = 'reversal'
        and e.merchant_id <> d.merchant_id)));

create view invariant_i05 as
select * from invariant_i05_now union all select * from invariant_i05_past;

-- I6 a posting is in the currency of its entry and of its account
create view invariant_i06 as
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id as subject,
  format('%s in an entry of %s', d.currency, e.currency) as problem
from fund_detail d join journal_entry e on e.id = d.entry_id where d.currency <> e.currency
union all
select p.entry_id, e.order_id, e.merchant_id, 'platform_posting ' || p.id,
  format('%s in an entry of %s', p.currency, e.currency)
from platform_posting p join journal_entry e on e.id = p.entry_id where p.currency <> e.currency
union all
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id, 'the merchant has no account in ' || d.currency
from fund_detail d
where not exists (select from merchant_asset a where a.merchant_id = d.merchant_id and a.currency = d.currency);

-- I7 at most one live settlement per order
create view invariant_i07 as
select null::bigint as entry_id, order_id, min(merchant_id) as merchant_id, 'collect_order ' || order_id as subject,
  count(*) || ' live settlements' as problem
from order_settlement where reversed_at is null group by order_id having count(*) > 1;

-- I8 settled flag ⇔ live settlement
create view invariant_i08 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  'settled without a live settlement' as problem
from collect_order o
where o.settled and not exists (select from order_settlement s where s.order_id = o.id and s.reversed_at is null)
union all
select s.entry_id, s.order_id, s.merchant_id, 'order_settlement ' || s.id,
  case when o.id is null then 'no such order' else 'live, but the order is not settled' end
from order_settlement s left join collect_order o on o.id = s.order_id
where s.reversed_at is null and (o.id is null or not o.settled);

-- I9 the settled credit is the paid amount less the fee, and the agent's is the commission
create view invariant_i09 as
select s.entry_id, s.order_id, s.merchant_id, 'order_settlement ' || s.id as subject,
  format('net %s commission %s, credited %s and %s, the order says %s − %s and %s', trim_scale(s.net),
    trim_scale(s.commission), trim_scale(credit.net), trim_scale(credit.commission),
    coalesce(trim_scale(o.paid_amount)::text, 'nothing'), trim_scale(o.fee), trim_scale(o.commission)) as problem
from order_settlement s join collect_order o on o.id = s.order_id cross join lateral (
  select coalesce(sum(amount) filter (where type = 7 and merchant_id = s.merchant_id), 0) as net,
    coalesce(sum(amount) filter (where type = 15 and merchant_id = s.agent_id), 0) as commission
  from fund_detail where entry_id = s.entry_id and account = 2) credit
where s.reversed_at is null
  and (s.net is distinct from o.paid_amount - o.fee or s.net <> credit.net or s.commission <> credit.commission
    or s.merchant_id <> o.merchant_id
    or s.commission <> case when o.agent_id is null then 0 else o.commission end);

-- I10 a merchant order number is unique
create view invariant_i10 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  'the merchant used ' || o.merchant_order_no || ' for another order' as problem
from collect_order o
where exists (select from collect_order x
  where x.merchant_id = o.merchant_id and x.merchant_order_no = o.merchant_order_no and x.id <> o.id);

-- I11 only listed edges in the log (the list of server/ledger/states.ts, which a test compares)
create view collect_edge as
select * from (values
  ('create', null::int, 0),
  ('submitUpstream', 0, 1), ('submitUpstream', 3, 1),
  ('paid', 0, 2), ('paid', 1, 2),
  ('review', 0, 7), ('review', 1, 7), ('review', 3, 7), ('review', 4, 7), ('review', 5, 7),
  ('fail', 0, 3), ('fail', 1, 3),
  ('expire', 0, 4), ('expire', 1, 4),
  ('cancel', 0, 5), ('cancel', 1, 5),
  ('reverse', 2, 6)
) edge (event, from_status, to_status);

create view invariant_i11 as
select null::bigint as entry_id, l.order_id, l.merchant_id, 'order_log ' || l.id as subject,
  format('%s took the order from %s to %s', l.event, coalesce(l.before ->> 'status', 'nothing'), l.after ->> 'status')
    as problem
from order_log l
where l.after ? 'status' and not exists (select from collect_edge e
  where e.event = l.event and e.to_status = (l.after ->> 'status')::int
    and e.from_status is not distinct from (l.before ->> 'status')::int);

-- I12 the status is the one of the last event
create view invariant_i12 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  format('status %s, its log ends at %s', o.status, coalesce(last.status::text, 'nothing')) as problem
from collect_order o left join lateral (
  select (after ->> 'status')::int as status from order_log
  where order_id = o.id and after ? 'status' order by id desc limit 1) last on true
where o.status::int is distinct from last.status;

-- I13 a reversal undoes exactly what the order had, once
create view invariant_i13 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  case when entry.reversals <> 1 then entry.reversals || ' reversals of an order in status ' || o.status
    else 'the reversal leaves ' || left_over.accounts end as problem
from collect_order o
cross join lateral (select count(*) as reversals from journal_entry where order_id = o.id and kind = 'reversal') entry
left join lateral (
  select string_agg(account || ' ' || trim_scale(sum), ', ') as accounts from (
    select account, sum(amount) as sum from (
      select d.merchant_id || '/' || d.account as account, d.amount
      from journal_entry e join fund_detail d on d.entry_id = e.id where e.order_id = o.id and e.kind <> 'suspense'
      union all
      select p.account, p.amount
      from journal_entry e join platform_posting p on p.entry_id = e.id where e.order_id = o.id and e.kind <> 'suspense'
    ) leg group by account having sum(amount) <> 0) open
) left_over on true
where o.status = 6 and (entry.reversals <> 1 or left_over.accounts is not null)
union all
select e.id, e.order_id, e.merchant_id, 'journal_entry ' || e.id, 'a reversal of an order that is not reversed'
from journal_entry e
where e.kind = 'reversal' and not exists (select from collect_order o where o.id = e.order_id and o.status = 6);

-- I14 each upstream event is applied once
create view invariant_i14 as
select null::bigint as entry_id, order_id, min(merchant_id) as merchant_id, 'collect_order ' || order_id as subject,
  count(*) || ' collections' as problem
from journal_entry where kind = 'collection' and order_id is not null group by order_id having count(*) > 1
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  'upstream order ' || o.upstream_order_no || ' was paid into another order too'
from collect_order o
where o.status in (2, 6) and o.upstream_order_no is not null and exists (select from collect_order x
  where x.upstream_order_no = o.upstream_order_no and x.upstream_id = o.upstream_id and x.id <> o.id
    and x.status in (2, 6));

-- I15 the applied amount and currency are the order's, or the order is in review with the money in suspense
create view invariant_i15 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  format('status %s, amount %s, paid %s, applied %s', o.status, trim_scale(o.amount),
    coalesce(trim_scale(o.paid_amount)::text, 'nothing'), trim_scale(applied.amount)) as problem
from collect_order o cross join lateral (
  select coalesce(sum(d.amount), 0) as amount from journal_entry e join fund_detail d on d.entry_id = e.id
  where e.order_id = o.id and e.kind = 'collection' and d.type = 1 and d.currency = o.currency) applied
where case when o.status in (2, 6) then applied.amount <> o.amount or o.paid_amount is distinct from o.amount
  else applied.amount <> 0 end
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('in review for %s, suspense holds %s', trim_scale(o.paid_amount), trim_scale(held.amount))
from collect_order o cross join lateral (
  select coalesce(sum(p.amount), 0) as amount from journal_entry e join platform_posting p on p.entry_id = e.id
  where e.order_id = o.id and p.account = 'suspense') held
where o.status = 7 and o.paid_amount is not null and held.amount < o.paid_amount;

-- I16 callback count and status are what the attempts say
create view invariant_i16 as
select null::bigint as entry_id, s.order_id, s.merchant_id, 'callback_schedule ' || s.id as subject,
  format('state %s after %s attempts, its rows say %s, %s delivered', s.state, s.attempts, c.planned, c.delivered)
    as problem
from callback_schedule s cross join lateral (
  select count(*) filter (where not manual) as planned, count(*) filter (where delivered) as delivered
  from callback where order_id = s.order_id and schedule_id = s.id) c
where s.attempts <> c.planned or (s.state = 2) <> (c.delivered > 0)
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('%s callbacks counted, %s made', o.callback_count, c.made)
from collect_order o cross join lateral (select count(*) as made from callback where order_id = o.id) c
where o.callback_count <> c.made
union all
-- A schedule that waits for its first attempt by hand has not reached the order yet.
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('callback status %s, its latest schedule is in %s', o.callback_status, s.state)
from collect_order o join lateral (
  select state, attempts, next_try_at from callback_schedule where order_id = o.id order by id desc limit 1) s on true
where o.callback_status <> s.state and not (s.state = 1 and s.next_try_at is null);

-- What the monitor has found, one row per fault for as long as it is seen.
create table invariant_alert (
  id bigint generated always as identity primary key,
  invariant text not null,
  subject text not null,
  problem text not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  unique (invariant, subject)
);
-- Up to when everything was checked: 'changes' by the monitor, 'all' by the nightly run.
create table invariant_mark (
  name text primary key,
  checked_to timestamptz not null,
  faults integer not null default 0
);

-- The leaves of a seal: 24 bytes a row, its id and half its hash, so that the verifier can name the row.
alter table seal add column leaves bytea not null default '';

create function seal_leaf(id bigint, content jsonb) returns bytea language sql stable
return int8send(id) || substring(sha256(convert_to(content::text, 'UTF8')) from 1 for 16);

create view seal_order_log as
select l.id, l.created_at, seal_leaf(l.id, jsonb_build_array(l.order_id, l.order_no, l.merchant_id, l.event, l.operator,
  l.operator_id, l.before, l.after, l.remark, l.ip, extract(epoch from l.created_at))) as leaf
from order_log l;

create view seal_ledger as
select e.id, e.created_at, seal_leaf(e.id, jsonb_build_array(e.kind, e.merchant_id, e.currency, e.order_id,
  e.command_key, e.reverses, e.operator, e.remark, extract(epoch from e.created_at),
  (select jsonb_agg(jsonb_build_array(d.id, d.merchant_id, d.account, d.currency, d.type, trim_scale(d.amount),
      trim_scale(d.balance_before), trim_scale(d.balance_after), d.seq, d.order_id, d.order_no, d.merchant_order_no,
      d.operator, d.is_system, d.remark, extract(epoch from d.created_at)) order by d.id)
    from fund_detail d where d.entry_id = e.id),
  (select jsonb_agg(jsonb_build_array(p.id, p.account, p.currency, trim_scale(p.amount)) order by p.id)
    from platform_posting p where p.entry_id = e.id))) as leaf
from journal_entry e;

-- What expireOrders looks for every minute.
create index collect_order_open on collect_order (expires_at) where status in (0, 1);

grant select on all tables in schema public to paydesk_server;
grant select, insert, update on invariant_mark to paydesk_server;
grant select, insert, update, delete on invariant_alert to paydesk_server;
grant usage, select on all sequences in schema public to paydesk_server;
