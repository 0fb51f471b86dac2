import type pg from 'pg';
import type { Totals } from '../../contract/calls.ts';
import { type Figure, percentile, spread, timed } from './figures.ts';
import type { Subject } from './subject.ts';

/** B11: the pinned total under a filter. */
export async function benchTotals(subject: Subject, pool: pg.Pool, orders: number): Promise<Figure[]> {
  const samples: number[] = [];
  const merchants = await pool.query<{ id: string }>(
    'select id::text as id from merchant order by id limit 20',
  );
  for (const { id } of merchants.rows) {
    for (const filter of [{}, { merchantId: [id] }, { status: [2] }, { merchantId: [id], status: [2, 4] }])
      samples.push(await timed(() => subject.call<Totals>('collectOrder/totals', filter)));
  }
  const plain: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    plain.push(
      await timed(() =>
        pool.query('select count(*), sum(amount), sum(fee) from collect_order where status = 2'),
      ),
    );
  }
  return [
    {
      budget: 'B11',
      what: `totals of ${orders.toLocaleString('en')} orders by merchant and status`,
      measured: spread(samples),
      peer: `plain count and sum ${percentile(plain, 0.5).toFixed(0)} ms`,
      limit: 'p95 ≤ 10 ms',
      met: percentile(samples, 0.95) <= 10,
    },
  ];
}
