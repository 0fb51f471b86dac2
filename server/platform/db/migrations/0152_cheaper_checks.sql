-- A check of everything in less time.

-- I24 took most of a check of everything, and more for each order of a day than for the one before it: the legs of a day
-- were grouped again for every entry of it, and the zone of the reports was read once a row.

create or replace function upstream_figures(from_at timestamptz, to_at timestamptz, from_id bigint, to_id bigint, zone text)
returns table (upstream_id bigint, currency text, report_date date, success_collection_count bigint,
  success_collection numeric, upstream_fee numeric, user_fee numeric, collection_commission numeric,
  success_payment_count bigint, success_payment numeric, upstream_pay_fee numeric, user_pay_fee numeric,
  payment_commission numeric)
language sql stable begin atomic
  select o.upstream_id, e.currency, e.day,
    coalesce(sum(e.counts) filter (where o.collect), 0),
    coalesce(sum(e.counts * o.amount) filter (where o.collect), 0),
    coalesce(sum(leg.cost) filter (where o.collect), 0),
    coalesce(sum(leg.fees) filter (where o.collect), 0),
    coalesce(sum(leg.commission) filter (where o.collect), 0),
    coalesce(sum(e.counts) filter (where not o.collect), 0),
    coalesce(sum(e.counts * o.amount) filter (where not o.collect), 0),
    coalesce(sum(leg.cost) filter (where not o.collect), 0),
    coalesce(sum(leg.fees) filter (where not o.collect), 0),
    coalesce(sum(leg.commission) filter (where not o.collect), 0)
  from (
    select j.id, j.order_id, j.currency, (j.created_at at time zone zone)::date as day,
      case when j.kind in ('collection', 'payout') then 1 when j.kind in ('reversal', 'payoutReturn') then -1 else 0 end
        as counts
    from journal_entry j
    where j.id >= from_id and j.id < to_id and j.created_at >= from_at and j.created_at < to_at
      and j.kind in ('collection', 'settlement', 'resettlement', 'reversal', 'payout', 'payoutReturn')
  ) e
  join (
    select c.id, c.upstream_id, c.amount, true as collect from collect_order c
    union all select p.id, p.upstream_id, p.amount, false from pay_order p
  ) o on o.id = e.order_id
  cross join lateral (
    select coalesce(-sum(p.amount) filter (where p.account = 'upstreamCost'), 0) as cost,
      coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fees,
      coalesce(-sum(p.amount) filter (where p.account = 'commission'), 0) as commission
    from platform_posting p where p.entry_id = e.id
  ) leg
  where o.upstream_id is not null
  group by 1, 2, 3;
end;

-- The zone is asked for in a select of its own, so that it is read once. What was logged since is asked of reports that
-- differ alone: neither is joined before the figures are compared.
create or replace function invariant_i24(from_day date, until_day date)
returns table (subject text, problem text) language sql stable begin atomic
  with daily as materialized (
    select r.*, f.success_count as succeeded_now
    from daily_report r
    left join daily_figures(from_day::timestamp at time zone (select report_zone()),
        until_day::timestamp at time zone (select report_zone()), (select report_zone())) f
      on (f.merchant_id, f.report_date, f.type, f.currency) = (r.merchant_id, r.report_date, r.type, r.currency)
    where r.report_date >= from_day and r.report_date < until_day
      and (r.collection_count, r.success_count, r.total_collection, r.success_collection, r.collection_fee,
          r.success_rate, r.payment_count, r.total_payment, r.success_payment, r.payment_fee, r.processing_count,
          r.processing_amount)
        is distinct from (f.collection_count, f.success_count, f.total_collection, f.success_collection,
          f.collection_fee, f.success_rate, f.payment_count, f.total_payment, f.success_payment, f.payment_fee,
          f.processing_count, f.processing_amount)
  )
  select 'daily_report ' || r.id,
    format('%s %s: %s of %s succeeded, %s now', r.report_date, r.currency, r.success_count,
      r.collection_count + r.payment_count, coalesce(r.succeeded_now::text, 'nothing'))
  from daily r
  -- The offset keeps it a question per report, not a join of all logs and orders.
  where not exists (
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
  left join upstream_figures(from_day::timestamp at time zone (select report_zone()),
      until_day::timestamp at time zone (select report_zone()),
      id_at(from_day::timestamp at time zone (select report_zone()) - interval '10 minutes'),
      id_at(until_day::timestamp at time zone (select report_zone()) + interval '10 minutes'),
      (select report_zone())) f
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

-- I4 the before/after chain has no gap, and no two details have one place in it. The details of a range are put in the
-- order of their chains: only the first of each chain, and what follows a gap, looks for the one before it and for others
-- in its place. A place that two ranges have is found by the one whose run of the chain begins later.
drop view invariant_i04;
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
