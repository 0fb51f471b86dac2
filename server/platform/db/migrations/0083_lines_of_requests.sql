-- Money that a manual or a recharge order credited has its line in the statement as well.
-- I25 a matched bill and its order agree: the same currency, the money booked for it, no order matched twice
create or replace view invariant_i25 as
select null::bigint as entry_id, b.order_id, b.merchant_id, 'bank_bill ' || b.id as subject,
  format('%s %s %s, matched with %s', case b.direction when 1 then 'credit' else 'debit' end, trim_scale(b.amount),
    b.currency, coalesce(o.order_no, 'no order')) as problem
from bank_bill b
left join (
  select id, order_no, merchant_id, currency, amount, status, 1 as direction from collect_order
  union all select id, order_no, merchant_id, currency, amount, status, 2 from pay_order
  -- A request has its line too, once it is approved.
  union all select id, order_no, merchant_id, currency, amount, status, 1 from manual_order where status = 2
  union all select id, order_no, merchant_id, currency, amount, status, 1 from recharge_order where status = 2
) o on o.id = b.order_id and o.direction = b.direction
where b.status in (1, 2) and (o.id is null or o.currency <> b.currency or o.merchant_id <> b.merchant_id
  or o.order_no <> b.order_no or (b.effect <> 'suspense' and o.amount <> b.amount)
  or (b.effect = 'tied') <> (b.entry_id is null)
  or b.effect = 'paid' and o.status not in (2, 6) and b.direction = 1
  or b.effect = 'paid' and o.status not in (4, 8) and b.direction = 2)
union all
select null, b.order_id, b.merchant_id, 'bank_bill ' || b.id, 'open, yet it names an order'
from bank_bill b where b.status not in (1, 2) and (b.order_id is not null or b.effect is not null);
