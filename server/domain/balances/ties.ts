import type { Pool, PoolClient } from 'pg';
import type { MerchantTie, MerchantTies } from '../../../contract/trialBalance.ts';
import { FUND } from '../../ledger/legs.ts';
import type { Asked } from './period.ts';

/** What a merchant pays; every other type brings money in, takes it out or moves it between accounts of the same merchant. */
const FEES = [FUND.collectionFee, FUND.payoutFee, FUND.resettlement];
const OUT = [FUND.payout, FUND.withdrawal, FUND.deduct, FUND.reversal];

/**
 * Opening and closing from the sums per account, what moved from the counts per type of detail, and what is held from the
 * accounts themselves: three ways to the same figures, read at one moment.
 */
const TIES = {
  name: 'merchant-ties',
  text: `with own as (
    select $3::bigint[] as merchants, $4::text[] as currencies, coalesce($1::timestamptz, '-infinity') as "from",
      coalesce($2::timestamptz, 'infinity') as "to"
  ), hours as (
    select own.*, case when date_trunc('hour', "from", 'UTC') = "from" then "from"
        else date_trunc('hour', "from", 'UTC') + interval '1 hour' end as first,
      date_trunc('hour', "to", 'UTC') as last
    from own
  ), balance as (
    select l.holder_id as merchant_id, l.currency,
      coalesce(sum(l.credit - l.debit) filter (where l.closing is false), 0) as opening,
      coalesce(sum(l.credit - l.debit) filter (where l.closing), 0) as closing
    from own, lateral (
      select false as closing, x.* from ledger_until(own."from") x
      union all select true, x.* from ledger_until(own."to") x
    ) l
    where l.holder_id <> 0 and (own.merchants is null or l.holder_id = any(own.merchants))
      and (own.currencies is null or l.currency = any(own.currencies))
    group by 1, 2
  ), moved as (
    select r.merchant_id, r.currency, r.bucket as type, r.amount from hours, rollup r
    where r.resource = 'fundDetail' and r.hour >= hours.first and r.hour < hours.last
    union all
    select r.merchant_id, r.currency, r.bucket, r.amount from hours, rollup_delta r
    where r.resource = 'fundDetail' and r.hour >= hours.first and r.hour < hours.last
    union all
    select d.merchant_id, d.currency, d.type, d.amount from hours, fund_detail d
    where d.created_at >= hours."from" and d.created_at < least(hours.first, hours."to")
    union all
    select d.merchant_id, d.currency, d.type, d.amount from hours, fund_detail d
    where d.created_at >= greatest(hours.last, hours.first, hours."from") and d.created_at < hours."to"
      and hours.last >= hours.first and hours.last < hours."to"
  ), flow as (
    select merchant_id, currency, coalesce(-sum(amount) filter (where type = any($5::int[])), 0) as fees,
      coalesce(-sum(amount) filter (where type = any($6::int[])), 0) as out,
      coalesce(sum(amount) filter (where type <> all($5::int[]) and type <> all($6::int[])), 0) as "in"
    from moved group by 1, 2
  )
  select b.merchant_id::text as "merchantId", m.name as "merchantName", b.currency,
    trim_scale(b.opening)::text as opening, trim_scale(coalesce(f."in", 0))::text as "in",
    trim_scale(coalesce(f.out, 0))::text as out, trim_scale(coalesce(f.fees, 0))::text as fees,
    trim_scale(b.closing)::text as closing,
    trim_scale(b.closing - b.opening - coalesce(f."in" - f.out - f.fees, 0))::text as gap,
    case when own."to" = 'infinity' then trim_scale(coalesce(a.total, 0) - b.closing)::text end as drift
  from own, balance b join merchant m on m.id = b.merchant_id
  left join flow f on f.merchant_id = b.merchant_id and f.currency = b.currency
  left join merchant_asset a on a.merchant_id = b.merchant_id and a.currency = b.currency
  order by m.name, b.currency`,
};

/** What every merchant began with, got, paid out and was charged, and whether that explains what it has. */
export async function readTies(
  pool: Pick<Pool | PoolClient, 'query'>,
  asked: Asked,
  now: Date,
): Promise<MerchantTies> {
  const { from, to, merchants, currencies } = asked;
  const { rows } = await pool.query<MerchantTie>({
    ...TIES,
    values: [from, to, merchants, currencies, FEES, OUT],
  });
  return { from: from?.toISOString() ?? null, to: (to ?? now).toISOString(), rows };
}
