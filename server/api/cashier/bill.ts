import type { Pool } from 'pg';
import { dictName } from '../../../contract/dicts.ts';
import { lockOrder } from '../../domain/orders/collectStore.ts';
import { moveRow } from '../../domain/orders/moveRow.ts';
import { transact } from '../../platform/db/transaction.ts';
import { isWebAddress } from '../../platform/http/webAddress.ts';
import { deviceOf } from './device.ts';

/** A collection order as its payer may see it. */
export interface Bill {
  id: string;
  orderNo: string;
  merchantName: string;
  channelName: string;
  currency: string;
  amount: string;
  status: number;
  upstreamPayUrl: string | null;
  jumpUrl: string | null;
  expiresAt: Date | null;
  visited: boolean;
}

const READ = `select o.id::text, o.order_no as "orderNo", m.name as "merchantName", c.channel_name as "channelName", o.currency,
    trim_scale(o.amount)::text as amount, o.status, o.upstream_pay_url as "upstreamPayUrl", o.jump_url as "jumpUrl",
    o.expires_at as "expiresAt", o.visited_cashier as visited
  from collect_order o join merchant m on m.id = o.merchant_id join channel c on c.id = o.channel_id
  where o.order_no = $1`;

export async function readBill(pool: Pool, orderNo: string): Promise<Bill | undefined> {
  const bill = (await pool.query<Bill>({ name: 'cashier-bill', text: READ, values: [orderNo] })).rows[0];
  // One that was stored before addresses were looked at leads nowhere.
  if (bill?.upstreamPayUrl && !isWebAddress(bill.upstreamPayUrl)) return { ...bill, upstreamPayUrl: null };
  return bill;
}

export const statusOf = (bill: Bill): string => dictName('collectStatusEnum', bill.status) ?? '';

/** The first time somebody opens the cashier of an order is part of its story. */
export async function noteVisit(
  pool: Pool,
  { id }: Bill,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<void> {
  await transact(pool, async (tx) => {
    const order = await lockOrder(tx, id);
    const { rows } = await tx.query<{ first: boolean; known: string | null }>(
      'select not visited_cashier as first, user_ip as known from collect_order where id = $1',
      [id],
    );
    if (!rows[0]?.first) return;
    const from = { app: 'cashier', device: deviceOf(userAgent) };
    const set = { visited_cashier: true, user_ip: rows[0].known ?? ip, source_info: JSON.stringify(from) };
    const move = { event: 'cashier', to: order.statusValue, set };
    await moveRow(tx, { table: 'collect_order', resource: 'collectOrder' }, order, move, {
      operator: 'payer',
      ip,
    });
  });
}
