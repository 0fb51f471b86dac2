import type { PoolClient } from 'pg';
import type { PayRow } from '../orders/payRow.ts';
import { BILL_COLUMNS, type BillRow, billRow, upstreamOf } from './billStore.ts';
import { candidatesOf } from './candidates.ts';
import { chosen, inOrder } from './score.ts';
import { BILL_STATUS } from '../../platform/db/statuses.ts';

/** A debit line that nobody has seen to, and that fits no other payout better. */
export interface Proposing {
  billNo: string;
  bookedAt: string;
  amount: string;
  utr: string | null;
  /** It has the payout's reference, or its amount with its number, or is what the rules would match it with. */
  certain: boolean;
  /** Its amount went to whom the payout is for, as that of another equal payout may have. */
  fits: boolean;
}

const MOST = 20;
// A statement of whole days may book a payout before the hour at which it was made.
const WAITING = `select ${BILL_COLUMNS} from bank_bill b join merchant m on m.id = $1 and m.tenant_id = b.tenant_id
  where b.id in (
      select id from bank_bill where status = ${BILL_STATUS.unmatched} and currency = $2 and amount = $3
        and booked_at >= $4::timestamptz - interval '2 days'
      union select id from bank_bill where reference_form(utr) = reference_form($5)
      union select id from bank_bill where candidate_no = $6
    ) and b.status = ${BILL_STATUS.unmatched} and b.direction = 2 and b.currency = $2
  order by (b.candidate_no = $6) is true desc, b.booked_at, b.id limit ${MOST}`;

async function proposes(tx: PoolClient, bill: BillRow, { id }: PayRow): Promise<Proposing | undefined> {
  const upstreamId = await upstreamOf(tx, bill.bankAccountId);
  const within = { tenantId: bill.tenantId, visible: null, upstreamId, wide: true };
  const { orders } = await candidatesOf(tx, bill, within);
  const all = inOrder(bill, orders);
  const own = all.find(({ candidate }) => candidate.id === id);
  if (!own || own.score === 0 || own.score < all[0]!.score) return undefined;
  const choice = chosen(bill, orders);
  const certain =
    own.reasons.includes('utr') ||
    (own.reasons.includes('amount') && own.reasons.includes('orderNo')) ||
    ('match' in choice && choice.match.candidate.id === id);
  const { billNo, bookedAt, amount, utr } = bill;
  const fits = certain || (own.reasons.includes('amount') && own.reasons.includes('payer'));
  return { billNo, bookedAt: bookedAt.toISOString(), amount, utr, certain, fits };
}

/** Lines of statements that say a payout has left, as they fit it now and not when they came. */
export async function linesProposing(tx: PoolClient, order: PayRow): Promise<Proposing[]> {
  const { rows } = await tx.query({
    name: 'bills-proposing',
    text: WAITING,
    values: [order.merchantId, order.currency, order.amount, order.createdAt, order.utr, order.orderNo],
  });
  const found: Proposing[] = [];
  for (const row of rows) {
    const line = await proposes(tx, billRow(row), order);
    if (line) found.push(line);
  }
  return found;
}
