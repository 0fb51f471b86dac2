-- Invariants of statement lines, references and payments: none of these views may return a row.

-- I25 a matched line and its order agree: currency, merchant, amount and what was booked. An open line names no order.
create view invariant_i25 as
select null::bigint as entry_id, b.order_id, b.merchant_id, 'bank_bill ' || b.id as subject,
  format('%s %s %s, matched with %s', case b.direction when 1 then 'credit' else 'debit' end, trim_scale(b.amount),
    b.currency, coalesce(o.order_no, 'no order')) as problem, b.id as bill_id
from bank_bill b
left join (
  select id, order_no, merchant_id, currency, amount, status, 1 as direction from collect_order
  union all select id, order_no, merchant_id, currency, amount, status, 2 from pay_order
  union all select id, order_no, merchant_id, currency, amount, status, 1 from manual_order where status = :requestStatus.approved
  union all select id, order_no, merchant_id, currency, amount, status, 1 from recharge_order where status = :requestStatus.approved
) o on o.id = b.order_id and o.direction = b.direction
where b.status in (:billStatus.auto, :billStatus.manual) and (o.id is null or o.currency <> b.currency or o.merchant_id <> b.merchant_id
  or o.order_no <> b.order_no or (b.effect <> 'suspense' and o.amount <> b.amount)
  or (b.effect = 'tied') <> (b.entry_id is null)
  or b.effect = 'paid' and o.status not in (:collectStatus.success, :collectStatus.reversed) and b.direction = 1
  or b.effect = 'paid' and o.status not in (:payStatus.success, :payStatus.returned) and b.direction = 2)
union all
select null, b.order_id, b.merchant_id, 'bank_bill ' || b.id, 'open, yet it names an order', b.id
from bank_bill b where b.status not in (:billStatus.auto, :billStatus.manual) and (b.order_id is not null or b.effect is not null);

-- Holders of references but for requests that draw their money from suspense: they share the reference of its order.
create view holder_alone as
select h.* from reference_holder h
where h.credited and not (h.kind in ('manual_order', 'recharge_order') and exists (
  select from payment_draw d where d.order_id = h.order_id));

-- I27 a bank reference is booked for one thing.
create view invariant_i27 as
select null::bigint as entry_id, h.order_id, h.merchant_id, h.kind || ' ' || h.order_id as subject,
  format('UTR %s is booked for %s and %s', h.reference, h.order_no, other.order_no) as problem
from holder_alone h cross join lateral (
  select o.order_no from holder_alone o
  where o.reference = h.reference and o.direction = h.direction and o.order_id is distinct from h.order_id limit 1
) other;

-- I28 a payment is booked once for its order.
create view invariant_i28 as
select p.id as entry_id, p.order_id, o.merchant_id, 'collect_order ' || p.order_id as subject,
  format('UTR %s is booked more than once for %s', p.reference, o.order_no) as problem
from payment p join collect_order o on o.id = p.order_id
where p.held and p.reference is not null and p.status in ('suspended', 'allocated')
  and (
    exists (
      select from payment t
      where t.order_id = p.order_id and t.held and t.normalised_reference = p.normalised_reference and t.id < p.id
        and t.status in ('suspended', 'allocated')
    )
    or o.status = :collectStatus.success and reference_form(o.utr) = p.normalised_reference and not exists (
      select from journal_entry e join platform_posting s on s.entry_id = e.id
      where e.order_id = o.id and e.kind = 'collection' and s.account = 'suspense'
    )
  );

-- I29 the agent of a payout has its commission while the payout is paid, and none of it once it came back.
create view invariant_i29 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'pay_order ' || o.id as subject,
  format('status %s: the agent holds %s of a commission of %s', o.status, trim_scale(booked.held),
    trim_scale(o.commission)) as problem
from pay_order o cross join lateral (
  select coalesce(sum(d.amount), 0) as held
  from journal_entry e join fund_detail d on d.entry_id = e.id
  where e.order_id = o.id and e.kind in ('payout', 'payoutReturn') and d.merchant_id = o.agent_id
) booked
where o.agent_id is not null and o.commission > 0 and o.status in (:payStatus.success, :payStatus.returned)
  and booked.held <> case when o.status = :payStatus.success then o.commission else 0 end;

-- I31 what suspense holds for an order that has ended is listed for a person, with its amount.
create view invariant_i31 as
select h.id as entry_id, h.order_id, o.merchant_id, 'journal_entry ' || h.id as subject,
  format('%s %s is in suspense for %s and listed nowhere', trim_scale(h.suspended), h.currency, o.order_no) as problem
