-- A line of a statement names money that its upstream told of without a reference, until its match is undone.
alter table suspended_reference add column bill_id bigint references bank_bill;
grant update (bill_id), delete on suspended_reference to paydesk_server;

insert into suspended_reference (entry_id, order_id, reference, bill_id)
select b.entry_id, b.order_id, b.utr, b.id
from bank_bill b join journal_entry e on e.id = b.entry_id and e.kind = 'suspense' and e.order_id = b.order_id
where b.direction = 1 and b.status in (1, 2) and b.effect = 'suspense' and b.utr is not null
  and not exists (select from journal_entry r where r.reverses = e.id)
  and not exists (
    select from suspended_reference s where s.order_id = b.order_id and reference_form(s.reference) = reference_form(b.utr)
  )
on conflict (entry_id) do nothing;

-- What the bank takes back of a collection carries its reference: such a reference proves no payout.
create or replace function other_holder(wanted text, way smallint, own bigint, credited_only boolean, requester bigint)
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
      -- A request that nobody has approved stands in the way of its own merchant's alone: anybody may write any number.
      and (h.credited or not credited_only
        and (h.kind not in ('manual_order', 'recharge_order') or h.merchant_id = requester))
    order by h.credited desc limit 1;
end $$;
