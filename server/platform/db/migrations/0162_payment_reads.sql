-- What suspense holds, whose a reference is and what was drawn are read from payments.

-- What an entry has drawn of a payment in suspense, unless it was reversed.
create view payment_draw as
select a.merchant_id, a.payment_id, a.entry_id, a.order_id, a.amount
from payment_allocation a
where a.entry_id <> a.payment_id and a.amount > 0 and not exists (select from journal_entry r where r.reverses = a.entry_id);
grant select on payment_draw to paydesk_server;

create or replace view reference_holder as
select direction, reference, order_id, order_no, merchant_id, kind, credited, form
from (
  select 1::smallint as direction, utr as reference, id as order_id, order_no, merchant_id, 'collect_order' as kind,
    paid_amount is not null as credited, reference_form(utr) as form
  from collect_order where utr is not null and status <> 6
  union all
  select 1, p.reference, o.id, o.order_no, o.merchant_id, 'collect_order', true, p.normalised_reference
  from payment p join collect_order o on o.id = p.order_id
  where p.held and p.reference is not null and exists (
    select from payment_draw d where d.merchant_id = p.merchant_id and d.payment_id = p.id and d.order_id = p.order_id)
  union all
  select 1, utr, id, order_no, merchant_id, 'manual_order', status = 2, reference_form(utr)
  from manual_order where status in (1, 2)
  union all
  select 1, reference, id, order_no, merchant_id, 'recharge_order', status = 2, reference_form(reference)
  from recharge_order where status in (1, 2)
  union all
  select direction, utr, order_id, order_no, merchant_id, 'bank_bill', true, reference_form(utr)
  from bank_bill where utr is not null and status in (1, 2)
  union all
  select 2, utr, id, order_no, merchant_id, 'pay_order', true, reference_form(utr) from pay_order where utr is not null
) held;

-- Whose a reference is that an upstream names: what is booked under it, or what is in suspense under it for another order.
-- In statements of their own, so that the second sees what was committed before the first had its lock.
create or replace function doubted_for(wanted text, way smallint, own bigint)
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

-- A request that draws its money from suspense stands beside the order that the money came for, under one reference.
create or replace view holder_alone as
select h.* from reference_holder h
where h.credited and not (h.kind in ('manual_order', 'recharge_order') and exists (
  select from payment_draw d where d.order_id = h.order_id));

-- I15 the applied money is the order's, or is in suspense
create or replace view invariant_i15 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  format('status %s, amount %s, paid %s, applied %s', o.status, trim_scale(o.amount),
    coalesce(trim_scale(o.paid_amount)::text, 'nothing'), trim_scale(applied.amount)) as problem
from collect_order o cross join lateral (
  select coalesce(sum(d.amount), 0) as amount from journal_entry e join fund_detail d on d.entry_id = e.id
  where e.order_id = o.id and e.kind = 'collection' and d.type = 1 and d.currency = o.currency) applied
where case
  when o.status not in (2, 6) then applied.amount <> 0
  when applied.amount <> o.amount or o.paid_amount is null then true
  when o.paid_amount = o.amount then exists (
    select from journal_entry e join platform_posting p on p.entry_id = e.id
    where e.order_id = o.id and e.kind = 'collection' and p.account = 'adjustments')
  when o.paid_amount < o.amount then o.amount - o.paid_amount is distinct from (
    select -sum(p.amount) from journal_entry e join platform_posting p on p.entry_id = e.id
    where e.order_id = o.id and e.kind = 'collection' and p.account = 'adjustments' and p.currency = o.currency)
  else o.paid_amount > (
    select coalesce(sum(p.amount), 0) from payment p where p.order_id = o.id and p.held and p.currency = o.currency) + (
    select coalesce(sum(a.amount), 0)
    from payment_allocation a join payment p on p.merchant_id = a.merchant_id and p.id = a.payment_id
    where a.order_id = o.id and a.entry_id <> a.payment_id and a.amount > 0 and p.order_id <> o.id
      and p.currency = o.currency) end
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('in review for %s, suspense holds %s', trim_scale(o.paid_amount), trim_scale(held.amount))
from collect_order o cross join lateral (
  select coalesce(sum(p.amount), 0) as amount from journal_entry e join platform_posting p on p.entry_id = e.id
  where e.order_id = o.id and p.account = 'suspense') held
where o.status = 7 and o.paid_amount is not null and held.amount < o.paid_amount;

-- I28 a payment is booked once for its order
create or replace view invariant_i28 as
select p.id as entry_id, p.order_id, o.merchant_id, 'collect_order ' || p.order_id as subject,
  format('UTR %s is booked more than once for %s', p.reference, o.order_no) as problem
from payment p join collect_order o on o.id = p.order_id
where p.held and p.reference is not null and p.status in ('suspended', 'allocated')
  and (
    exists (
      select from payment t
      where t.order_id = p.order_id and t.held and t.normalised_reference = p.normalised_reference and t.id < p.id
        and t.status in ('suspended', 'allocated')
    )
    or o.status = 2 and reference_form(o.utr) = p.normalised_reference and not exists (
      select from journal_entry e join platform_posting s on s.entry_id = e.id
      where e.order_id = o.id and e.kind = 'collection' and s.account = 'suspense'
    )
  );

-- I30 is part of I32.
drop view invariant_i30;

-- I31 what suspense holds for an order that has its end is listed for a person, with what there is of it
create or replace view invariant_i31 as
select h.id as entry_id, h.order_id, o.merchant_id, 'journal_entry ' || h.id as subject,
  format('%s %s is in suspense for %s and listed nowhere', trim_scale(h.suspended), h.currency, o.order_no) as problem
from payment h join collect_order o on o.id = h.order_id
where h.status = 'suspended' and o.status in (2, 3, 4, 5, 6)
  and not exists (select from review_item i where i.entry_id = h.id)
union all
select i.entry_id, i.order_id, i.merchant_id, 'review_item ' || i.id,
  format('lists %s %s, which suspense does not hold so', trim_scale(i.amount), i.currency)
from review_item i
where i.kind = 'moreMoney' and i.status = 'open'
  and not exists (select from payment h where h.id = i.entry_id and h.suspended = i.amount);

-- A line may be of money that is in suspense, by its amount.
drop index platform_posting_suspense;
create index payment_suspended on payment (currency, amount) where status = 'suspended';

drop view suspense_held, live_draw;
drop table suspense_draw, suspended_reference;