from payment h join collect_order o on o.id = h.order_id
where h.status = 'suspended' and o.status in (:collectStatus.success, :collectStatus.failed, :collectStatus.expired, :collectStatus.cancelled, :collectStatus.reversed)
  and not exists (select from review_item i where i.entry_id = h.id)
union all
select i.entry_id, i.order_id, i.merchant_id, 'review_item ' || i.id,
  format('lists %s %s, which suspense does not hold so', trim_scale(i.amount), i.currency)
from review_item i
where i.kind = 'moreMoney' and i.status = 'open'
  and not exists (select from payment h where h.id = i.entry_id and h.suspended = i.amount);

-- I32 a payment is its ledger entry, and what of it is in suspense is what was allocated to no order.
create view invariant_i32 as
select p.id as entry_id, p.order_id, p.merchant_id, 'payment ' || p.id as subject,
  format('%s of %s %s, allocated %s, in suspense %s', p.status, trim_scale(p.amount), p.currency, trim_scale(used.amount),
    trim_scale(p.suspended)) as problem
from payment p
left join journal_entry e on e.id = p.id and e.reverses is null
cross join lateral (
  select coalesce(sum(a.amount), 0) as amount, count(*) filter (where a.entry_id = p.id) as direct,
    coalesce(bool_and(exists (
      select from journal_entry u where u.id = a.entry_id and u.order_id = a.order_id and u.currency = p.currency)), true)
      as entries
  from payment_allocation a where a.merchant_id = p.merchant_id and a.payment_id = p.id
) used
cross join lateral (
  select coalesce(sum(s.amount), 0) as amount from platform_posting s
  where s.entry_id = p.id and s.account = 'suspense'
) held
where e.id is null or e.merchant_id <> p.merchant_id or e.currency <> p.currency or e.order_id is distinct from p.order_id
  or not used.entries or used.amount < 0 or used.amount > p.amount
  or p.held <> (e.kind = 'suspense') or used.direct <> (not p.held)::int or p.held and held.amount <> p.amount
  or case p.status
    when 'allocated' then used.amount <> p.amount
    when 'suspended' then p.suspended <> p.amount - used.amount
    else used.amount <> 0 or not p.held and p.status = 'writtenOff'
  end
  or p.held and (p.status in ('returned', 'writtenOff')) <> exists (
    select from journal_entry r where r.reverses = e.id);

-- I32 each entry that moves suspense moves payments by as much, and each that credits received money allocates it.
create view invariant_i32_entry as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  format('moves suspense by %s, payments by %s', trim_scale(moved.amount), trim_scale(payments.amount)) as problem
from journal_entry e
cross join lateral (
  select coalesce(sum(s.amount), 0) as amount from platform_posting s where s.entry_id = e.id and s.account = 'suspense'
) moved
cross join lateral (
  select coalesce(case
      when e.kind = 'suspense' then (
        select case when e.reverses is null then p.amount else -p.amount end from payment p where p.id = coalesce(e.reverses, e.id))
      when e.kind = 'recharge' then (select -p.amount from payment p where p.id = e.id and p.upstream_id is null)
    end, 0) - coalesce((
      select sum(a.amount) from payment_allocation a join payment b on b.id = a.payment_id and b.held
      where a.entry_id = e.id and a.entry_id <> a.payment_id), 0) as amount
) payments
where moved.amount <> payments.amount
union all
select e.id, e.order_id, e.merchant_id, 'journal_entry ' || e.id,
  format('credits %s of received money, allocates %s', trim_scale(credited.amount), trim_scale(allocated.amount))
from journal_entry e
cross join lateral (
  select coalesce((select sum(d.amount) from fund_detail d where d.entry_id = e.id and d.type in (1, 14)), 0)
    + coalesce((select sum(s.amount) from platform_posting s where s.entry_id = e.id and s.account = 'adjustments'), 0) as amount
) credited
cross join lateral (
  select coalesce((select a.amount from payment_allocation a
      where a.merchant_id = e.merchant_id and a.payment_id = e.id and a.entry_id = e.id), 0)
    + coalesce((select sum(a.amount) from payment_allocation a where a.entry_id = e.id and a.entry_id <> a.payment_id), 0)
    as amount
) allocated
where e.kind in ('collection', 'recharge') and credited.amount <> allocated.amount;

grant select on invariant_i25, invariant_i27, invariant_i28, invariant_i29, invariant_i31, invariant_i32,
  invariant_i32_entry to paydesk_server;
