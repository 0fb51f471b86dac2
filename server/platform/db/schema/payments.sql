-- Received money: each payment that was booked, what it was used for, and what a person must look at.
-- No foreign keys to the ledger: a payment is written in the transaction of its entry, and I32 compares the two.

create table payment (
  merchant_id bigint not null,
  id bigint not null,
  source text not null check (source in ('notice', 'statementLine', 'forcedConfirmation', 'request')),
  upstream_id bigint,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  -- booked to suspense; otherwise it was credited as it came
  held boolean not null,
  -- what of it is in suspense
  suspended numeric(24, 6) not null default 0 check (suspended between 0 and amount),
  status text not null check (status in ('allocated', 'suspended', 'returned', 'writtenOff')),
  -- the bank reference as given, and in the form in which references are compared
  reference text,
  normalised_reference text generated always as (reference_form(reference)) stored,
  upstream_order_no text,
  -- an upstream reported it, whoever did so first
  noticed boolean not null default false,
  -- the payment of this order that a confirmation took for this one: lines have proved both
  replaces_id bigint,
  -- the statement line that proves it; named_by_line: the reference is known from that line alone
  bill_id bigint,
  bill_no text,
  named_by_line boolean not null default false,
  -- the order or request that it was received for
  order_kind text not null check (order_kind in ('collectOrder', 'manualOrder', 'rechargeOrder')),
  order_id bigint not null,
  order_no text not null,
  -- the numbers of what it is allocated to, and the merchant of one that is not the payment's own
  used_for text,
  used_merchant_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  check ((status = 'suspended') = (suspended > 0)),
  check (held or suspended = 0),
  check (not named_by_line or bill_id is not null and reference is not null)
);
comment on table payment is 'Received payments: source, amount, reference, and what of each is in suspense.';
create index payment_id on payment (id);
create index payment_created on payment (created_at, id) include (merchant_id);
create index payment_open on payment (status, created_at, id) where status <> 'allocated';
create index payment_order on payment (order_id);
create index payment_order_no on payment (order_no text_pattern_ops);
create index payment_reference on payment (reference text_pattern_ops) where reference is not null;
create index payment_held_reference on payment (normalised_reference) where held and reference is not null;
create index payment_bill on payment (bill_id) where bill_id is not null;
create index payment_suspended on payment (currency, amount) where status = 'suspended';

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
comment on table payment_allocation is
  'What a ledger entry used of a payment for an order; below zero where it reversed such a use.';
-- uses of payments that had been in suspense, and their reversals
create index payment_allocation_entry on payment_allocation (entry_id) where entry_id <> payment_id;
create index payment_allocation_order on payment_allocation (order_id) where entry_id <> payment_id;

create table review_item (
  id bigint not null,
  merchant_id bigint not null references merchant,
  order_kind text not null check (order_kind in ('collectOrder', 'payOrder')),
  order_id bigint not null,
  order_no text not null,
  kind text not null check (kind in ('moreMoney', 'paidAfterEnd', 'contradiction')),
  status text not null default 'open' check (status in ('open', 'done')),
  upstream_id bigint references upstream,
  -- as reported; null where that was no amount, or no currency
  amount numeric(24, 6),
  currency text,
  utr text,
  upstream_order_no text,
  reported text,
  -- the entry that booked the money to suspense, where one did
  entry_id bigint,
  report_key text not null,
  closer_id bigint references sys_user,
  closed_by text,
  closed_at timestamptz,
  reason text,
  -- closed because its money had left suspense, and opened again where that comes back; one that a person closed
  -- stays closed
  by_itself boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  check ((status = 'done') = (closed_by is not null and closed_at is not null and reason is not null))
);
comment on table review_item is 'Money that a person must look at although its order does not wait for one.';
-- the same notice again is no second item, even of one that is closed
create unique index review_item_report on review_item (order_id, report_key, merchant_id);
create index review_item_entry on review_item (entry_id) where entry_id is not null;
create index review_item_created on review_item (created_at, id);
create index review_item_s_created on review_item (status, created_at, id);
create index review_item_merchant on review_item (merchant_id, created_at, id);

