import type { AppDeps } from '../http/deps.ts';
import { lookAtBill } from './auto.ts';
import { SIDES, type Side } from './candidates.ts';

const MOST = 200;

const staleSql = ({ table, matchable }: Side, direction: 1 | 2): string => `
select b.id::text from bank_bill b join ${table} o on o.order_no = b.candidate_no
where b.status = 0 and b.direction = ${direction} and (o.status not in (${matchable})
  or exists (select from bank_bill x where x.order_id = o.id and x.status in (1, 2)
    and (x.effect <> 'suspense' or o.utr is distinct from b.utr)))
order by b.id limit ${MOST}`;

const STALE = [staleSql(SIDES[1], 1), staleSql(SIDES[2], 2)];

/** Looks again at lines that propose an order which they can be matched with no longer: it ended, or another line is its own. */
export async function lookAgain({ pool, clock }: Pick<AppDeps, 'pool' | 'clock'>): Promise<void> {
  for (const stale of STALE) {
    const { rows } = await pool.query<{ id: string }>(stale);
    for (const { id } of rows) await lookAtBill(pool, id, false, clock.now());
  }
}
