import type { EntryLeg, EntryDetail } from '../../../contract/entryDetail.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';

const LEGS = `select d.id::text, 'merchant' as of, d.account, null as "platformAccount", d.merchant_id::text as "ownerId",
    m.name as "ownerName", d.type, d.currency, trim_scale(d.amount)::text as amount,
    trim_scale(d.balance_before)::text as before, trim_scale(d.balance_after)::text as after, d.seq::text
  from fund_detail d join merchant m on m.id = d.merchant_id where d.entry_id = $1
  union all
  select p.id::text, 'platform', null, split_part(p.account, ':', 1), nullif(split_part(p.account, ':', 2), ''), u.name,
    null, p.currency, trim_scale(p.amount)::text, null, null, null
  from platform_posting p
  left join upstream u on p.account = 'upstream:' || u.id
  where p.entry_id = $1
  order by "of", id`;
const REVERSAL = 'select id::text from journal_entry where reverses = $1';

/** Further keys of an entry's detail: its postings, what they sum to, and the entry that undoes it. */
export const entryDetail: NonNullable<ServerHalf['detail']> = async (pool, id) => {
  const { rows: legs } = await pool.query<EntryLeg>(LEGS, [id]);
  const { rows: undone } = await pool.query<{ id: string }>(REVERSAL, [id]);
  const sums = [...Map.groupBy(legs, (leg) => leg.currency)].map(([currency, list]) => ({
    currency,
    sum: amountText(list.reduce((sum, leg) => sum.plus(leg.amount), new Amount(0))),
  }));
  const entry: EntryDetail = { legs, sums, reversedBy: undone[0]?.id ?? null };
  return { entry };
};
