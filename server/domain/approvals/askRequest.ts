import type { PoolClient } from 'pg';
import { amountText } from '../../../contract/money.ts';
import { askApproval, questionOf } from './approvalAsk.ts';
import { type RequestResource, tableOf } from '../requests/store/requestTables.ts';

interface Pending {
  orderNo: string;
  merchantId: string;
  currency: string;
  amount: string;
  makerId: string | null;
  maker: string | null;
  reason: string | null;
}

const PENDING = (
  table: string,
) => `select r.order_no as "orderNo", r.merchant_id::text as "merchantId", r.currency, r.amount::text, r.maker_id::text as "makerId", u.account as maker,
    coalesce(to_jsonb(r) ->> 'reason', to_jsonb(r) ->> 'remark') as reason
  from ${table} r left join sys_user u on u.id = r.maker_id
  where r.id = $1`;

/** Asks others about a request that is pending, as whoever made it; it always has somebody else's answer before it counts. */
export async function askRequest(
  tx: PoolClient,
  resource: RequestResource,
  id: string,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<Pending>({
    name: `ask-${resource}`,
    text: PENDING(tableOf(resource)),
    values: [id],
  });
  const { orderNo, merchantId, currency, amount, makerId, maker, reason } = rows[0]!;
  const row = { id, orderNo, merchantId, currency, amount: amountText(amount) };
  const input = reason ? { reason } : {};
  const question = await questionOf(tx, { resource, action: 'approve', row, input });
  await askApproval(tx, question, now, { operator: maker ?? '', operatorId: makerId });
}
