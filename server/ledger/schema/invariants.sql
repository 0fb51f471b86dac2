-- Invariants of the ledger: none of these views and functions may return a row.
-- They are checked by ranges of a key: each view has a column whose range reaches an index of every table it reads, and
-- what is a sum over many rows is a function of a range. Each statement sees one snapshot, whatever commits meanwhile.

create table invariant_mark (
  name text primary key,
  checked_to timestamptz not null,
  faults integer not null default 0
);
comment on table invariant_mark is
  'Up to when everything was checked: changes by the monitor, all by the nightly run.';

create table invariant_progress (
  run text not null check (run in ('all', 'rolling')),
  walk text not null,
  -- the key that is next; null at the beginning
  reached text,
  done boolean not null default false,
  -- rows, accounts, hours or seals checked so far
  checked bigint not null default 0,
  started_at timestamptz not null,
  primary key (run, walk)
);
comment on table invariant_progress is 'How far a check of everything has come, by walk.';

create table invariant_alert (
  id bigint generated always as identity primary key,
  invariant text not null,
  subject text not null,
  problem text not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  -- open rows of one invariant are one alert, announced once: they share its episode
  episode bigint not null,
  -- the check and the range of its key that find the fault again
  part text not null,
  from_key text not null,
  until_key text not null,
  unique (invariant, subject)
);
comment on table invariant_alert is 'Faults that a check has found, one row each for as long as they are seen.';

-- The id of an instant with no low bits.
create function id_at(at timestamptz) returns bigint language sql immutable parallel safe
return case when at = 'infinity' then 9223372036854775807
  when at <= timestamptz '2024-01-01 00:00:00Z' then 0
  else (extract(epoch from at - timestamptz '2024-01-01 00:00:00Z') * 1000)::bigint << 22 end;

-- I1 the ledger sums to zero per currency. An entry is in one range with all its postings, so each range does.
create function invariant_i01(from_id bigint, until_id bigint)
returns table (subject text, problem text) language sql stable begin atomic
  select 'currency ' || leg.currency,
    format('entries %s to %s sum to %s', min(leg.entry_id), max(leg.entry_id), trim_scale(sum(leg.amount)))
  from (
    select d.entry_id, d.currency, d.amount from fund_detail d where d.entry_id >= from_id and d.entry_id < until_id
    union all
    select p.entry_id, p.currency, p.amount from platform_posting p where p.entry_id >= from_id and p.entry_id < until_id
  ) leg group by leg.currency having sum(leg.amount) <> 0;
end;

-- I2 each entry is balanced and has two legs or more, and each detail has its entry.
create view invariant_i02 as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  leg.legs || ' legs that sum to ' || trim_scale(leg.sum) as problem
from journal_entry e cross join lateral (
  select count(*) as legs, coalesce(sum(amount), 0) as sum from (
    select amount from fund_detail where entry_id = e.id
    union all select amount from platform_posting where entry_id = e.id) own) leg
where leg.legs < 2 or leg.sum <> 0
union all
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id, 'its entry does not exist'
from fund_detail d where not exists (select from journal_entry e where e.id = d.entry_id);

-- I3 a balance is the sum of its postings. By I4 each detail carries the sum of all up to it, so the last one must
-- carry the balance.
create view invariant_i03 as
select null::bigint as entry_id, null::bigint as order_id, a.merchant_id,
  'merchant_asset ' || a.id || ' ' || a.currency as subject,
  format('account %s stands at %s after %s, its last detail at %s after %s', held.account, trim_scale(held.balance),
    held.seq, coalesce(trim_scale(tip.balance_after), 0), coalesce(tip.seq, 0)) as problem
from merchant_asset a
cross join lateral (values (1, a.pending, a.pending_seq), (2, a.available, a.available_seq), (3, a.frozen, a.frozen_seq))
  held (account, balance, seq)
left join lateral (
  select balance_after, seq from fund_detail
  where merchant_id = a.merchant_id and currency = a.currency and account = held.account
  order by seq desc limit 1) tip on true
where (held.balance, held.seq) is distinct from (coalesce(tip.balance_after, 0), coalesce(tip.seq, 0));

-- I4 the chain of balances before and after has no gap, and no two details have one place in it.
create function invariant_i04(from_id bigint, until_id bigint)
returns table (subject text, problem text, entry_id bigint) language sql stable begin atomic
  select 'fund_detail ' || d.id,
    case when d.places <> 1 then format('seq %s is taken by %s details', d.seq, d.places)
      else format('seq %s goes %s → %s, the one before ended at %s', d.seq, trim_scale(d.balance_before),
        trim_scale(d.balance_after), coalesce(trim_scale(d.ended)::text, 'nothing')) end,
    d.entry_id
  from (
    select link.*, case when link.follows then 1 else chain.places end as places,
      case when link.follows then link.last_ended else chain.ended end as ended
    from (
      select f.id, f.entry_id, f.merchant_id, f.currency, f.account, f.seq, f.amount, f.balance_before, f.balance_after,
        lag(f.balance_after) over chain as last_ended,
        coalesce(lag(f.seq) over chain = f.seq - 1, false) as follows
      from fund_detail f where f.entry_id >= from_id and f.entry_id < until_id
      window chain as (partition by f.merchant_id, f.currency, f.account order by f.seq, f.id)
    ) link
    left join lateral (
      select count(*) filter (where p.seq = link.seq) as places,
        max(p.balance_after) filter (where p.seq < link.seq) as ended
      from fund_detail p
      where not link.follows and p.merchant_id = link.merchant_id and p.currency = link.currency
        and p.account = link.account and p.seq in (link.seq - 1, link.seq)
    ) chain on true
  ) d
  where d.balance_after <> d.balance_before + d.amount or d.seq < 1 or d.places <> 1
    or (d.seq > 1 and d.ended is null) or d.balance_before <> coalesce(d.ended, 0);
