import type { Pool } from 'pg';
import { dictItems } from '../../../contract/dicts.ts';
import type { PlatformBalance } from '../../../contract/platformBalance.ts';
import type { Visible } from '../../engine/scope.ts';

const BALANCES = {
  name: 'platform-balances',
  text: `select split_part(l.account, ':', 1) as account, u.id::text as "upstreamId", u.name as "upstreamName", l.currency,
    trim_scale(sum(l.credit - l.debit))::text as balance
  from ledger_until('infinity') l
  left join upstream u on l.account = 'upstream:' || u.id
  where l.holder_id = 0 and ($1::bigint[] is null or l.merchant_id = any($1))
  group by 1, u.id, u.name, l.currency order by 1, u.name, l.currency`,
};

/** What each of the platform's accounts holds, from the entries of these merchants. */
export async function readPlatform(pool: Pool, merchants: Visible): Promise<PlatformBalance[]> {
  const { rows } = await pool.query<PlatformBalance>({ ...BALANCES, values: [merchants] });
  const rank = ({ account }: PlatformBalance) =>
    dictItems('platformAccount').findIndex(({ value }) => value === account);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}
