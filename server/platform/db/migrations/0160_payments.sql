-- Received money as rows: each payment that was booked, and what it was used for.

-- A payment has the id of the ledger entry that booked it. No foreign keys: it is written in the transaction of that
-- entry, and I32 compares the two.
create table payment (
  merchant_id bigint not null,
  id bigint not null,
  source text not null check (source in ('notice', 'statementLine', 'forcedConfirmation', 'request')),
  upstream_id bigint,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  -- Booked to suspense; otherwise it was credited as it came.
  held boolean not null,
  -- What of it is in suspense.
  suspended numeric(24, 6) not null default 0 check (suspended between 0 and amount),
  status text not null check (status in ('allocated', 'suspended', 'returned', 'writtenOff')),
  -- The bank reference as it was given, and in the form in which references are compared.
  reference text,
  normalised_reference text generated always as (reference_form(reference)) stored,
  upstream_order_no text,
  -- An upstream told of it, whoever did so first.
  noticed boolean not null default false,
  -- The payment of this order that a confirmation took for this one: lines have proved both.
  replaces_id bigint,
  -- The statement line that proves it; named_by_line: the reference is known from that line alone.
  bill_id bigint,
  bill_no text,
  named_by_line boolean not null default false,
  -- The order or request that it was received for.
  order_kind text not null check (order_kind in ('collectOrder', 'manualOrder', 'rechargeOrder')),
  order_id bigint not null,
  order_no text not null,
  -- The numbers of the orders and requests that it is allocated to, and the merchant of one that is not the payment's own.
  used_for text,
  used_merchant_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  check ((status = 'suspended') = (suspended > 0)),
  check (held or suspended = 0),
  check (not named_by_line or bill_id is not null and reference is not null)
);

-- What an entry used of a payment for an order; below zero where the entry reversed such a use. A payment that the entry
-- booked itself never was in suspense.
create table payment_allocation (
  merchant_id bigint not null,
  payment_id bigint not null,
  entry_id bigint not null,
  order_id bigint not null,
  order_no text not null,
  order_merchant_id bigint not null,
  amount numeric(24, 6) not null check (amount <> 0),
  primary key (merchant_id, payment_id, entry_id)
);
grant select, insert, update on payment to paydesk_server;
grant select, insert on payment_allocation to paydesk_server;

-- Backfill: money that was booked to suspense.
insert into payment (merchant_id, id, source, upstream_id, currency, amount, held, suspended, status, reference,
  upstream_order_no, noticed, replaces_id, bill_id, bill_no, named_by_line, order_kind, order_id, order_no, created_at)
select o.merchant_id, e.id,
  case when starts_with(e.command_key, 'bill:') or starts_with(e.command_key, 'beside:') then 'statementLine' else 'notice' end,
  upstream.id, e.currency, p.amount, true, case when r.id is null then p.amount - drawn.amount else 0 end,
  case when starts_with(r.command_key, 'unmatch:') then 'returned' when r.id is not null then 'writtenOff'
    when p.amount > drawn.amount then 'suspended' else 'allocated' end,
  s.reference,
  coalesce(w.upstream_order_no, i.upstream_order_no,
    case when e.command_key like 'paid:%' and split_part(e.command_key, ':', 2) <> e.order_id::text
      then split_part(e.command_key, ':', 3) end),
  not starts_with(e.command_key, 'bill:') and not starts_with(e.command_key, 'beside:') or w.entry_id is not null,
  case when starts_with(e.command_key, 'beside:') then split_part(e.command_key, ':', 2)::bigint end,
  b.id, b.bill_no, s.bill_id is not null and b.id is not null, 'collectOrder', o.id, o.order_no, e.created_at
from journal_entry e
join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
join collect_order o on o.id = e.order_id
left join journal_entry r on r.reverses = e.id
left join suspended_reference s on s.entry_id = e.id
left join suspended_word w on w.entry_id = e.id
left join lateral (
  select max(x.upstream_order_no) as upstream_order_no from review_item x where x.entry_id = e.id
) i on true
left join lateral (
  select x.id, x.bill_no from bank_bill x where x.entry_id = e.id and x.effect = 'suspense' and x.status in (1, 2)
  order by x.id limit 1
) b on true
cross join lateral (select coalesce(sum(d.amount), 0) as amount from live_draw d where d.entry_id = e.id) drawn
left join lateral (
  select nullif(split_part(u.account, ':', 2), '0')::bigint as id from platform_posting u
  where u.entry_id = e.id and u.account like 'upstream:%' limit 1
) upstream on true
where e.kind = 'suspense' and e.reverses is null;

