-- The counts by status kept the fee that an order had before it was settled again; a settled order was a success then.
insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
select 'collectOrder', date_trunc('hour', o.created_at, 'UTC'), o.merchant_id, o.currency, 2, 0, 0,
  (l.after ->> 'fee')::numeric - (l.before ->> 'fee')::numeric
from order_log l join collect_order o on o.id = l.order_id
where l.event = 'resettle' and l.resource = 'collectOrder' and l.after ? 'fee' and l.before ? 'fee';
