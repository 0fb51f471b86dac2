/**
 * Counts and sums by (hour of creation, merchant, currency, bucket). Writers append deltas in their own
 * transaction, so that no two of them wait for one counter; a worker folds deltas into rollup.
 */

interface Runner {
  query: (config: { name: string; text: string; values: unknown[] }) => Promise<unknown>;
}

export interface OrderFacts {
  merchantId: string;
  currency: string;
  amount: string;
  fee: string;
  createdAt: Date | string;
}

interface Delta {
  resource: string;
  createdAt: Date | string;
  merchantId: string;
  currency: string;
  bucket: number;
  rows: 1 | -1;
  amount: string;
  fee: string;
}

// The zone is named because date_trunc else follows the session's, and half-hour zones would split buckets.
/** Deltas of one command, column by column. */
export const APPEND_DELTAS = `insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
select resource, date_trunc('hour', created_at, 'UTC'), merchant_id, currency, bucket, rows, rows * amount, rows * fee
from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[], $5::smallint[], $6::bigint[], $7::numeric[], $8::numeric[])
  as d(resource, created_at, merchant_id, currency, bucket, rows, amount, fee)`;

async function append(tx: Runner, deltas: readonly Delta[]): Promise<void> {
  if (deltas.length === 0) return;
  const column = <K extends keyof Delta>(key: K) => deltas.map((delta) => delta[key]);
  await tx.query({
    name: 'rollup-append',
    text: APPEND_DELTAS,
    values: [
      column('resource'),
      deltas.map((delta) => new Date(delta.createdAt).toISOString()),
      column('merchantId'),
      column('currency'),
      column('bucket'),
      column('rows'),
      column('amount'),
      column('fee'),
    ],
  });
}

/** Resources whose orders are counted by status. */
export type CountedOrder = 'collectOrder' | 'payOrder';
export const isCountedOrder = (resource: string): resource is CountedOrder =>
  resource === 'collectOrder' || resource === 'payOrder';

const ofOrder = (resource: CountedOrder, order: OrderFacts, bucket: number, rows: 1 | -1): Delta => ({
  resource,
  createdAt: order.createdAt,
  merchantId: order.merchantId,
  currency: order.currency,
  bucket,
  rows,
  amount: order.amount,
  fee: order.fee,
});

/** An order came to be in this status. */
export async function deltaOfOrderCreated(
  tx: Runner,
  resource: CountedOrder,
  order: OrderFacts,
  status: number,
): Promise<void> {
  await append(tx, [ofOrder(resource, order, status, 1)]);
}

/** An order went from one status to another. */
export async function deltaOfOrderStatus(
  tx: Runner,
  resource: CountedOrder,
  order: OrderFacts,
  from: number,
  to: number,
): Promise<void> {
  if (from !== to) await append(tx, [ofOrder(resource, order, from, -1), ofOrder(resource, order, to, 1)]);
}

/** An order's fee became another one while its status stayed as it was. */
export async function deltaOfOrderFee(
  tx: Runner,
  resource: CountedOrder,
  order: OrderFacts,
  status: number,
  fee: string,
): Promise<void> {
  await append(tx, [ofOrder(resource, order, status, -1), ofOrder(resource, { ...order, fee }, status, 1)]);
}
