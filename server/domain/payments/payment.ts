import { can } from '../../platform/http/caller.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';

/** A payment may have been used for an order of another merchant, whose number is for those who see that merchant. */
export const paymentHalf: ServerHalf = {
  others: { columns: ['used_for'], merchant: 'coalesce(payment.used_merchant_id, payment.merchant_id)' },
};

// Those that were received for it, and those of other orders that it was paid with.
const OF_ORDER = `select p.id::text, p.source, p.status, p.currency, trim_scale(p.amount)::text as amount,
    trim_scale(p.suspended)::text as suspended, p.reference, p.order_no as "orderNo",
    to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
  from payment p join merchant m on m.id = p.merchant_id
  where (p.order_id = $1 or p.id in (select a.payment_id from payment_allocation a where a.order_id = $1 and a.entry_id <> a.payment_id))
    and m.tenant_id = $2 and ($3::bigint[] is null or m.org_id = any($3))
  order by p.id limit 50`;

/** Further keys of an order's detail: its payments, the oldest first, for those who may read them. */
export const paymentsOfOrder: NonNullable<ServerHalf['detail']> = async (pool, id, caller) => {
  if (!can(caller, 'payment:page')) return {};
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'payments-of-order',
    text: OF_ORDER,
    values: [id, caller.tenantId, caller.orgIds === 'all' ? null : caller.orgIds],
  });
  return rows.length > 0 ? { payments: rows } : {};
};
