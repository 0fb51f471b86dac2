-- Each payment in suspense by itself, with what confirmations and requests have left of it.
create view suspense_held as
select e.id as entry_id, e.order_id, e.currency, s.reference, p.amount - drawn.amount as amount, drawn.amount = 0 as whole,
  (select nullif(split_part(u.account, ':', 2), '0')::bigint from platform_posting u
   where u.entry_id = e.id and u.account like 'upstream:%' limit 1) as upstream_id
from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
left join suspended_reference s on s.entry_id = e.id
cross join lateral (select coalesce(sum(d.amount), 0) as amount from live_draw d where d.entry_id = e.id) drawn
where e.kind = 'suspense' and e.reverses is null and p.amount > drawn.amount
  and not exists (select from journal_entry r where r.reverses = e.id);
grant select on suspense_held to paydesk_server;

-- An item that ended because its money had left suspense begins anew where that comes back; one that a person closed
-- stays closed.
alter table review_item add column by_itself boolean not null default false;

-- What was listed by amount and reference alone is listed by the payment that it was about.
with listed as (
  select i.id, i.order_id, i.amount, i.currency, reference_form(coalesce(i.utr, '')) as form,
    row_number() over (
      partition by i.order_id, i.amount, i.currency, reference_form(coalesce(i.utr, '')) order by i.id
    ) as nth
  from review_item i where i.kind = 'moreMoney' and i.entry_id is null and i.status = 'open'
), held as (
  select h.entry_id, h.order_id, h.amount, h.currency, reference_form(coalesce(h.reference, '')) as form,
    row_number() over (
      partition by h.order_id, h.amount, h.currency, reference_form(coalesce(h.reference, '')) order by h.entry_id
    ) as nth
  from suspense_held h where not exists (select from review_item x where x.entry_id = h.entry_id)
)
update review_item i set entry_id = h.entry_id, told_key = 'entry:' || h.entry_id
from listed l join held h using (order_id, amount, currency, form, nth)
where i.id = l.id;
insert into review_item (id, merchant_id, order_kind, order_id, order_no, kind, upstream_id, amount, currency, utr, said, entry_id,
  told_key, created_at)
select h.entry_id, o.merchant_id, 'collectOrder', o.id, o.order_no, 'moreMoney', h.upstream_id, h.amount, h.currency, h.reference,
  concat_ws(', ', format('+ %s %s', trim_scale(h.amount), h.currency), 'UTR ' || h.reference), h.entry_id,
  'entry:' || h.entry_id, e.created_at
from suspense_held h join journal_entry e on e.id = h.entry_id
join collect_order o on o.id = h.order_id and o.status in (2, 3, 4, 5, 6)
where not exists (select from review_item x where x.entry_id = h.entry_id)
on conflict do nothing;
-- Of two items about one payment one is enough, and what has gone is nothing to see to.
update review_item i set status = 'done', closed_by = 'system', closed_at = now(), by_itself = true, version = version + 1,
  reason = '款项已不在挂账'
where i.kind = 'moreMoney' and i.status = 'open'
  and not exists (select from suspense_held h where h.entry_id = i.entry_id);
update review_item i set amount = h.amount, version = version + 1
from suspense_held h
where h.entry_id = i.entry_id and i.kind = 'moreMoney' and i.status = 'open' and i.amount <> h.amount;

-- I31 what suspense holds for an order that has its end is listed for a person, with what there is of it
create view invariant_i31 as
select h.entry_id, h.order_id, o.merchant_id, 'journal_entry ' || h.entry_id as subject,
  format('%s %s waits in suspense for %s and is listed nowhere', trim_scale(h.amount), h.currency, o.order_no) as problem
from suspense_held h join collect_order o on o.id = h.order_id
where o.status in (2, 3, 4, 5, 6) and not exists (select from review_item i where i.entry_id = h.entry_id)
union all
select i.entry_id, i.order_id, i.merchant_id, 'review_item ' || i.id,
  format('lists %s %s, which suspense does not hold so', trim_scale(i.amount), i.currency)
from review_item i
where i.kind = 'moreMoney' and i.status = 'open'
  and not exists (select from suspense_held h where h.entry_id = i.entry_id and h.amount = i.amount);
grant select on invariant_i31 to paydesk_server;