-- What entries have used of payments in suspense, unless they were reversed.
create view payment_draw as
select a.merchant_id, a.payment_id, a.entry_id, a.order_id, a.amount
from payment_allocation a
where a.entry_id <> a.payment_id and a.amount > 0
  and not exists (select from journal_entry r where r.reverses = a.entry_id);

-- What bank references are booked or asked for.
create view reference_holder as
select direction, reference, order_id, order_no, merchant_id, kind, credited, form
from (
  select 1::smallint as direction, utr as reference, id as order_id, order_no, merchant_id, 'collect_order' as kind,
    paid_amount is not null as credited, reference_form(utr) as form
  from collect_order where utr is not null and status <> :collectStatus.reversed
  union all
  select 1, p.reference, o.id, o.order_no, o.merchant_id, 'collect_order', true, p.normalised_reference
  from payment p join collect_order o on o.id = p.order_id
  where p.held and p.reference is not null and exists (
    select from payment_draw d where d.merchant_id = p.merchant_id and d.payment_id = p.id and d.order_id = p.order_id)
  union all
  select 1, utr, id, order_no, merchant_id, 'manual_order', status = :requestStatus.approved, reference_form(utr)
  from manual_order where status in (:requestStatus.pending, :requestStatus.approved)
  union all
  select 1, reference, id, order_no, merchant_id, 'recharge_order', status = :requestStatus.approved, reference_form(reference)
  from recharge_order where status in (:requestStatus.pending, :requestStatus.approved)
  union all
  select direction, utr, order_id, order_no, merchant_id, 'bank_bill', true, reference_form(utr)
  from bank_bill where utr is not null and status in (:billStatus.auto, :billStatus.manual)
  union all
  select 2, utr, id, order_no, merchant_id, 'pay_order', true, reference_form(utr) from pay_order where utr is not null
) held;

-- Who else has this reference. Locks the reference until commit: of two that ask, the second sees what the first wrote.
-- What the bank takes back of a collection carries its reference: such a reference proves no payout.
create function other_holder(wanted text, way smallint, own bigint, credited_only boolean, requester bigint)
returns table (order_no text, merchant_id bigint) language plpgsql volatile as $$
declare
  same text := reference_form(wanted);
begin
  perform pg_advisory_xact_lock(hashtextextended(way || '/' || same, 7301));
  return query
    select h.order_no, h.merchant_id
    from (
      select * from reference_holder o where o.reference = same
      union all
      select * from reference_holder o where o.form = same and o.reference !~ '^[0-9]{12}$'
    ) h
    where (h.direction = way or way = 1 and h.kind = 'pay_order'
        or way = 2 and h.credited and h.kind in ('collect_order', 'bank_bill'))
      and h.order_id <> own
      -- A request that nobody has approved blocks its own merchant's alone: anybody may write any number.
      and (h.credited or not credited_only
        and (h.kind not in ('manual_order', 'recharge_order') or h.merchant_id = requester))
    order by h.credited desc limit 1;
end $$;

-- Whose the reference is that an upstream names: what is booked under it, or in suspense under it for another order.
-- Two statements, so that the second sees what was committed before the first had its lock.
create function doubted_for(wanted text, way smallint, own bigint)
returns table (order_no text, merchant_id bigint) language plpgsql volatile as $$
begin
  return query select h.order_no, h.merchant_id from other_holder(wanted, way, own, true, null) h;
  if found or way <> 1 then
    return;
  end if;
  return query
    select p.order_no, p.merchant_id from payment p
    where p.held and p.normalised_reference = reference_form(wanted) and p.order_id <> own and p.status = 'suspended'
      and p.suspended = p.amount
    limit 1;
end $$;

grant select, insert, update on payment, review_item to paydesk_server;
grant select, insert on payment_allocation to paydesk_server;
grant select on payment_draw, reference_holder to paydesk_server;
