-- I9 by its indexes: the entries of a settlement first, then their legs; over all details it took hours.
create or replace view invariant_i09 as
select s.entry_id, s.order_id, s.merchant_id, 'order_settlement ' || s.id as subject,
  format('net %s commission %s, credited %s and %s, the order says %s − %s and %s', trim_scale(s.net),
    trim_scale(s.commission), trim_scale(credit.net), trim_scale(credit.commission),
    coalesce(trim_scale(o.paid_amount)::text, 'nothing'), trim_scale(o.fee), trim_scale(o.commission)) as problem
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
  and (s.net is distinct from o.paid_amount - o.fee or s.net <> credit.net or s.commission <> credit.commission
    or s.merchant_id <> o.merchant_id
    or s.commission <> case when o.agent_id is null then 0 else o.commission end);
