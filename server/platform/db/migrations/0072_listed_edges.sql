-- The log tells of an approval rule's status too, and a rule is no order: it is switched on and off as its keeper likes.

-- I11 the log of what has a state machine has listed edges only
create or replace view invariant_i11 as
select null::bigint as entry_id, l.order_id, l.merchant_id, 'order_log ' || l.id as subject,
  format('%s took the order from %s to %s', l.event, coalesce(l.before ->> 'status', 'nothing'), l.after ->> 'status')
    as problem
from order_log l
where l.after ? 'status' and l.resource in (select resource from order_edge)
  and not exists (select from order_edge e
    where e.resource = l.resource and e.event = l.event and e.to_status = (l.after ->> 'status')::int
      and e.from_status is not distinct from (l.before ->> 'status')::int);
