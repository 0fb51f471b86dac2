-- A payment that waits for one order goes into another where a person names its reference there.
create or replace view invariant_i30 as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  format('draws %s from suspense, of payments %s', trim_scale(-p.amount), trim_scale(named.amount)) as problem
from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
cross join lateral (
  select coalesce(sum(d.amount), 0) as amount
  from suspense_draw d join journal_entry w on w.id = d.entry_id and w.currency = e.currency
  where d.draw_id = e.id
) named
where e.kind = 'collection' and p.amount < 0 and named.amount <> -p.amount
union all
select e.id, e.order_id, e.merchant_id, 'journal_entry ' || e.id,
  format('holds %s in suspense, of which %s was drawn', trim_scale(held.amount), trim_scale(drawn.amount))
from (select entry_id, sum(amount) as amount from live_draw group by entry_id) drawn
join journal_entry e on e.id = drawn.entry_id
cross join lateral (
  select coalesce(sum(p.amount), 0) as amount from platform_posting p
  where p.entry_id = e.id and p.account = 'suspense' and not exists (select from journal_entry r where r.reverses = e.id)
) held
where drawn.amount > held.amount;

create or replace function doubted_for(wanted text, way smallint, own bigint)
returns table (order_no text, merchant_id bigint) language plpgsql volatile as $$
begin
  return query select h.order_no, h.merchant_id from other_holder(wanted, way, own, true, null) h;
  if found or way <> 1 then
    return;
  end if;
  return query
    select o.order_no, o.merchant_id
    from suspended_reference s join collect_order o on o.id = s.order_id
    where reference_form(s.reference) = reference_form(wanted) and o.id <> own
      and not exists (select from journal_entry r where r.reverses = s.entry_id)
      and not exists (select from live_draw d where d.entry_id = s.entry_id)
    limit 1;
end $$;
