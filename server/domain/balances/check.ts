import type { Connections } from '../../platform/db/rowSecurity.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { AccountCheck, AssetCheck } from '../../../contract/assetCheck.ts';

/** Everything in one statement: what is kept and what it is compared with are of one moment. */
const CHECK = {
  name: 'asset-check',
  text: `select a.id::text, a.merchant_id::text as "merchantId", m.name as "merchantName", a.currency,
    now() as "checkedAt", held.account, trim_scale(held.balance)::text as balance,
    trim_scale(coalesce(sums.amount, 0))::text as recomputed,
    trim_scale(held.balance - coalesce(sums.amount, 0))::text as drift,
    held.seq::text as kept, coalesce(sums.postings, 0)::text as postings, gap.at as gap
  from merchant_asset a join merchant m on m.id = a.merchant_id
  cross join lateral (values (1, a.pending, a.pending_seq), (2, a.available, a.available_seq), (3, a.frozen, a.frozen_seq))
    held (account, balance, seq)
  left join lateral (
    select sum(d.amount) as amount, count(*) as postings from fund_detail d
    where d.merchant_id = a.merchant_id and d.currency = a.currency and d.account = held.account) sums on true
  left join lateral (
    select json_build_object('id', d.id::text, 'seq', d.seq::text, 'orderNo', d.order_no,
      'before', trim_scale(d.balance_before)::text, 'expected', trim_scale(d.expected)::text,
      'after', trim_scale(d.balance_after)::text, 'amount', trim_scale(d.amount)::text) as at
    from (
      select d.*, coalesce(lag(d.balance_after) over chain, 0) as expected, coalesce(lag(d.seq) over chain, 0) + 1 as next
      from fund_detail d
      where d.merchant_id = a.merchant_id and d.currency = a.currency and d.account = held.account
      window chain as (order by d.seq)
    ) d
    where d.balance_before <> d.expected or d.seq <> d.next or d.balance_after <> d.balance_before + d.amount
    order by d.seq limit 1) gap on true
  where a.id = any($1::bigint[]) and ($2::bigint[] is null or a.merchant_id = any($2))
  order by m.name, a.currency, held.account`,
};

interface Line extends AccountCheck {
  id: string;
  merchantId: string;
  merchantName: string;
  currency: string;
  checkedAt: Date;
}

/**
 * Recomputes accounts from their postings and names what differs; nothing is repaired.
 * @throws Refused notFound where one is missing or out of scope
 */
export async function checkAssets(
  runner: Pick<Connections, 'query'>,
  ids: readonly string[],
  merchants: readonly string[] | null,
): Promise<AssetCheck[]> {
  const { rows } = await runner.query<Line>({ ...CHECK, values: [ids, merchants] });
  const checks = [...Map.groupBy(rows, (row) => row.id)].map(([id, lines]): AssetCheck => {
    const { merchantId, merchantName, currency, checkedAt } = lines[0]!;
    const accounts = lines.map(({ account, balance, recomputed, drift, kept, postings, gap }) => ({
      account,
      balance,
      recomputed,
      drift,
      kept,
      postings,
      gap,
    }));
    const reconciles = accounts.every(
      ({ drift, kept, postings, gap }) => drift === '0' && kept === postings && !gap,
    );
    return {
      id,
      merchantId,
      merchantName,
      currency,
      checkedAt: checkedAt.toISOString(),
      reconciles,
      accounts,
    };
  });
  if (checks.length < new Set(ids).size) throw new Refused('notFound');
  return checks;
}
