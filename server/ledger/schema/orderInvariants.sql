-- Invariants of orders and callbacks: none of these views may return a row.

-- I7 an order has at most one live settlement.
create view invariant_i07 as
select null::bigint as entry_id, order_id, min(merchant_id) as merchant_id, 'collect_order ' || order_id as subject,
  count(*) || ' live settlements' as problem
from order_settlement where reversed_at is null group by order_id having count(*) > 1;

-- I8 an order is settled exactly where it has a live settlement.
create view invariant_i08 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  'settled without a live settlement' as problem
from collect_order o
where o.settled and not exists (select from order_settlement s where s.order_id = o.id and s.reversed_at is null)
union all
select s.entry_id, s.order_id, s.merchant_id, 'order_settlement ' || s.id,
  case when o.id is null then 'no such order' else 'live, but the order is not settled' end
from order_settlement s left join collect_order o on o.id = s.order_id
where s.reversed_at is null and (o.id is null or not o.settled);

-- I9 the settled credit is the order's amount less its fee, re-settlements included. Where less or more was paid than
-- the amount, the platform bears the difference (adjustments, suspense).
create view invariant_i09 as
select s.entry_id, s.order_id, s.merchant_id, 'order_settlement ' || s.id as subject,
  format('net %s commission %s, credited %s and %s, the order says %s − %s and %s', trim_scale(s.net),
    trim_scale(s.commission), trim_scale(credit.net), trim_scale(credit.commission),
    trim_scale(o.amount), trim_scale(o.fee), trim_scale(o.commission)) as problem
from order_settlement s join collect_order o on o.id = s.order_id cross join lateral (
  select coalesce(sum(d.amount) filter (where d.type in (7, 16) and d.merchant_id = s.merchant_id), 0) as net,
    coalesce(sum(d.amount) filter (where d.type in (15, 16) and d.merchant_id = s.agent_id), 0) as commission
  from (
    select s.entry_id as id
    union all
    select e.id from journal_entry e where e.order_id = s.order_id and e.kind = 'resettlement'
  ) entry join fund_detail d on d.entry_id = entry.id
  where d.account = 2) credit
where s.reversed_at is null
  and (s.net is distinct from o.amount - o.fee or s.net <> credit.net or s.commission <> credit.commission
    or s.merchant_id <> o.merchant_id
    or s.commission <> case when o.agent_id is null then 0 else o.commission end);

-- I10 a merchant's own order number names one order of a kind.
create view invariant_i10 as
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

-- I11 the log of what has a state machine has listed edges only.
create view invariant_i11 as
select null::bigint as entry_id, l.order_id, l.merchant_id, 'order_log ' || l.id as subject,
  format('%s took the order from %s to %s', l.event, coalesce(l.before ->> 'status', 'nothing'), l.after ->> 'status')
    as problem
from order_log l
where l.after ? 'status' and l.resource in (select resource from status_edge)
  and not exists (select from status_edge e
    where e.resource = l.resource and e.event = l.event and e.to_status = (l.after ->> 'status')::int
      and e.from_status is not distinct from (l.before ->> 'status')::int);

-- I12 the status is that of the last event in the log.
create view invariant_i12 as
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

-- I13 a reversal undoes exactly what the order had, once.
create view invariant_i13 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  case when entry.reversals <> 1 then entry.reversals || ' reversals of an order in status ' || o.status
    else 'the reversal leaves ' || left_over.accounts end as problem
from collect_order o
cross join lateral (select count(*) as reversals from journal_entry where order_id = o.id and kind = 'reversal') entry
left join lateral (
  select string_agg(account || ' ' || trim_scale(sum), ', ') as accounts from (
    select account, sum(amount) as sum from (
      select d.merchant_id || '/' || d.account as account, d.amount
      from journal_entry e join fund_detail d on d.entry_id = e.id where e.order_id = o.id and e.kind <> 'suspense'
      union all
      select p.account, p.amount
      from journal_entry e join platform_posting p on p.entry_id = e.id where e.order_id = o.id and e.kind <> 'suspense'
    ) leg group by account having sum(amount) <> 0) open
) left_over on true
where o.status = :collectStatus.reversed and (entry.reversals <> 1 or left_over.accounts is not null)
union all
select e.id, e.order_id, e.merchant_id, 'journal_entry ' || e.id, 'a reversal of an order that is not reversed'
from journal_entry e
where e.kind = 'reversal' and not exists (select from collect_order o where o.id = e.order_id and o.status = :collectStatus.reversed);

