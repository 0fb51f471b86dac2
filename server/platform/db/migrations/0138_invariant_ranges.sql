-- Invariants are checked by ranges of a key: each view has a column whose range reaches an index of every table it reads,
-- and what is a sum over many rows is a function of a range. Whatever order the ranges are checked in and whatever
-- commits between them, each statement sees one snapshot, and each row is judged by what it is then.

-- The time-ordered id that an instant has with no low bits.
create function id_at(at timestamptz) returns bigint language sql immutable parallel safe
return case when at = 'infinity' then 9223372036854775807
  when at <= timestamptz '2024-01-01 00:00:00Z' then 0
  else (extract(epoch from at - timestamptz '2024-01-01 00:00:00Z') * 1000)::bigint << 22 end;

-- I1 the ledger sums to zero per currency. An entry lies in one range with all its legs, so each range does.
drop view invariant_i01;
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

-- I3 a balance is the sum of its postings: by I4 each detail but the first follows exactly one other and carries the sum
-- of all up to it, so it is enough that the last one carries the balance. The sum over all details is not needed.
drop view invariant_i03;
alter view invariant_i03_tip rename to invariant_i03;

-- I4 the before/after chain has no gap, and no two details have one place in it
create or replace view invariant_i04 as
select d.entry_id, d.order_id, d.merchant_id, 'fund_detail ' || d.id as subject,
  case when chain.places <> 1 then format('seq %s is taken by %s details', d.seq, chain.places)
    else format('seq %s goes %s → %s, the one before ended at %s', d.seq, trim_scale(d.balance_before),
      trim_scale(d.balance_after), coalesce(trim_scale(chain.ended)::text, 'nothing')) end as problem
from fund_detail d cross join lateral (
  select count(*) filter (where p.seq = d.seq) as places, count(*) filter (where p.seq < d.seq) as earlier,
    max(p.balance_after) filter (where p.seq < d.seq) as ended
  from fund_detail p
  where p.merchant_id = d.merchant_id and p.currency = d.currency and p.account = d.account
    and p.seq in (d.seq - 1, d.seq)) chain
where d.balance_after <> d.balance_before + d.amount
  or d.seq < 1
  or chain.places <> 1
  or (d.seq > 1 and chain.earlier = 0)
  or d.balance_before <> coalesce(chain.ended, 0);

-- I5 is asked of balances by merchant and of history by entry.
drop view invariant_i05;

-- I6 from the entries to their legs: the currency of an entry is read once, not once a leg.
create or replace view invariant_i06 as
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

-- I21 nobody checks what they made. An approval belongs to the row it is about, by which its decision is logged.
create index approval_row on approval (row_id);
create or replace view invariant_i21 as
select null::bigint as entry_id, row_id as order_id, merchant_id, 'approval ' || id as subject,
  'asked and answered by ' || maker as problem, id
from approval where status in (2, 3) and maker_id is not null and maker_id = checker_id
union all
select null, id, merchant_id, subject || id, 'made and checked by the same person', id from (
  select id, merchant_id, status, maker_id, checker_id, 'adjustment ' as subject from adjustment
  union all select id, merchant_id, status, maker_id, checker_id, 'recharge_order ' from recharge_order
  union all select id, merchant_id, status, maker_id, checker_id, 'manual_order ' from manual_order
) asked where status = 2 and maker_id is not null and maker_id = checker_id;

-- I22 and I23 by the instant at which a code or a key was taken; what a command booked is asked by entry.
drop view invariant_i22_recent;
drop view invariant_i23_recent;
drop view invariant_i23;
create view invariant_i23_key as
select null::bigint as entry_id, null::bigint as order_id, null::bigint as merchant_id,
  format('idempotency %s/%s', i.user_id, i.key) as subject, 'the key was taken twice' as problem, i.created_at as at
from idempotency i
where exists (select from idempotency x where x.user_id = i.user_id and x.key = i.key and x.ctid <> i.ctid);
create view invariant_i23 as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  'its command has booked another entry too' as problem
from journal_entry e
where exists (select from journal_entry x where x.command_key = e.command_key and x.id <> e.id);
grant select on invariant_i23_key, invariant_i23 to paydesk_server;

