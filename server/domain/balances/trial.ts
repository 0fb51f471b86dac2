import type { Pool } from 'pg';
import { Amount, amountText } from '../../../contract/money.ts';
import type { TrialBalance, TrialCheck, TrialLine } from '../../../contract/trialBalance.ts';
import { within } from '../../engine/timed.ts';
import type { Asked } from './period.ts';

/** Accounts in the order of a balance: the merchants' first, then what the platform owes and is owed. */
const ORDER = [
  'pending',
  'available',
  'frozen',
  'agent',
  'upstream',
  'fees',
  'upstreamCost',
  'commission',
  'adjustments',
  'conversion',
  'treasury',
  'suspense',
];

const LINES = {
  name: 'trial-balance',
  text: `with own as (
    select $3::bigint[] as merchants, $4::text[] as currencies, $5::boolean as split
  ), before as (
    select case when own.split and l.holder_id not in (0, l.merchant_id) then 'agent' else l.account end as account,
      l.currency, sum(l.debit) as debit, sum(l.credit) as credit
    from own, ledger_until(coalesce($1::timestamptz, '-infinity')) l
    where (own.merchants is null or l.merchant_id = any(own.merchants))
      and (own.currencies is null or l.currency = any(own.currencies))
    group by 1, 2
  ), after as (
    select case when own.split and l.holder_id not in (0, l.merchant_id) then 'agent' else l.account end as account,
      l.currency, sum(l.debit) as debit, sum(l.credit) as credit
    from own, ledger_until(coalesce($2::timestamptz, 'infinity')) l
    where (own.merchants is null or l.merchant_id = any(own.merchants))
      and (own.currencies is null or l.currency = any(own.currencies))
    group by 1, 2
  )
  select after.account, u.name as "upstreamName", after.currency,
    trim_scale(coalesce(before.credit - before.debit, 0))::text as opening,
    trim_scale(after.debit - coalesce(before.debit, 0))::text as debit,
    trim_scale(after.credit - coalesce(before.credit, 0))::text as credit,
    trim_scale(after.credit - after.debit)::text as closing
  from after left join before using (account, currency)
  left join upstream u on after.account = 'upstream:' || u.id`,
};

const UNBALANCED = `select entry_id::text as "entryId", problem from invariant_i02 order by entry_id limit 20`;
const SEARCH_MS = 5_000;

const rank = ({ account }: TrialLine): number => ORDER.indexOf(account.split(':')[0] ?? '');

function inOrder(a: TrialLine, b: TrialLine): number {
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  return rank(a) - rank(b) || (a.upstreamName ?? a.account).localeCompare(b.upstreamName ?? b.account);
}

/** The sums of each currency's lines. */
export function checksOf(lines: readonly TrialLine[]): TrialCheck[] {
  return [...Map.groupBy(lines, (line) => line.currency)].map(([currency, list]) => {
    const sum = (name: 'opening' | 'debit' | 'credit' | 'closing') =>
      list.reduce((total, line) => total.plus(line[name]), new Amount(0));
    const [opening, debit, credit, closing] = [sum('opening'), sum('debit'), sum('credit'), sum('closing')];
    return {
      currency,
      opening: amountText(opening),
      debit: amountText(debit),
      credit: amountText(credit),
      closing: amountText(closing),
      reconciles: opening.isZero() && closing.isZero() && debit.equals(credit),
    };
  });
}

/** Opening, debit, credit and closing per currency and account, with the sums that must be zero. */
export async function readTrial(
  pool: Pool,
  { from, to, merchants, chosen, currencies }: Asked,
  now: Date,
): Promise<TrialBalance> {
  const { rows } = await pool.query<TrialLine>({
    ...LINES,
    values: [from, to, merchants, currencies, chosen],
  });
  const lines = rows.toSorted(inOrder);
  const checks = checksOf(lines);
  let faults: TrialBalance['faults'] = [];
  if (checks.some(({ reconciles }) => !reconciles))
    faults = (await within(pool, SEARCH_MS, async (client) => (await client.query(UNBALANCED)).rows)) ?? [];
  return { from: from?.toISOString() ?? null, to: (to ?? now).toISOString(), lines, checks, faults };
}
