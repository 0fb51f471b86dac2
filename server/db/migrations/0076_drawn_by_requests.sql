-- A request that draws its money from suspense stands beside the order that the money waited for, under one reference.
create view holder_alone as
select h.* from reference_holder h
where h.credited and not (h.kind in ('manual_order', 'recharge_order') and exists (
  select from journal_entry e join live_draw d on d.draw_id = e.id where e.order_id = h.order_id));

create or replace view invariant_i27 as
select null::bigint as entry_id, order_id, merchant_id, kind || ' ' || order_id as subject,
  format('UTR %s is booked for %s and %s', reference, one, other) as problem
from (
  select h.*, min(order_no) over same as one, max(order_no) over same as other
  from holder_alone h
  window same as (partition by direction, reference)
) held where one <> other;

create or replace view invariant_i27_of as
select null::bigint as entry_id, h.order_id, h.merchant_id, h.kind || ' ' || h.order_id as subject,
  format('UTR %s is booked for %s and %s', h.reference, h.order_no, other.order_no) as problem
from holder_alone h cross join lateral (
  select o.order_no from holder_alone o
  where o.reference = h.reference and o.direction = h.direction and o.order_id <> h.order_id limit 1
) other;
