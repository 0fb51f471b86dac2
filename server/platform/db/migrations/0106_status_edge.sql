-- The edges of the state machines, filled at each start from server/ledger/statusMachines.ts: commands and I11 share one
-- source, so that no edge is missing on one side.
create table status_edge (
  resource text not null,
  event text not null,
  -- Null stands for a row that does not exist yet.
  from_status integer,
  to_status integer not null,
  unique nulls not distinct (resource, event, from_status, to_status)
);
grant select on status_edge to paydesk_server;

-- I11 the log of what has a state machine has listed edges only
create or replace view invariant_i11 as
select null::bigint as entry_id, l.order_id, l.merchant_id, 'order_log ' || l.id as subject,
  format('%s took the order from %s to %s', l.event, coalesce(l.before ->> 'status', 'nothing'), l.after ->> 'status')
    as problem
from order_log l
where l.after ? 'status' and l.resource in (select resource from status_edge)
  and not exists (select from status_edge e
    where e.resource = l.resource and e.event = l.event and e.to_status = (l.after ->> 'status')::int
      and e.from_status is not distinct from (l.before ->> 'status')::int);

drop view order_edge;
drop view collect_edge;
