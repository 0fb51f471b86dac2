import type pg from 'pg';
import { askApproval, questionOf } from '../../domain/approvals/approvalAsk.ts';
import { COLLECT_STATUS } from '../../platform/db/statuses.ts';
import { transact } from '../../platform/db/transaction.ts';

const MINUTE_MS = 60_000;
const MOST = 4;

interface Above {
  id: string;
  orderNo: string;
  merchantId: string;
  currency: string;
  amount: string;
  utr: string;
}

// Above the limit that the demo's rule has for a confirmation by hand; first of all those in review.
const CONFIRMED = [COLLECT_STATUS.review, COLLECT_STATUS.expired, COLLECT_STATUS.failed];
const ABOVE = `select o.id::text, o.order_no as "orderNo", o.merchant_id::text as "merchantId", o.currency, o.amount::text,
    coalesce(o.utr, (421109000000 + row_number() over (order by o.id))::text) as utr
  from collect_order o join merchant m on m.id = o.merchant_id
  join approval_rule r on r.tenant_id = m.tenant_id and r.currency = o.currency and r.command = 'collectOrder/forceConfirm'
    and r.merchant_id is null
  where o.status in (${CONFIRMED.join(', ')}) and o.amount > r.limit_amount and o.claimed_by is null
  order by o.status <> ${COLLECT_STATUS.review}, o.created_at desc limit ${MOST}`;

/** Orders that the operator has confirmed by hand and others are to: their rows wait. */
export async function seedAsked(owner: pg.Pool, operatorId: string | null, now: Date): Promise<void> {
  const { rows } = await owner.query<Above>(ABOVE);
  for (const [at, { utr, ...row }] of rows.entries()) {
    const input = { utr, reason: 'The payer sent the statement of the bank' };
    const when = new Date(now.getTime() - (at + 2) * 3 * MINUTE_MS);
    await transact(owner, async (tx) => {
      const question = await questionOf(tx, { resource: 'collectOrder', action: 'forceConfirm', row, input });
      await askApproval(tx, question, when, { operator: 'operator', operatorId });
    });
  }
}
