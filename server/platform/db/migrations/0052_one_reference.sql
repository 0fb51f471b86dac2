-- A bank reference is of one thing in its direction: what holds one, and whether money was booked on it.

create view reference_holder as
select 1::smallint as direction, utr as reference, id as order_id, order_no, merchant_id, 'collect_order' as kind,
  paid_amount is not null as credited
from collect_order where utr is not null and status <> 6
union all
select 1, utr, id, order_no, merchant_id, 'manual_order', status = 2 from manual_order where status in (1, 2)
union all
select 1, reference, id, order_no, merchant_id, 'recharge_order', status = 2 from recharge_order where status in (1, 2)
union all
select direction, utr, order_id, order_no, merchant_id, 'bank_bill', true
from bank_bill where utr is not null and status in (1, 2)
union all
select 2, utr, id, order_no, merchant_id, 'pay_order', true from pay_order where utr is not null;
grant select on reference_holder to paydesk_server;
create index manual_order_reference on manual_order (utr) where status in (1, 2);
create index recharge_order_reference_held on recharge_order (reference) where status in (1, 2);

-- I27 a bank reference is booked for one thing
create view invariant_i27 as
select null::bigint as entry_id, order_id, merchant_id, kind || ' ' || order_id as subject,
  format('UTR %s is booked for %s and %s', reference, one, other) as problem
from (
  select h.*, min(order_no) over same as one, max(order_no) over same as other
  from reference_holder h where credited
  window same as (partition by direction, reference)
) held where one <> other;

-- The same of a few orders, by the indexes.
create view invariant_i27_of as
select null::bigint as entry_id, h.order_id, h.merchant_id, h.kind || ' ' || h.order_id as subject,
  format('UTR %s is booked for %s and %s', h.reference, h.order_no, other.order_no) as problem
from reference_holder h cross join lateral (
  select o.order_no from reference_holder o
  where o.reference = h.reference and o.direction = h.direction and o.order_id <> h.order_id and o.credited limit 1
) other where h.credited;
grant select on invariant_i27, invariant_i27_of to paydesk_server;

-- An order has one line that is its payment; what came beside it waits in suspense, as many lines as there are.
drop index bank_bill_order;
create unique index bank_bill_order on bank_bill (order_id) where status in (1, 2) and effect <> 'suspense';
create index bank_bill_of_order on bank_bill (order_id) where status in (1, 2);