-- I14 each payment that an upstream reports is applied to one order.
create view invariant_i14 as
select null::bigint as entry_id, order_id, min(merchant_id) as merchant_id, 'collect_order ' || order_id as subject,
  count(*) || ' collections' as problem
from journal_entry where kind = 'collection' and order_id is not null group by order_id having count(*) > 1
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  'upstream order ' || o.upstream_order_no || ' was paid into another order too'
from collect_order o
where o.status in (:collectStatus.success, :collectStatus.reversed) and o.upstream_order_no is not null and exists (select from collect_order x
  where x.upstream_order_no = o.upstream_order_no and x.upstream_id = o.upstream_id and x.id <> o.id
    and x.status in (:collectStatus.success, :collectStatus.reversed));

-- I15 the applied amount is the order's, or the money is in suspense.
create view invariant_i15 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'collect_order ' || o.id as subject,
  format('status %s, amount %s, paid %s, applied %s', o.status, trim_scale(o.amount),
    coalesce(trim_scale(o.paid_amount)::text, 'nothing'), trim_scale(applied.amount)) as problem
from collect_order o cross join lateral (
  select coalesce(sum(d.amount), 0) as amount from journal_entry e join fund_detail d on d.entry_id = e.id
  where e.order_id = o.id and e.kind = 'collection' and d.type = 1 and d.currency = o.currency) applied
where case
  when o.status not in (:collectStatus.success, :collectStatus.reversed) then applied.amount <> 0
  when applied.amount <> o.amount or o.paid_amount is null then true
  when o.paid_amount = o.amount then exists (
    select from journal_entry e join platform_posting p on p.entry_id = e.id
    where e.order_id = o.id and e.kind = 'collection' and p.account = 'adjustments')
  when o.paid_amount < o.amount then o.amount - o.paid_amount is distinct from (
    select -sum(p.amount) from journal_entry e join platform_posting p on p.entry_id = e.id
    where e.order_id = o.id and e.kind = 'collection' and p.account = 'adjustments' and p.currency = o.currency)
  else o.paid_amount > (
    select coalesce(sum(p.amount), 0) from payment p where p.order_id = o.id and p.held and p.currency = o.currency) + (
    select coalesce(sum(a.amount), 0)
    from payment_allocation a join payment p on p.merchant_id = a.merchant_id and p.id = a.payment_id
    where a.order_id = o.id and a.entry_id <> a.payment_id and a.amount > 0 and p.order_id <> o.id
      and p.currency = o.currency) end
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('in review for %s, suspense holds %s', trim_scale(o.paid_amount), trim_scale(held.amount))
from collect_order o cross join lateral (
  select coalesce(sum(p.amount), 0) as amount from journal_entry e join platform_posting p on p.entry_id = e.id
  where e.order_id = o.id and p.account = 'suspense') held
where o.status = :collectStatus.review and o.paid_amount is not null and held.amount < o.paid_amount;

-- I16 callback count and status are what the attempts say.
create view invariant_i16 as
select null::bigint as entry_id, s.order_id, s.merchant_id, 'callback_schedule ' || s.id as subject,
  format('state %s after %s attempts, its rows say %s, %s delivered', s.state, s.attempts, c.planned, c.delivered)
    as problem
from callback_schedule s cross join lateral (
  select count(*) filter (where not manual) as planned, count(*) filter (where delivered) as delivered
  from callback where order_id = s.order_id and schedule_id = s.id) c
where s.attempts <> c.planned or (s.state = :callbackStatus.delivered) <> (c.delivered > 0)
union all
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('%s callbacks counted, %s made', o.callback_count, c.made)
from collect_order o cross join lateral (select count(*) as made from callback where order_id = o.id) c
where o.callback_count <> c.made
union all
-- A schedule that waits for its first attempt by hand has not reached the order yet.
select null, o.id, o.merchant_id, 'collect_order ' || o.id,
  format('callback status %s, its latest schedule is in %s', o.callback_status, s.state)
from collect_order o join lateral (
  select state, attempts, next_try_at from callback_schedule where order_id = o.id order by id desc limit 1) s on true
where o.callback_status <> s.state and not (s.state = :callbackStatus.sending and s.next_try_at is null);

grant select on invariant_i07, invariant_i08, invariant_i09, invariant_i10, invariant_i11, invariant_i12,
  invariant_i13, invariant_i14, invariant_i15, invariant_i16 to paydesk_server;
