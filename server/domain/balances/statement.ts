import { Amount, amountText } from '../../../contract/money.ts';
import { within } from '../../engine/timed.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { Asked } from './period.ts';
import { readTies } from './ties.ts';

/** What moved a merchant's money in one currency, oldest first; moves between its own accounts sum to nothing and are left out. */
const ENTRIES = {
  name: 'merchant-statement',
  text: `select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, type,
      max(order_no) as "orderNo", max(merchant_order_no) as "merchantOrderNo", trim_scale(sum(amount))::text as amount
    from fund_detail
    where merchant_id = $1 and currency = $2 and created_at >= $3 and created_at < $4
    group by entry_id, type having sum(amount) <> 0
    order by min(created_at), min(id), type limit $5`,
};

interface Entry {
  at: string;
  type: number;
  orderNo: string | null;
  merchantOrderNo: string | null;
  amount: string;
}

export interface StatementAsked {
  merchantId: string;
  currency: string;
  from: Date;
  to: Date;
  /** Rows at most. */
  most: number;
}

export interface Statement {
  opening: string;
  in: string;
  out: string;
  fees: string;
  closing: string;
  entries: (Entry & { credit: string | null; debit: string | null; balance: string })[];
}

const SLOW_MS = 20_000;
const NOTHING = { opening: '0', in: '0', out: '0', fees: '0', closing: '0', gap: '0' };

/** Each entry with the balance after it, from the opening one on. */
function withBalances(opening: string, entries: readonly Entry[]): Statement['entries'] {
  let balance = new Amount(opening);
  return entries.map((entry) => {
    balance = balance.plus(entry.amount);
    const isOut = entry.amount.startsWith('-');
    return {
      ...entry,
      credit: isOut ? null : entry.amount,
      debit: isOut ? entry.amount.slice(1) : null,
      balance: amountText(balance),
    };
  });
}

/**
 * A merchant's statement of a period, read at one moment: opening + in − out − fees = closing, and every entry from one to
 * the other. The caller has checked whose merchant it is.
 * @throws Refused tooManyRows above `most`, statementGap where the books do not agree
 */
export async function readStatement(
  { pool, clock }: Pick<AppDeps, 'pool' | 'clock'>,
  { merchantId, currency, from, to, most }: StatementAsked,
): Promise<Statement> {
  const asked: Asked = { from, to, merchants: [merchantId], chosen: true, currencies: [currency] };
  const read = await within(pool, SLOW_MS, async (client) => {
    const ties = await readTies(client, asked, clock.now());
    const values = [merchantId, currency, from, to, most + 1];
    const { rows } = await client.query<Entry>({ ...ENTRIES, values });
    return { tie: ties.rows[0] ?? NOTHING, rows };
  });
  if (!read) throw new Refused('busy');
  const { tie, rows } = read;
  if (rows.length > most) throw new Refused('tooManyRows', { max: most });
  const entries = withBalances(tie.opening, rows);
  const end = entries.at(-1)?.balance ?? tie.opening;
  if (!new Amount(tie.gap).isZero() || !new Amount(end).equals(tie.closing))
    throw new Refused('statementGap');
  const { opening, in: paidIn, out, fees, closing } = tie;
  return { opening, in: paidIn, out, fees, closing, entries };
}
