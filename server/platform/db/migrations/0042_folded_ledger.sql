-- I26 the sums behind the trial balance are the sums of the postings: every folded hour is what was posted in it, every
-- day is its hours, and nothing is summed that is still read from the postings.

create function ledger_hours_unlike(since timestamptz, until timestamptz)
returns table (merchant_id bigint, subject text, problem text) language sql stable begin atomic
  with posted as (
    select date_trunc('hour', l.at, 'UTC') as at, l.merchant_id, l.holder_id, l.account, l.currency,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as debit,
      coalesce(sum(l.amount) filter (where l.amount > 0), 0) as credit
    from ledger_leg l where l.at >= since and l.at < until group by 1, 2, 3, 4, 5
  ), summed as (
    select s.at, s.merchant_id, s.holder_id, s.account, s.currency, s.debit, s.credit
    from ledger_sum s where s.span = 1 and s.at >= since and s.at < until
  )
  select merchant_id,
    format('ledger_sum hour %s %s %s/%s %s', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), merchant_id, holder_id,
      account, currency),
    format('summed %s and %s, posted %s and %s', trim_scale(summed.debit), trim_scale(summed.credit),
      trim_scale(posted.debit), trim_scale(posted.credit))
  from posted full join summed using (at, merchant_id, holder_id, account, currency)
  where (posted.debit, posted.credit) is distinct from (summed.debit, summed.credit);
end;

create function ledger_days_unlike(since timestamptz)
returns table (merchant_id bigint, subject text, problem text) language sql stable begin atomic
  with hours as (
    select date_trunc('day', s.at, 'UTC') as at, s.merchant_id, s.holder_id, s.account, s.currency,
      sum(s.debit) as debit, sum(s.credit) as credit
    from ledger_sum s where s.span = 1 and s.at >= since group by 1, 2, 3, 4, 5
  ), days as (
    select s.at, s.merchant_id, s.holder_id, s.account, s.currency, s.debit, s.credit
    from ledger_sum s where s.span = 2 and s.at >= since
  )
  select merchant_id,
    format('ledger_sum day %s %s %s/%s %s', to_char(at at time zone 'UTC', 'YYYY-MM-DD'), merchant_id, holder_id, account,
      currency),
    format('summed %s and %s, its hours %s and %s', trim_scale(days.debit), trim_scale(days.credit),
      trim_scale(hours.debit), trim_scale(hours.credit))
  from hours full join days using (at, merchant_id, holder_id, account, currency)
  where (hours.debit, hours.credit) is distinct from (days.debit, days.credit);
end;

create view invariant_i26 as
select null::bigint as entry_id, null::bigint as order_id, u.merchant_id, u.subject, u.problem
from ledger_mark m cross join lateral ledger_hours_unlike('-infinity', m.at) u
union all
select null, null, u.merchant_id, u.subject, u.problem from ledger_days_unlike('-infinity') u
union all
select null, null, s.merchant_id, format('ledger_sum %s %s %s/%s %s', s.span, s.at, s.merchant_id, s.holder_id, s.account),
  'summed, although its postings are read by themselves'
from ledger_sum s where s.at >= coalesce((select m.at from ledger_mark m), '-infinity');

-- As the monitor asks it each minute, whatever the ledger's size: the last two folded hours, their day, and one folded
-- hour more by the minute, so that each has its turn.
create view invariant_i26_recent as
select null::bigint as entry_id, null::bigint as order_id, u.merchant_id, u.subject, u.problem
from ledger_mark m
cross join lateral (
  select coalesce(min(s.at), m.at - interval '1 hour') as at from ledger_sum s where s.span = 1
) first
cross join lateral (
  select first.at + mod(floor(extract(epoch from now()) / 60)::bigint,
    greatest(floor(extract(epoch from m.at - first.at) / 3600)::bigint, 1)) * interval '1 hour' as at
) turn
cross join lateral (
  select * from ledger_hours_unlike(m.at - interval '2 hours', m.at)
  union
  select * from ledger_hours_unlike(turn.at, turn.at + interval '1 hour')
  union
  select * from ledger_days_unlike(date_trunc('day', m.at - interval '1 hour', 'UTC'))
) u;

grant select on invariant_i26, invariant_i26_recent to paydesk_server;
