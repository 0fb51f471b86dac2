import type { callback } from '../../../contract/resources/orders/callback.ts';
import { ORDER_TABLES, type OrderKind, queueManualCallback } from './schedule.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';

interface Reported {
  kind: OrderKind;
  status: number;
}
interface Owner {
  id: string;
  orderNo: string;
  merchantId: string;
  callbackUrl: string | null;
}

const RESOURCES: Readonly<Record<OrderKind, string>> = { collect: 'collectOrder', pay: 'payOrder' };

/** The same event once more, by hand: an extra attempt that leaves the planned ones as they are. */
const resend: ActionHandler = async (context, row) => {
  const { tx, now } = context;
  const reported = await tx.query<Reported>(
    'select kind, status_reported as status from callback_schedule where id = $1',
    [row.scheduleId],
  );
  const { kind, status } = reported.rows[0]!;
  const { rows } = await tx.query<Owner>(
    `select id::text, order_no as "orderNo", merchant_id::text as "merchantId", callback_url as "callbackUrl"
     from ${ORDER_TABLES[kind]} where id = $1`,
    [row.orderId],
  );
  const order = rows[0];
  if (!order?.callbackUrl) throw new Refused('noCallbackUrl');
  if (context.dryRun) return {};
  await queueManualCallback(tx, { ...order, kind, status }, now);
  const { id, orderNo, merchantId } = order;
  await context.log({ resource: RESOURCES[kind], orderId: id, orderNo, merchantId, event: 'notify' });
  return {};
};

export const callbackActions: ActionHandlers<typeof callback> = { resend };
