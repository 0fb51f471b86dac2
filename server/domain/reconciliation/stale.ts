import type { AppDeps } from '../../platform/http/deps.ts';
import { lookAtBill } from './auto.ts';
import { heldFor, provedSql, SIDES, type Side } from './candidates.ts';
import { BILL_STATUS } from '../../platform/db/statuses.ts';

const MOST = 200;

const staleSql = (side: Side, direction: 1 | 2): string => `
select b.id::text from bank_bill b join ${side.table} o on o.order_no = b.candidate_no
where b.status = ${BILL_STATUS.unmatched} and b.direction = ${direction} and (o.status not in (${side.matchable})
  or o.status not in (${side.open}, ${side.booked}) and reference_form(b.utr) is distinct from reference_form(o.utr)
    and strpos(concat_ws(' ', b.payer, b.description), o.order_no) = 0
  or (${provedSql(side, 'b.utr')} ${side.held ? `and not ${heldFor('b')}` : ''}))
order by b.id limit ${MOST}`;

const STALE = [staleSql(SIDES[1], 1), staleSql(SIDES[2], 2)];

/** Looks again at lines that propose an order which they can be matched with no longer: it ended, or another line is its own. */
export async function lookAgain({ pool, clock }: Pick<AppDeps, 'pool' | 'clock'>): Promise<void> {
  for (const stale of STALE) {
    const { rows } = await pool.query<{ id: string }>(stale);
    for (const { id } of rows) await lookAtBill(pool, id, false, clock.now());
  }
}
