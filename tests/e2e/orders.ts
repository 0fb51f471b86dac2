import type { Client } from '../support/client.ts';

/** What the tests need to know of an order; amounts are decimal strings. */
export interface Order {
  id: string;
  orderNo: string;
  merchantOrderNo: string;
  upstreamOrderNo: string | null;
  utr: string | null;
  merchantId: string;
  merchantName: string;
  currency: string;
  amount: string;
  fee: string;
  status: number;
  settled: boolean;
  claimedBy: string | null;
  claimedByName: string | null;
  callbackUrl: string | null;
  createdAt: string;
}

export interface Rows<T> {
  items: T[];
  total: number;
}

export const STATUS = Object.freeze({ success: 2, review: 7, failed: 3, cancelled: 5, reversed: 6 });
const used = new Set<string>();

/** Rows in the resource's own order, newest first, from `start` on. */
export const rowsOf = <T>(
  api: Client,
  resource: string,
  filters: Record<string, unknown> = {},
  start = 0,
  count = 100,
): Promise<Rows<T>> => api.call<Rows<T>>(`${resource}/rows`, { ...filters, start, end: start + count });

export const orderOf = (api: Client, id: string): Promise<Order> =>
  api.call<Order>(`collectOrder/detail?id=${id}`);

/** Ids of an order's fund details, sorted. */
export const detailsOf = async (api: Client, { orderNo }: Order): Promise<string[]> =>
  (await rowsOf<{ id: string }>(api, 'fundDetail', { orderNo })).items.map(({ id }) => id).sort();

/** Orders that fit and that no other test of this run was given. */
export async function takeOrders(
  api: Client,
  filters: Record<string, unknown>,
  count: number,
  fits: (order: Order) => boolean = () => true,
): Promise<Order[]> {
  const { items } = await rowsOf<Order>(api, 'collectOrder', filters, 0, 500);
  const free = items
    .filter((order) => !used.has(order.id) && order.claimedBy === null && fits(order))
    .slice(0, count);
  if (free.length < count)
    throw new Error(`only ${free.length} of ${count} orders fit ${JSON.stringify(filters)}`);
  for (const order of free) used.add(order.id);
  return free;
}

export async function takeOrder(
  api: Client,
  filters: Record<string, unknown>,
  fits?: (order: Order) => boolean,
): Promise<Order> {
  const [order] = await takeOrders(api, filters, 1, fits);
  return order!;
}

/** Orders that may be claimed and that nothing else moves. */
export const claimable = (api: Client): Promise<Order> => takeOrder(api, { status: [STATUS.failed] });
