import type pg from 'pg';
import type { RowsResult, Totals } from '../../contract/calls.ts';
import { type Figure, percentile, seeded, spread, timed } from './figures.ts';
import { renew, type Subject } from './subject.ts';

const BLOCK = 100;
const SORTS = ['createdAt', 'amount'];

/** The statement a naive server would run for the same block. */
async function offsetPeer(pool: pg.Pool, offset: number): Promise<number> {
  return timed(() =>
    pool.query(
      `select * from collect_order order by created_at desc, id desc limit ${BLOCK} offset ${offset}`,
    ),
  );
}

async function blocks(
  subject: Subject,
  filter: Record<string, unknown>,
  field: string,
  count: number,
  random: () => number,
): Promise<number[]> {
  const sort = [{ field, order: 'descending' }];
  const open = await subject.call<RowsResult>('collectOrder/rows', { start: 0, end: BLOCK, sort, ...filter });
  const samples: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const start = Math.floor(random() * Math.max(1, open.total - BLOCK));
    samples.push(
      await timed(() =>
        subject.call('collectOrder/rows', {
          start,
          end: start + BLOCK,
          sort,
          snapshot: open.snapshot,
          ...filter,
        }),
      ),
    );
  }
  return samples;
}

/** B10: any block at any depth, every allowed filter and sort, against LIMIT/OFFSET at the middle. */
export async function benchDeep(subject: Subject, pool: pg.Pool, orders: number): Promise<Figure[]> {
  const random = seeded(7);
  const busiest = await pool.query(
    'select merchant_id::text as id from collect_order group by 1 order by count(*) desc limit 1',
  );
  const filters = [{}, { merchantId: [busiest.rows[0].id] }, { status: [2] }, { status: [4] }];
  // Anchors are laid in the background; a first touch of each list starts them.
  for (const filter of filters) for (const field of SORTS) await blocks(subject, filter, field, 1, random);
  await new Promise((resolve) => setTimeout(resolve, Math.max(2000, orders / 400)));
  const samples: number[] = [];
  for (const filter of filters)
    for (const field of SORTS) samples.push(...(await blocks(subject, filter, field, 60, random)));
  const middle: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const half = Math.floor(orders / 2);
    peer.push(await offsetPeer(pool, half));
    middle.push(
      await timed(() =>
        subject.call('collectOrder/rows', {
          start: half,
          end: half + BLOCK,
          sort: [{ field: 'createdAt', order: 'descending' }],
        }),
      ),
    );
  }
  await renew(subject);
  const ratio = percentile(peer, 0.5) / percentile(middle, 0.5);
  return [
    {
      budget: 'B10',
      what: `block of 100 of ${orders.toLocaleString('en')} orders, 8 lists × 60 random depths, over HTTP`,
      measured: spread(samples),
      peer: '',
      limit: 'p95 ≤ 20 ms',
      met: percentile(samples, 0.95) <= 20,
    },
    {
      budget: 'B10',
      what: `block at the middle of ${orders.toLocaleString('en')}`,
      measured: `${percentile(middle, 0.5).toFixed(1)} ms`,
      peer: `LIMIT/OFFSET ${percentile(peer, 0.5).toFixed(0)} ms`,
      limit: '≥ 100 × faster',
      met: ratio >= 100,
    },
  ];
}

/** B11: the pinned total under a filter. */
export async function benchTotals(subject: Subject, pool: pg.Pool, orders: number): Promise<Figure[]> {
  const samples: number[] = [];
  const merchants = await pool.query('select id::text as id from merchant order by id limit 20');
  for (const row of merchants.rows) {
    for (const filter of [
      {},
      { merchantId: [row.id] },
      { status: [2] },
      { merchantId: [row.id], status: [2, 4] },
    ]) {
      samples.push(await timed(() => subject.call<Totals>('collectOrder/totals', filter)));
    }
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
      limit: '≤ 10 ms',
      met: percentile(samples, 0.95) <= 10,
    },
  ];
}
