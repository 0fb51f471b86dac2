import type { PoolClient } from 'pg';
import { amountText } from '../../../contract/money.ts';
import { askApproval } from './approvalAsk.ts';
import { type RequestResource, tableOf } from '../requests/store/requestTables.ts';

interface Pending {
  tenantId: string;
  orderNo: string;
  merchantId: string;
  currency: string;
  amount: string;
  makerId: string | null;
  maker: string | null;
  reason: string | null;
}

const PENDING = (table: string) => `select m.tenant_id::text as "tenantId", r.order_no as "orderNo",
    r.merchant_id::text as "merchantId", r.currency, r.amount::text, r.maker_id::text as "makerId", u.account as maker,
    coalesce(to_jsonb(r) ->> 'reason', to_jsonb(r) ->> 'remark') as reason
  from ${table} r join merchant m on m.id = r.merchant_id left join sys_user u on u.id = r.maker_id
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
  const { tenantId, orderNo, merchantId, currency, amount, makerId, maker, reason } = rows[0]!;
  const row = { id, orderNo, merchantId };
  const about = { resource, action: 'approve', tenantId, row, currency, amount: amountText(amount) };
  const question = { ...about, ...(reason && { input: { reason } }) };
  await askApproval(tx, question, now, { operator: maker ?? '', operatorId: makerId });
}
