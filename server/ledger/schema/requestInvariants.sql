-- Invariants of payouts, withdrawals, approvals, one-time codes, keys and reports: none of these may return a row.

-- I17 a payout or withdrawal has one hold, is paid or released at most once, and only what was paid is returned.
create view invariant_i17 as
select null::bigint as entry_id, o.id as order_id, o.merchant_id, o.subject || o.id as subject,
  format('status %s: %s holds, %s paid, %s released, %s returned', o.status, n.holds, n.paid, n.released, n.returned)
    as problem
from (
  select id, merchant_id, status, 'pay_order ' as subject, status in (:payStatus.success, :payStatus.returned) as paid, status in (:payStatus.failed, :payStatus.rejected, :payStatus.cancelled) as released,
    status = :payStatus.returned as returned from pay_order
  union all
  select id, merchant_id, status, 'withdrawal ', status = :withdrawalStatus.completed, status in (:withdrawalStatus.refunded, :withdrawalStatus.cancelled), false from withdrawal
) o cross join lateral (
  select count(*) filter (where kind in ('payoutHold', 'withdrawalHold')) as holds,
    count(*) filter (where kind in ('payout', 'withdrawal')) as paid,
    count(*) filter (where kind in ('payoutRelease', 'withdrawalRelease')) as released,
    count(*) filter (where kind = 'payoutReturn') as returned
  from journal_entry where order_id = o.id) n
where (n.holds, n.paid, n.released, n.returned) <> (1, o.paid::int, o.released::int, o.returned::int);

-- I18 a transaction hash pays one withdrawal: the one that has claimed it.
create view invariant_i18 as
select null::bigint as entry_id, w.id as order_id, w.merchant_id, 'withdrawal ' || w.id as subject,
  'the hash ' || w.transaction_hash || ' paid another withdrawal' as problem
from withdrawal w
where w.transaction_hash is not null and not exists (
  select from withdrawal_transaction t where t.transaction_hash = w.transaction_hash and t.withdrawal_id = w.id);

-- I19 what is frozen is what open payouts and withdrawals hold.
create view invariant_i19 as
select null::bigint as entry_id, null::bigint as order_id, a.merchant_id,
  'merchant_asset ' || a.id || ' ' || a.currency as subject,
  format('frozen %s, open items hold %s', trim_scale(a.frozen), trim_scale(open.held)) as problem
from merchant_asset a cross join lateral (
  select coalesce((select sum(amount + fee) from pay_order
      where merchant_id = a.merchant_id and currency = a.currency and status in (:payStatus.created, :payStatus.approving, :payStatus.queued, :payStatus.processing, :payStatus.unknown)), 0)
    + coalesce((select sum(amount) from withdrawal
      where merchant_id = a.merchant_id and currency = a.currency and status in (:withdrawalStatus.applied, :withdrawalStatus.rateConfirmed)), 0) as held) open
where a.frozen <> open.held;

-- I20 the distributed USDT is floor6 of what is left after the fee at the confirmed rate.
create view invariant_i20 as
select null::bigint as entry_id, w.id as order_id, w.merchant_id, 'withdrawal ' || w.id as subject,
  format('%s less %s at %s gives %s, not %s', trim_scale(w.amount), trim_scale(w.fee), trim_scale(w.exchange_rate),
    trim_scale(trunc((w.amount - w.fee) / w.exchange_rate, 6)), trim_scale(w.usdt_amount)) as problem
from withdrawal w
where w.status in (:withdrawalStatus.rateConfirmed, :withdrawalStatus.completed) and w.usdt_amount is distinct from trunc((w.amount - w.fee) / w.exchange_rate, 6);

-- I21 nobody checks what they made, in no step of its flow; and what is agreed has passed each of them.
create view invariant_i21 as
select null::bigint as entry_id, row_id as order_id, merchant_id, 'approval ' || id as subject,
  'asked and answered by ' || maker as problem, id
from approval where status in (:approval.agreed, :approval.closed) and maker_id is not null and maker_id = checker_id
union all
select null, a.row_id, a.merchant_id, 'approval ' || a.id, 'asked and decided by ' || a.maker, a.id
from approval_decision d join approval a on a.id = d.approval_id where d.user_id = a.maker_id
union all
select null, a.row_id, a.merchant_id, 'approval ' || a.id, 'agreed without step ' || s.step, a.id
from approval a join approval_flow_step s on s.rule_id = a.rule_id and s.flow_version = a.flow_version
  and (s.above_amount is null or s.above_amount < abs(a.amount))
where a.status = :approval.agreed and not exists (
  select from approval_decision d where d.approval_id = a.id and d.step = s.step and d.kind = 'agree')
union all
select null, id, merchant_id, subject || id, 'made and checked by the same person', id from (
  select id, merchant_id, status, maker_id, checker_id, 'adjustment ' as subject from adjustment
  union all select id, merchant_id, status, maker_id, checker_id, 'recharge_order ' from recharge_order
  union all select id, merchant_id, status, maker_id, checker_id, 'manual_order ' from manual_order
) asked where status = :requestStatus.approved and maker_id is not null and maker_id = checker_id;

-- I22 a one-time code confirms one command.
create view invariant_i22 as
select null::bigint as entry_id, null::bigint as order_id, null::bigint as merchant_id,
  format('otp_use %s/%s', u.user_id, u.step) as subject, 'the code confirmed another command too' as problem, u.used_at as at
from otp_use u
where exists (select from otp_use x where x.user_id = u.user_id and x.step = u.step and x.ctid <> u.ctid)
union all
select null, null, null, format('otp_use %s/%s', u.user_id, u.step),
  format('the code counts again: the last step is %s', o.last_step), u.used_at
from otp_use u join user_otp o on o.user_id = u.user_id
where u.step > o.last_step;

-- I23 an idempotency key is taken once.
create view invariant_i23_key as
select null::bigint as entry_id, null::bigint as order_id, null::bigint as merchant_id,
  format('idempotency %s/%s', i.user_id, i.key) as subject, 'the key was taken twice' as problem, i.created_at as at
from idempotency i
where exists (select from idempotency x where x.user_id = i.user_id and x.key = i.key and x.ctid <> i.ctid);

-- I23 a command books one entry.
create view invariant_i23 as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  'its command has booked another entry too' as problem
from journal_entry e
where exists (select from ledger_command c where c.command_key = e.command_key and c.entry_id <> e.id);

-- I24 a report is its recomputation, unless its orders have moved since it was made; by days in the report's zone. The
-- zone is a select of its own, so that it is read once. What was logged since is looked up only for reports that
-- differ.
create function invariant_i24(from_day date, until_day date)
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

grant select on invariant_i17, invariant_i18, invariant_i19, invariant_i20, invariant_i21, invariant_i22,
  invariant_i23_key, invariant_i23 to paydesk_server;
