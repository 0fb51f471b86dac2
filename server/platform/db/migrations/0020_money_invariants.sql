-- The invariants of both directions: I10–I12 learn of payouts, I17–I21 are new.

alter table order_log add column resource text not null default 'collectOrder';

create or replace view invariant_i10 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  'the merchant used ' || o.merchant_order_no || ' for another order' as problem
from collect_order o
where exists (select from collect_order x
  where x.merchant_id = o.merchant_id and x.merchant_order_no = o.merchant_order_no and x.id <> o.id)
union all
select null, o.id, o.merchant_id, 'pay_order ' || o.id, 'the merchant used ' || o.merchant_order_no || ' for another order'
from pay_order o
where exists (select from pay_order x
  where x.merchant_id = o.merchant_id and x.merchant_order_no = o.merchant_order_no and x.id <> o.id);

-- The edges of server/ledger/*States.ts, which a test compares.
create view order_edge as
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
) edge (resource, event, from_status, to_status);

create or replace view invariant_i11 as
select null::bigint as entry_id, l.order_id, l.merchant_id, 'order_log ' || l.id as subject,
  format('%s took the order from %s to %s', l.event, coalesce(l.before ->> 'status', 'nothing'), l.after ->> 'status')
    as problem
from order_log l
where l.after ? 'status' and not exists (select from order_edge e
  where e.resource = l.resource and e.event = l.event and e.to_status = (l.after ->> 'status')::int
    and e.from_status is not distinct from (l.before ->> 'status')::int);

create or replace view invariant_i12 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, o.subject || o.id as subject,
  format('status %s, its log ends at %s', o.status, coalesce(last.status::text, 'nothing')) as problem
from (
  select id, merchant_id, status, 'collect_order ' as subject from collect_order
  union all select id, merchant_id, status, 'pay_order ' from pay_order
  union all select id, merchant_id, status, 'withdrawal ' from withdrawal
) o left join lateral (
  select (after ->> 'status')::int as status from order_log
  where order_id = o.id and after ? 'status' order by id desc limit 1) last on true
where o.status::int is distinct from last.status;

-- I17 a payout or withdrawal has one hold, is paid or released at most once, and what came back was paid
create view invariant_i17 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, o.subject || o.id as subject,
  format('status %s: %s holds, %s paid, %s released, %s returned', o.status, n.holds, n.paid, n.released, n.returned)
    as problem
from (
  select id, merchant_id, status, 'pay_order ' as subject, status in (4, 8) as paid, status in (5, 6, 7) as released,
    status = 8 as returned from pay_order
  union all
  select id, merchant_id, status, 'withdrawal ', status = 2, status in (3, 4), false from withdrawal
) o cross join lateral (
  select count(*) filter (where kind in ('payoutHold', 'withdrawalHold')) as holds,
    count(*) filter (where kind in ('payout', 'withdrawal')) as paid,
    count(*) filter (where kind in ('payoutRelease', 'withdrawalRelease')) as released,
    count(*) filter (where kind = 'payoutReturn') as returned
  from journal_entry where order_id = o.id) n
where (n.holds, n.paid, n.released, n.returned) <> (1, o.paid::int, o.released::int, o.returned::int);

-- I18 a transaction hash pays one withdrawal
create view invariant_i18 as
select null::bigint as entry_id, w.id as order_id, w.merchant_id, 'withdrawal ' || w.id as subject,
  'the hash ' || w.transaction_hash || ' paid another withdrawal too' as problem
from withdrawal w
where w.transaction_hash is not null
  and exists (select from withdrawal x where x.transaction_hash = w.transaction_hash and x.id <> w.id);

-- I19 what is frozen is what open payouts and withdrawals hold
create view invariant_i19 as
select null::bigint as entry_id, null::bigint as order_id, a.merchant_id,
  'merchant_asset ' || a.id || ' ' || a.currency as subject,
  format('frozen %s, open items hold %s', trim_scale(a.frozen), trim_scale(open.held)) as problem
from merchant_asset a cross join lateral (
  select coalesce((select sum(amount + fee) from pay_order
      where merchant_id = a.merchant_id and currency = a.currency and status in (0, 1, 2, 3, 9)), 0)
    + coalesce((select sum(amount) from withdrawal
      where merchant_id = a.merchant_id and currency = a.currency and status in (0, 1)), 0) as held) open
where a.frozen <> open.held;

-- I20 the USDT distributed is floor6 of what is left after the fee at the confirmed rate
create view invariant_i20 as
select null::bigint as entry_id, w.id as order_id, w.merchant_id, 'withdrawal ' || w.id as subject,
  format('%s less %s at %s gives %s, not %s', trim_scale(w.amount), trim_scale(w.fee), trim_scale(w.exchange_rate),
    trim_scale(trunc((w.amount - w.fee) / w.exchange_rate, 6)), trim_scale(w.usdt_amount)) as problem
from withdrawal w
where w.status in (1, 2) and w.usdt_amount is distinct from trunc((w.amount - w.fee) / w.exchange_rate, 6);

-- I21 nobody checks what they made
create view invariant_i21 as
select null::bigint as entry_id, null::bigint as order_id, merchant_id, 'approval ' || id as subject,
  'asked and answered by ' || maker as problem
from approval where status in (2, 3) and maker_id is not null and maker_id = checker_id
union all
select null, id, merchant_id, subject || id, 'made and checked by the same person' from (
  select id, merchant_id, status, maker_id, checker_id, 'adjustment ' as subject from adjustment
  union all select id, merchant_id, status, maker_id, checker_id, 'recharge_order ' from recharge_order
  union all select id, merchant_id, status, maker_id, checker_id, 'manual_order ' from manual_order
) asked where status = 2 and maker_id is not null and maker_id = checker_id;

grant select on all tables in schema public to paydesk_server;

-- I9 counts what re-settlements added to or took from the settled credit.
create or replace view invariant_i09 as
select s.entry_id, s.order_id, s.merchant_id, 'order_settlement ' || s.id as subject,
  format('net %s commission %s, credited %s and %s, the order says %s − %s and %s', trim_scale(s.net),
    trim_scale(s.commission), trim_scale(credit.net), trim_scale(credit.commission),
    coalesce(trim_scale(o.paid_amount)::text, 'nothing'), trim_scale(o.fee), trim_scale(o.commission)) as problem
from order_settlement s join collect_order o on o.id = s.order_id cross join lateral (
  select coalesce(sum(d.amount) filter (where d.type in (7, 16) and d.merchant_id = s.merchant_id), 0) as net,
    coalesce(sum(d.amount) filter (where d.type in (15, 16) and d.merchant_id = s.agent_id), 0) as commission
  from fund_detail d
  where d.account = 2 and (d.entry_id = s.entry_id or d.entry_id in (
    select id from journal_entry where order_id = s.order_id and kind = 'resettlement'))) credit
where s.reversed_at is null
  and (s.net is distinct from o.paid_amount - o.fee or s.net <> credit.net or s.commission <> credit.commission
    or s.merchant_id <> o.merchant_id
    or s.commission <> case when o.agent_id is null then 0 else o.commission end);
