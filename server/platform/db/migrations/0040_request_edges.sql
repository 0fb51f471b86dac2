-- I11 learns of requests and of merchants; a test compares the edges with server/ledger/*States.ts.
create or replace view order_edge as
select 'collectOrder' as resource, event, from_status, to_status from collect_edge
union all
select * from (values
  ('collectOrder', 'forceConfirm', 0, 2), ('collectOrder', 'forceConfirm', 1, 2), ('collectOrder', 'forceConfirm', 3, 2),
  ('collectOrder', 'forceConfirm', 4, 2), ('collectOrder', 'forceConfirm', 5, 2), ('collectOrder', 'forceConfirm', 7, 2),
  ('collectOrder', 'matchProof', 1, 2), ('collectOrder', 'matchProof', 7, 2),
  ('collectOrder', 'overrule', 1, 3), ('collectOrder', 'overrule', 7, 3),
  ('payOrder', 'create', null::int, 0),
  ('payOrder', 'askApproval', 0, 1),
  ('payOrder', 'approve', 1, 2), ('payOrder', 'deny', 1, 6),
  ('payOrder', 'queue', 0, 2),
  ('payOrder', 'submitUpstream', 2, 3), ('payOrder', 'retry', 3, 2),
  ('payOrder', 'fail', 3, 5), ('payOrder', 'fail', 9, 5),
  ('payOrder', 'timeout', 3, 9),
  ('payOrder', 'paid', 3, 4), ('payOrder', 'paid', 9, 4),
  ('payOrder', 'cancel', 0, 7), ('payOrder', 'cancel', 1, 7), ('payOrder', 'cancel', 2, 7),
  ('payOrder', 'overrule', 0, 6), ('payOrder', 'overrule', 1, 6), ('payOrder', 'overrule', 2, 6),
  ('payOrder', 'markReturned', 4, 8),
  ('payOrder', 'forceConfirm', 3, 4), ('payOrder', 'forceConfirm', 9, 4),
  ('withdrawal', 'apply', null::int, 0),
  ('withdrawal', 'confirmRate', 0, 1), ('withdrawal', 'confirmRate', 1, 1),
  ('withdrawal', 'complete', 1, 2),
  ('withdrawal', 'refund', 0, 3), ('withdrawal', 'refund', 1, 3),
  ('withdrawal', 'cancel', 0, 4)
) edge (resource, event, from_status, to_status)
union all
select resource, event, from_status, to_status
from (values ('rechargeOrder'), ('manualOrder')) of (resource), (values
  ('create', null::int, 0), ('submitAsked', 0, 1), ('approve', 1, 2), ('deny', 1, 3)
) edge (event, from_status, to_status)
union all
select * from (values
  ('adjustment', 'create', null::int, 1), ('adjustment', 'approve', 1, 2), ('adjustment', 'deny', 1, 3),
  ('merchant', 'enable', 0, 1), ('merchant', 'enable', 2, 1), ('merchant', 'enable', 3, 1),
  ('merchant', 'disable', 0, 2), ('merchant', 'disable', 1, 2), ('merchant', 'disable', 3, 2),
  ('merchant', 'freeze', 1, 3)
) edge (resource, event, from_status, to_status);
