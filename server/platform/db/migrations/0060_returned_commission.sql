-- A payout that the bank sent back leaves its agent no commission.

-- Returned before commissions were taken back: what was booked stays booked.
alter table pay_order add column commission_kept boolean not null default false;
update pay_order set commission_kept = true where status = 8 and agent_id is not null and commission > 0;

-- I5 a commission that is taken back, and nothing else, may take an agent below its overdraft limit
create or replace view invariant_i05_past as
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id as subject,
  format('account %s was taken to %s', d.account, trim_scale(d.balance_after)) as problem
from fund_detail d
where d.balance_after < 0 and d.amount < 0
  and (d.account <> 2
    or (not exists (select from merchant_asset a where a.merchant_id = d.merchant_id and a.currency = d.currency
        and d.balance_after >= -a.overdraft)
      and not exists (select from journal_entry e where e.id = d.entry_id and e.kind in ('reversal', 'payoutReturn')
        and e.merchant_id <> d.merchant_id)));

-- I29 the agent of a payout has its commission while the payout stands paid, and none of it once it came back
create view invariant_i29 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, 'pay_order ' || o.id as subject,
  format('status %s: the agent holds %s of a commission of %s', o.status, trim_scale(booked.held),
    trim_scale(o.commission)) as problem
from pay_order o cross join lateral (
  select coalesce(sum(d.amount), 0) as held
  from journal_entry e join fund_detail d on d.entry_id = e.id
  where e.order_id = o.id and e.kind in ('payout', 'payoutReturn') and d.merchant_id = o.agent_id
) booked
where o.agent_id is not null and o.commission > 0 and o.status in (4, 8)
  and booked.held <> case when o.status = 4 or o.commission_kept then o.commission else 0 end;
grant select on invariant_i29 to paydesk_server;