end;

-- I5 no account is below minus its overdraft limit, but for what a reversed commission took from an agent.
create view invariant_i05_now as
select null::bigint as entry_id, null::bigint as order_id, merchant_id,
  'merchant_asset ' || id || ' ' || currency as subject,
  format('pending %s available %s frozen %s, overdraft %s', trim_scale(pending), trim_scale(available),
    trim_scale(frozen), trim_scale(overdraft)) as problem
from merchant_asset
where pending < 0 or frozen < 0 or available < -(overdraft + commission_debt);

-- I5 nor ever was: a reversed commission, and nothing else, may take an agent below its limit.
create view invariant_i05_past as
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id as subject,
  format('account %s was taken to %s', d.account, trim_scale(d.balance_after)) as problem
from fund_detail d
where d.balance_after < 0 and d.amount < 0
  and (d.account <> 2
    or (not exists (select from merchant_asset a where a.merchant_id = d.merchant_id and a.currency = d.currency
        and d.balance_after >= -a.overdraft)
      and not (d.type = 13 and exists (select from journal_entry e where e.id = d.entry_id
        and e.kind in ('reversal', 'payoutReturn') and e.merchant_id <> d.merchant_id))));

-- I6 the currency of a posting is that of its entry, and the merchant has an account in it.
create view invariant_i06 as
select e.id as entry_id, leg.order_id, leg.merchant_id, leg.subject, leg.problem
from journal_entry e cross join lateral (
  select d.order_id, d.merchant_id, 'fund_detail ' || d.id as subject,
    case when d.currency <> e.currency then format('%s in an entry of %s', d.currency, e.currency)
      else 'the merchant has no account in ' || d.currency end as problem
  from fund_detail d
  where d.entry_id = e.id and (d.currency <> e.currency or not exists (
    select from merchant_asset a where a.merchant_id = d.merchant_id and a.currency = d.currency))
  union all
  select e.order_id, e.merchant_id, 'platform_posting ' || p.id, format('%s in an entry of %s', p.currency, e.currency)
  from platform_posting p where p.entry_id = e.id and p.currency <> e.currency
) leg;

-- I26 each folded hour is what was posted in it.
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

-- I26 each day is the sum of its hours.
create function ledger_days_unlike(since timestamptz, until timestamptz)
returns table (subject text, problem text) language sql stable begin atomic
  with hours as (
    select date_trunc('day', s.at, 'UTC') as at, s.merchant_id, s.holder_id, s.account, s.currency,
      sum(s.debit) as debit, sum(s.credit) as credit
    from ledger_sum s where s.span = 1 and s.at >= since and s.at < until group by 1, 2, 3, 4, 5
  ), days as (
    select s.at, s.merchant_id, s.holder_id, s.account, s.currency, s.debit, s.credit
    from ledger_sum s where s.span = 2 and s.at >= since and s.at < until
  )
  select format('ledger_sum day %s %s %s/%s %s', to_char(at at time zone 'UTC', 'YYYY-MM-DD'), merchant_id, holder_id,
      account, currency),
    format('summed %s and %s, its hours %s and %s', trim_scale(days.debit), trim_scale(days.credit),
      trim_scale(hours.debit), trim_scale(hours.credit))
  from hours full join days using (at, merchant_id, holder_id, account, currency)
  where (hours.debit, hours.credit) is distinct from (days.debit, days.credit);
end;

-- I26 the sums behind the trial balance are the sums of the postings, and nothing is folded past the mark.
create function invariant_i26(from_hour timestamptz, until_hour timestamptz)
returns table (subject text, problem text) language sql stable begin atomic
  select u.subject, u.problem
  from ledger_mark m cross join lateral ledger_hours_unlike(from_hour, least(until_hour, m.at)) u
  union all
  select u.subject, u.problem
  from ledger_days_unlike(
    date_trunc('day', from_hour, 'UTC'),
    date_trunc('day', until_hour - interval '1 microsecond', 'UTC') + interval '1 day') u
  union all
  select format('ledger_sum %s %s %s/%s %s', s.span, s.at, s.merchant_id, s.holder_id, s.account),
    'summed, although its postings are read by themselves'
  from ledger_sum s
  where s.span in (1, 2) and s.at >= greatest(from_hour, coalesce((select m.at from ledger_mark m), '-infinity'))
    and s.at < until_hour;
end;

grant select, insert, update, delete on invariant_progress, invariant_alert to paydesk_server;
grant select, insert, update on invariant_mark to paydesk_server;
grant select on invariant_i02, invariant_i03, invariant_i05_now, invariant_i05_past, invariant_i06 to paydesk_server;
