-- A person may confirm an order of which less, or more, has arrived than its amount. What was paid stays what was paid:
-- the platform bears what lacks (adjustments), what is too much stays in suspense. The merchant is credited with the
-- order's amount either way.

-- I9 the settled credit is the applied amount less the fee; I15 makes the applied amount the order's.
create or replace view invariant_i09 as
select s.entry_id, s.order_id, s.merchant_id, 'order_settlement ' || s.id as subject,
  format('net %s commission %s, credited %s and %s, the order says %s − %s and %s', trim_scale(s.net),
    trim_scale(s.commission), trim_scale(credit.net), trim_scale(credit.commission),
    trim_scale(o.amount), trim_scale(o.fee), trim_scale(o.commission)) as problem
from order_settlement s join collect_order o on o.id = s.order_id cross join lateral (
  select coalesce(sum(d.amount) filter (where d.type in (7, 16) and d.merchant_id = s.merchant_id), 0) as net,
    coalesce(sum(d.amount) filter (where d.type in (15, 16) and d.merchant_id = s.agent_id), 0) as commission
  from (
    select s.entry_id as id
    union all
    select e.id from journal_entry e where e.order_id = s.order_id and e.kind = 'resettlement'
  ) entry join fund_detail d on d.entry_id = entry.id
  where d.account = 2) credit
where s.reversed_at is null
  and (s.net is distinct from o.amount - o.fee or s.net <> credit.net or s.commission <> credit.commission
    or s.merchant_id <> o.merchant_id
    or s.commission <> case when o.agent_id is null then 0 else o.commission end);

-- I15 the applied amount and currency are the order's, or the order is in review with the money in suspense. What the
-- order was paid is that amount too, less what its collection booked to the platform's adjustments, or more by what
-- came into suspense for it.
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
    select coalesce(sum(p.amount), 0) from journal_entry e join platform_posting p on p.entry_id = e.id
    where e.order_id = o.id and e.kind = 'suspense' and p.account = 'suspense' and p.currency = o.currency
      and p.amount > 0) end
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('in review for %s, suspense holds %s', trim_scale(o.paid_amount), trim_scale(held.amount))
from collect_order o cross join lateral (
  select coalesce(sum(p.amount), 0) as amount from journal_entry e join platform_posting p on p.entry_id = e.id
  where e.order_id = o.id and p.account = 'suspense') held
where o.status = 7 and o.paid_amount is not null and held.amount < o.paid_amount;
