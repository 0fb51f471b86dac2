-- The ledger as finance reads it: entries, the platform's postings, and sums by hour behind the trial balance.

-- Both tables grow in the order of time, so the smallest index there is finds a span of it.
create index journal_entry_time on journal_entry using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index platform_posting_time on platform_posting using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- Numbers and sums are looked up row by row, so that a walk along the entries alone pays for none of them.
create view transaction with (security_invoker = true) as
select e.id, e.id as entry_id, e.kind, e.merchant_id, e.currency,
  coalesce((select -sum(d.amount) from fund_detail d where d.entry_id = e.id and d.amount < 0), 0)
    + coalesce((select -sum(p.amount) from platform_posting p where p.entry_id = e.id and p.amount < 0), 0) as amount,
  e.order_id,
  case
    when e.order_id is null then null
    when e.kind in ('collection', 'settlement', 'resettlement', 'reversal', 'suspense') then 'collectOrder'
    when e.kind in ('payoutHold', 'payoutRelease', 'payout', 'payoutReturn') then 'payOrder'
    when e.kind in ('withdrawalHold', 'withdrawalRelease', 'withdrawal', 'conversion') then 'withdrawal'
    when e.kind = 'adjustment' then 'adjustment'
    when exists (select from recharge_order r where r.id = e.order_id) then 'rechargeOrder'
    when exists (select from manual_order m where m.id = e.order_id) then 'manualOrder'
  end as order_kind,
  case
    when e.order_id is null then null
    when e.kind in ('collection', 'settlement', 'resettlement', 'reversal', 'suspense')
      then (select o.order_no from collect_order o where o.id = e.order_id)
    when e.kind in ('payoutHold', 'payoutRelease', 'payout', 'payoutReturn')
      then (select o.order_no from pay_order o where o.id = e.order_id)
    when e.kind in ('withdrawalHold', 'withdrawalRelease', 'withdrawal', 'conversion')
      then (select o.order_no from withdrawal o where o.id = e.order_id)
    when e.kind = 'adjustment' then (select o.order_no from adjustment o where o.id = e.order_id)
    else coalesce((select o.order_no from recharge_order o where o.id = e.order_id),
      (select o.order_no from manual_order o where o.id = e.order_id))
  end as order_no,
  e.reverses as reverses_id, e.operator, e.remark, e.created_at
from journal_entry e;

create view system_detail with (security_invoker = true) as
select p.id, p.entry_id, split_part(p.account, ':', 1) as account,
  case when p.account like 'upstream:%' then nullif(split_part(p.account, ':', 2), '0')::bigint end as upstream_id,
  p.currency, p.amount, t.kind, t.merchant_id, t.order_id, t.order_kind, t.order_no, t.operator, t.remark, p.created_at
from platform_posting p left join transaction t on t.id = p.entry_id;

-- Debits and credits by hour (span 1) and by day (span 2), of the entries of one merchant (merchant_id) on the accounts
-- of one holder: a merchant or an agent, or 0 for the platform. A worker adds whole hours that nobody can post to any
-- more; what came after ledger_mark.at is read from the postings.
create table ledger_sum (
  span smallint not null check (span in (1, 2)),
  at timestamptz not null,
  merchant_id bigint not null,
  holder_id bigint not null,
  account text not null,
  currency text not null,
  debit numeric(30, 6) not null,
  credit numeric(30, 6) not null,
  primary key (span, at, merchant_id, holder_id, account, currency)
);
create table ledger_mark (
  single boolean primary key default true check (single),
  at timestamptz not null
);

-- Every posting there is, with whose entry it is in and on whose account.
create view ledger_leg with (security_invoker = true) as
select d.created_at as at, e.merchant_id, d.merchant_id as holder_id,
  (array['pending', 'available', 'frozen'])[d.account] as account, d.currency, d.amount, d.entry_id
from fund_detail d join journal_entry e on e.id = d.entry_id
union all
select p.created_at, e.merchant_id, 0::bigint, p.account, p.currency, p.amount, p.entry_id
from platform_posting p join journal_entry e on e.id = p.entry_id;

-- What was debited and credited before an instant: whole days, the hours after them, the postings after those.
create function ledger_until(until timestamptz)
returns table (merchant_id bigint, holder_id bigint, account text, currency text, debit numeric, credit numeric)
language sql stable begin atomic
  with cut as (
    select least(date_trunc('hour', until, 'UTC'),
      coalesce((select m.at from ledger_mark m), '-infinity'::timestamptz)) as at
  )
  select s.merchant_id, s.holder_id, s.account, s.currency, s.debit, s.credit
  from ledger_sum s where s.span = 2 and s.at < (select date_trunc('day', cut.at, 'UTC') from cut)
  union all
  select s.merchant_id, s.holder_id, s.account, s.currency, s.debit, s.credit
  from ledger_sum s
  where s.span = 1 and s.at >= (select date_trunc('day', cut.at, 'UTC') from cut) and s.at < (select cut.at from cut)
  union all
  select l.merchant_id, l.holder_id, l.account, l.currency, greatest(-l.amount, 0), greatest(l.amount, 0)
  from ledger_leg l where l.at >= (select cut.at from cut) and l.at < until;
end;

grant select on transaction, system_detail, ledger_leg to paydesk_server;
grant select, insert, update, delete on ledger_sum, ledger_mark to paydesk_server;
