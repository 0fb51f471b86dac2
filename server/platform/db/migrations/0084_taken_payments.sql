-- I15 once more: what was paid for an order may have come from the money that waited for another one, which a person's
-- confirmation took.
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
      and p.amount > 0) + (
    select coalesce(sum(d.amount), 0) from journal_entry e join suspense_draw d on d.draw_id = e.id
      join journal_entry w on w.id = d.entry_id
    where e.order_id = o.id and e.kind = 'collection' and w.order_id is distinct from o.id
      and w.currency = o.currency) end
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('in review for %s, suspense holds %s', trim_scale(o.paid_amount), trim_scale(held.amount))
from collect_order o cross join lateral (
  select coalesce(sum(p.amount), 0) as amount from journal_entry e join platform_posting p on p.entry_id = e.id
  where e.order_id = o.id and p.account = 'suspense') held
where o.status = 7 and o.paid_amount is not null and held.amount < o.paid_amount;