-- What the upstream paid of confirmed orders directly.
insert into payment (merchant_id, id, source, upstream_id, currency, amount, held, status, reference, upstream_order_no,
  noticed, bill_id, bill_no, named_by_line, order_kind, order_id, order_no, created_at)
select o.merchant_id, e.id,
  case when starts_with(e.command_key, 'bill:') then 'statementLine'
    when starts_with(e.command_key, 'confirm:') then 'forcedConfirmation' else 'notice' end,
  upstream.id, e.currency, came.amount, false, case when r.id is null then 'allocated' else 'returned' end,
  coalesce(o.utr, b.utr), o.upstream_order_no,
  not starts_with(e.command_key, 'bill:') and not starts_with(e.command_key, 'confirm:'), b.id, b.bill_no, o.utr is null and b.utr is not null,
  'collectOrder', o.id, o.order_no, e.created_at
from journal_entry e
join collect_order o on o.id = e.order_id
cross join lateral (
  select o.amount + coalesce(sum(p.amount), 0) as amount from platform_posting p
  where p.entry_id = e.id and p.account in ('suspense', 'adjustments')
) came
left join lateral (
  select nullif(split_part(u.account, ':', 2), '0')::bigint as id from platform_posting u
  where u.entry_id = e.id and u.account like 'upstream:%' limit 1
) upstream on true
left join lateral (select x.id from journal_entry x where x.reverses = e.id limit 1) r on true
left join lateral (
  select x.id, x.bill_no, x.utr from bank_bill x
  where x.order_id = o.id and x.effect in ('paid', 'tied') and x.status in (1, 2) order by x.id limit 1
) b on true
where e.kind = 'collection' and came.amount > 0;

-- Requests that were not credited from suspense.
insert into payment (merchant_id, id, source, upstream_id, currency, amount, held, status, reference, bill_id, bill_no, order_kind,
  order_id, order_no, created_at)
select e.merchant_id, e.id, 'request', upstream.id, e.currency, q.amount, false, 'allocated', q.reference, b.id, b.bill_no, q.kind, q.id,
  q.order_no, e.created_at
from journal_entry e
join (
  select 'manualOrder' as kind, id, order_no, amount, utr as reference from manual_order
  union all select 'rechargeOrder', id, order_no, amount, reference from recharge_order
) q on q.id = e.order_id
left join lateral (
  select nullif(split_part(u.account, ':', 2), '0')::bigint as id from platform_posting u
  where u.entry_id = e.id and u.account like 'upstream:%' limit 1
) upstream on true
left join lateral (
  select x.id, x.bill_no from bank_bill x where x.order_id = q.id and x.effect = 'tied' and x.status in (1, 2) order by x.id limit 1
) b on true
where e.kind = 'recharge' and not exists (select from suspense_draw d where d.draw_id = e.id);

insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
select merchant_id, id, id, order_id, order_no, merchant_id, amount from payment where not held;

insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
select p.merchant_id, p.id, e.id, q.id, q.order_no, q.merchant_id, d.amount
from suspense_draw d
join payment p on p.id = d.entry_id
join journal_entry e on e.id = d.draw_id
join (
  select id, order_no, merchant_id from collect_order
  union all select id, order_no, merchant_id from manual_order
  union all select id, order_no, merchant_id from recharge_order
) q on q.id = e.order_id;

insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
select a.merchant_id, a.payment_id, r.id, a.order_id, a.order_no, a.order_merchant_id, -a.amount
from payment_allocation a join journal_entry r on r.reverses = a.entry_id and r.kind = 'reversal';

update payment p set used_for = used.orders, used_merchant_id = used.other
from (
  select merchant_id, payment_id, string_agg(order_no, ', ' order by order_no) as orders,
    max(order_merchant_id) filter (where order_merchant_id <> merchant_id) as other
  from (
    select merchant_id, payment_id, order_no, order_merchant_id from payment_allocation
    group by merchant_id, payment_id, order_no, order_merchant_id having sum(amount) > 0
  ) live group by merchant_id, payment_id
) used
where p.merchant_id = used.merchant_id and p.id = used.payment_id;

-- A line of a confirmed order whose money all came from suspense proves the payments of its reference, or those without one.
with lines as (
  select b.id, b.bill_no, p.merchant_id, p.id as payment_id, p.normalised_reference = reference_form(b.utr) as same,
    bool_or(p.normalised_reference = reference_form(b.utr)) over (partition by b.id) as any_same
  from bank_bill b
  join payment_allocation a on a.order_id = b.order_id and a.entry_id <> a.payment_id and a.amount > 0
  join payment p on p.merchant_id = a.merchant_id and p.id = a.payment_id and p.bill_id is null
  where b.direction = 1 and b.status in (1, 2) and b.effect in ('paid', 'tied')
    and not exists (select from payment own where own.bill_id = b.id)
)
update payment p set bill_id = l.id, bill_no = l.bill_no
from lines l
where p.merchant_id = l.merchant_id and p.id = l.payment_id and (l.same or l.any_same is not true and p.reference is null);