-- I24 a report is its recomputation, unless its orders have moved since it was made; by days in the report's zone
drop view invariant_i24;
create function invariant_i24(from_day date, until_day date)
returns table (subject text, problem text) language sql stable begin atomic
  select 'daily_report ' || r.id,
    format('%s %s: %s of %s succeeded, %s now', r.report_date, r.currency, r.success_count,
      r.collection_count + r.payment_count, coalesce(f.success_count::text, 'nothing'))
  from daily_report r
  left join daily_figures(from_day::timestamp at time zone report_zone(), until_day::timestamp at time zone report_zone(),
      report_zone()) f
    on (f.merchant_id, f.report_date, f.type, f.currency) = (r.merchant_id, r.report_date, r.type, r.currency)
  where r.report_date >= from_day and r.report_date < until_day
    and (r.collection_count, r.success_count, r.total_collection, r.success_collection, r.collection_fee, r.success_rate,
        r.payment_count, r.total_payment, r.success_payment, r.payment_fee, r.processing_count, r.processing_amount)
      is distinct from (f.collection_count, f.success_count, f.total_collection, f.success_collection, f.collection_fee,
        f.success_rate, f.payment_count, f.total_payment, f.success_payment, f.payment_fee, f.processing_count,
        f.processing_amount)
    -- The offset keeps it a question per row that differs, over what was logged since, not a join of all logs and orders.
    and not exists (
      select from order_log l join (
        select id, created_at from collect_order union all select id, created_at from pay_order
      ) o on o.id = l.order_id
      where l.merchant_id = r.merchant_id and l.created_at > r.computed_at - interval '10 minutes'
        and (o.created_at at time zone report_zone())::date = r.report_date offset 0)
  union all
  select 'upstream_report ' || r.id,
    format('%s %s: profit %s and %s, %s and %s now', r.report_date, r.currency, trim_scale(r.collection_profit),
      trim_scale(r.payment_profit), trim_scale(f.user_fee - f.upstream_fee - f.collection_commission),
      trim_scale(f.user_pay_fee - f.upstream_pay_fee - f.payment_commission))
  from upstream_report r
  -- Ids come from the clock of the server that made them: ten minutes either way.
  left join upstream_figures(from_day::timestamp at time zone report_zone(),
      until_day::timestamp at time zone report_zone(),
      id_at(from_day::timestamp at time zone report_zone() - interval '10 minutes'),
      id_at(until_day::timestamp at time zone report_zone() + interval '10 minutes'), report_zone()) f
    on (f.upstream_id, f.currency, f.report_date) = (r.upstream_id, r.currency, r.report_date)
  where r.report_date >= from_day and r.report_date < until_day
    and (r.success_collection_count, r.success_collection, r.upstream_fee, r.user_fee, r.collection_commission,
        r.success_payment_count, r.success_payment, r.upstream_pay_fee, r.user_pay_fee, r.payment_commission,
        r.collection_profit, r.payment_profit)
      is distinct from (f.success_collection_count, f.success_collection, f.upstream_fee, f.user_fee,
        f.collection_commission, f.success_payment_count, f.success_payment, f.upstream_pay_fee, f.user_pay_fee,
        f.payment_commission, f.user_fee - f.upstream_fee - f.collection_commission,
        f.user_pay_fee - f.upstream_pay_fee - f.payment_commission)
    and r.report_date < (now() at time zone report_zone())::date - 1;
end;

-- I25 by the bill too: one that is matched with nothing has no order.
create or replace view invariant_i25 as
select null::bigint as entry_id, b.order_id, b.merchant_id, 'bank_bill ' || b.id as subject,
  format('%s %s %s, matched with %s', case b.direction when 1 then 'credit' else 'debit' end, trim_scale(b.amount),
    b.currency, coalesce(o.order_no, 'no order')) as problem, b.id as bill_id
from bank_bill b
left join (
  select id, order_no, merchant_id, currency, amount, status, 1 as direction from collect_order
  union all select id, order_no, merchant_id, currency, amount, status, 2 from pay_order
  union all select id, order_no, merchant_id, currency, amount, status, 1 from manual_order where status = 2
  union all select id, order_no, merchant_id, currency, amount, status, 1 from recharge_order where status = 2
) o on o.id = b.order_id and o.direction = b.direction
where b.status in (1, 2) and (o.id is null or o.currency <> b.currency or o.merchant_id <> b.merchant_id
  or o.order_no <> b.order_no or (b.effect <> 'suspense' and o.amount <> b.amount)
  or (b.effect = 'tied') <> (b.entry_id is null)
  or b.effect = 'paid' and o.status not in (2, 6) and b.direction = 1
  or b.effect = 'paid' and o.status not in (4, 8) and b.direction = 2)
union all
select null, b.order_id, b.merchant_id, 'bank_bill ' || b.id, 'open, yet it names an order', b.id
from bank_bill b where b.status not in (1, 2) and (b.order_id is not null or b.effect is not null);

-- I26 by hours: those that are folded are their postings, a day of which an hour is in the range is its hours, and nothing is
-- folded past the mark.
drop view invariant_i26;
drop view invariant_i26_recent;
drop function ledger_days_unlike(timestamptz);
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

-- I27 a bank reference is booked for one thing: each holder looks for another one.
drop view invariant_i27;
drop view invariant_i27_of;
create view invariant_i27 as
select null::bigint as entry_id, h.order_id, h.merchant_id, h.kind || ' ' || h.order_id as subject,
  format('UTR %s is booked for %s and %s', h.reference, h.order_no, other.order_no) as problem
from holder_alone h cross join lateral (
  select o.order_no from holder_alone o
  where o.reference = h.reference and o.direction = h.direction and o.order_id is distinct from h.order_id limit 1
) other;
grant select on invariant_i27 to paydesk_server;

-- How far a check of everything has come, by walk: 'all' is the one of a command, 'rolling' the nightly share.
create table invariant_progress (
  run text not null check (run in ('all', 'rolling')),
  walk text not null,
  -- The key that is next; null at the beginning.
  reached text,
  done boolean not null default false,
  -- Rows, accounts, hours or seals checked so far.
  checked bigint not null default 0,
  started_at timestamptz not null,
  primary key (run, walk)
);
grant select, insert, update, delete on invariant_progress to paydesk_server;

-- An alert is asked again by its own range. One without a key is raised again by the check that finds it.
delete from invariant_alert where row_key is null;
alter table invariant_alert add column part text, add column from_key text, add column until_key text;
update invariant_alert set row_key = split_part(subject, ' ', 2)::bigint where subject like 'bank_bill %';
update invariant_alert set part = invariant, from_key = row_key::text, until_key = (row_key + 1)::text;
alter table invariant_alert drop column row_key,
  alter column part set not null, alter column from_key set not null, alter column until_key set not null;
-- The next full check is the first one of the new kind.
delete from invariant_mark where name = 'all';
