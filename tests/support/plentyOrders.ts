import type { ClientBase, Pool } from 'pg';

/** Many plain orders of one merchant, spread over time and amounts from 2025 on, counted by the rollup. */
export async function plentyOrders(
  database: Pool | ClientBase,
  merchantId: string,
  channelId: string,
  count: number,
): Promise<void> {
  await database.query(
    `insert into collect_order (id, order_no, merchant_id, merchant_order_no, channel_id, currency, amount, fee_rate, fixed_fee, fee, status, created_at)
     select (extract(epoch from at)::bigint * 1000 - 1704067200000) * 4194304 + ((hashint8($1::bigint) & 1023) << 12) + n, 'P' || $1::bigint || '-' || n, $1::bigint, 'p' || n, $2::bigint, 'INR',
       100 + (n * 7919 % 500), 0.02, 0, 2, n % 4, at
     from (select n, timestamptz '2025-01-01Z' + n * interval '7 seconds' as at from generate_series(1, $3::int) n) x`,
    [merchantId, channelId, count],
  );
  await database.query(
    `insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
     select 'collectOrder', date_trunc('hour', created_at, 'UTC'), merchant_id, currency, status, count(*), sum(amount), sum(fee)
     from collect_order where merchant_id = $1 and order_no like 'P%' group by 2, 3, 4, 5`,
    [merchantId],
  );
}
