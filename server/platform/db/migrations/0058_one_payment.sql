-- I28 a payment is booked once for its order: what waits in suspense under a reference waits once, and is not the
-- order's own money beside it. Money drawn from suspense when the order was confirmed is the order's own by then.
create view invariant_i28 as
select s.entry_id, s.order_id, o.merchant_id, 'collect_order ' || s.order_id as subject,
  format('UTR %s is booked more than once for %s', s.reference, o.order_no) as problem
from suspended_reference s join collect_order o on o.id = s.order_id
where not exists (select from journal_entry r where r.reverses = s.entry_id)
  and (
    exists (
      select from suspended_reference t where t.order_id = s.order_id and t.reference = s.reference
        and t.entry_id < s.entry_id and not exists (select from journal_entry r where r.reverses = t.entry_id)
    )
    or o.status = 2 and o.utr = s.reference and not exists (
      select from journal_entry e join platform_posting p on p.entry_id = e.id
      where e.order_id = o.id and e.kind = 'collection' and p.account = 'suspense'
    )
  );
grant select on invariant_i28 to paydesk_server;