create unique index payment_id on payment (id);
create index payment_created on payment (created_at, id) include (merchant_id);
create index payment_open on payment (status, created_at, id) where status <> 'allocated';
create index payment_order on payment (order_id);
create index payment_order_no on payment (order_no text_pattern_ops);
create index payment_reference on payment (reference text_pattern_ops) where reference is not null;
create index payment_held_reference on payment (normalised_reference) where held and reference is not null;
create index payment_bill on payment (bill_id) where bill_id is not null;
-- Uses of payments that had been in suspense, and reversals.
create index payment_allocation_entry on payment_allocation (entry_id) where entry_id <> payment_id;
create index payment_allocation_order on payment_allocation (order_id) where entry_id <> payment_id;

-- I32 a payment is its ledger entry, and what is left of it in suspense is what no order was allocated
create view invariant_i32 as
select p.id as entry_id, p.order_id, p.merchant_id, 'payment ' || p.id as subject,
  format('%s of %s %s, allocated %s, in suspense %s', p.status, trim_scale(p.amount), p.currency, trim_scale(used.amount),
    trim_scale(p.suspended)) as problem
from payment p
left join journal_entry e on e.id = p.id and e.reverses is null
cross join lateral (
  select coalesce(sum(a.amount), 0) as amount, count(*) filter (where a.entry_id = p.id) as direct,
    coalesce(bool_and(exists (
      select from journal_entry u where u.id = a.entry_id and u.order_id = a.order_id and u.currency = p.currency)), true)
      as entries
  from payment_allocation a where a.merchant_id = p.merchant_id and a.payment_id = p.id
) used
cross join lateral (
  select coalesce(sum(s.amount), 0) as amount from platform_posting s
  where s.entry_id = p.id and s.account = 'suspense'
) held
where e.id is null or e.merchant_id <> p.merchant_id or e.currency <> p.currency or e.order_id is distinct from p.order_id
  or not used.entries or used.amount < 0 or used.amount > p.amount
  or p.held <> (e.kind = 'suspense') or used.direct <> (not p.held)::int or p.held and held.amount <> p.amount
  or case p.status
    when 'allocated' then used.amount <> p.amount
    when 'suspended' then p.suspended <> p.amount - used.amount
    else used.amount <> 0 or not p.held and p.status = 'writtenOff'
  end
  or p.held and (p.status in ('returned', 'writtenOff')) <> exists (
    select from journal_entry r where r.reverses = e.id);

-- I32 each entry that moves suspense moves payments by as much, and each that credits received money allocates it
create view invariant_i32_entry as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  format('moves suspense by %s, payments by %s', trim_scale(moved.amount), trim_scale(payments.amount)) as problem
from journal_entry e
cross join lateral (
  select coalesce(sum(s.amount), 0) as amount from platform_posting s where s.entry_id = e.id and s.account = 'suspense'
) moved
cross join lateral (
  select coalesce(case
      when e.kind = 'suspense' then (
        select case when e.reverses is null then p.amount else -p.amount end from payment p where p.id = coalesce(e.reverses, e.id))
      when e.kind = 'recharge' then (select -p.amount from payment p where p.id = e.id and p.upstream_id is null)
    end, 0) - coalesce((
      select sum(a.amount) from payment_allocation a join payment b on b.id = a.payment_id and b.held
      where a.entry_id = e.id and a.entry_id <> a.payment_id), 0) as amount
) payments
where moved.amount <> payments.amount
union all
select e.id, e.order_id, e.merchant_id, 'journal_entry ' || e.id,
  format('credits %s of received money, allocates %s', trim_scale(credited.amount), trim_scale(allocated.amount))
from journal_entry e
cross join lateral (
  select coalesce((select sum(d.amount) from fund_detail d where d.entry_id = e.id and d.type in (1, 14)), 0)
    + coalesce((select sum(s.amount) from platform_posting s where s.entry_id = e.id and s.account = 'adjustments'), 0) as amount
) credited
cross join lateral (
  select coalesce((select a.amount from payment_allocation a
      where a.merchant_id = e.merchant_id and a.payment_id = e.id and a.entry_id = e.id), 0)
    + coalesce((select sum(a.amount) from payment_allocation a where a.entry_id = e.id and a.entry_id <> a.payment_id), 0)
    as amount
) allocated
where e.kind in ('collection', 'recharge') and credited.amount <> allocated.amount;
grant select on invariant_i32, invariant_i32_entry to paydesk_server;
