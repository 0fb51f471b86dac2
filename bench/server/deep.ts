import type pg from 'pg';
import type { RowsResult } from '../../contract/calls.ts';
import { type Figure, percentile, seeded, spread, timed } from './figures.ts';
import { renew, type Subject } from './subject.ts';
import { startUpdates } from './updates.ts';

const BLOCK = 100;
const SORTS = ['createdAt', 'amount'];
const DEPTHS = 60;
const MIDDLES = 5;
const UPDATES = 50;
/** The budget relative to LIMIT/OFFSET is one of so many orders. */
const MANY = 5_000_000;

interface List {
  filter: Record<string, unknown>;
  sort: { field: string; order: string }[];
}

const ask = (subject: Subject, { filter, sort }: List, start: number, snapshot?: string) =>
  subject.call<RowsResult>('collectOrder/rows', { start, end: start + BLOCK, sort, ...filter, snapshot });

/** Every allowed filter with every allowed sort. */
async function lists(pool: pg.Pool): Promise<List[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select merchant_id::text as id from collect_order group by 1 order by count(*) desc limit 1',
  );
  const filters = [{}, { merchantId: [rows[0]?.id] }, { status: [2] }, { status: [4] }];
  return filters.flatMap((filter) =>
    SORTS.map((field) => ({ filter, sort: [{ field, order: 'descending' }] })),
  );
}

/** Random blocks of one open scroll; opening it is not in them (B10). */
async function blocks(subject: Subject, list: List, count: number, random: () => number): Promise<number[]> {
  const open = await ask(subject, list, 0);
  const samples: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const start = Math.floor(random() * Math.max(1, open.total - BLOCK));
    samples.push(await timed(() => ask(subject, list, start, open.snapshot)));
  }
  return samples;
}

interface Middle {
  ours: number[];
  offset: number[];
  indexOnly: number[];
}

/** The block in the middle: ours, a naive LIMIT/OFFSET, and one that skips in the index alone, in turn. */
async function middles(subject: Subject, pool: pg.Pool, orders: number): Promise<Middle> {
  const half = Math.floor(orders / 2);
  const order = `order by created_at desc, id desc limit ${BLOCK} offset ${half}`;
  const list: List = { filter: {}, sort: [{ field: 'createdAt', order: 'descending' }] };
  const { snapshot } = await ask(subject, list, 0);
  const found: Middle = { ours: [], offset: [], indexOnly: [] };
  for (let round = 0; round < MIDDLES; round += 1) {
    found.ours.push(await timed(() => ask(subject, list, half + round, snapshot)));
    found.offset.push(await timed(() => pool.query(`select * from collect_order ${order}`)));
    found.indexOnly.push(
      await timed(() =>
        pool.query(
          `select t.* from (select id from collect_order ${order}) k join collect_order t using (id)`,
        ),
      ),
    );
  }
  return found;
}

const ms = (samples: readonly number[]): string => `${percentile(samples, 0.5).toFixed(1)} ms`;

/** B10: any block at any depth while orders move, every allowed filter and sort, against LIMIT/OFFSET at the middle. */
export async function benchDeep(
  subject: Subject,
  pool: pg.Pool,
  orders: number,
): Promise<{ figures: Figure[]; jump: number }> {
  const random = seeded(7);
  const all = await lists(pool);
  // Anchors are laid in the background; a first touch of each list starts them.
  for (const list of all) await blocks(subject, list, 1, random);
  await new Promise((resolve) => setTimeout(resolve, Math.max(2_000, orders / 400)));
  const updates = await startUpdates(pool, UPDATES);
  const samples: number[] = [];
  for (const list of all) samples.push(...(await blocks(subject, list, DEPTHS, random)));
  const made = await updates.stop();
  await renew(subject);
  const { ours, offset, indexOnly } = await middles(subject, pool, orders);
  const ratio = percentile(offset, 0.5) / percentile(ours, 0.5);
  const of = orders.toLocaleString('en');
  const figures: Figure[] = [
    {
      budget: 'B10',
      what: `block of 100 of ${of} orders, ${all.length} lists × ${DEPTHS} random depths, over HTTP, ${made.toFixed(0)} updates/s`,
      measured: spread(samples),
      peer: '',
      limit: 'p95 ≤ 20 ms',
      met: percentile(samples, 0.95) <= 20,
    },
    {
      budget: 'B10',
      what: `block at the middle of ${of}`,
      measured: `${ms(ours)} · ${ratio.toFixed(0)} × faster`,
      peer: `LIMIT/OFFSET ${ms(offset)}, index-only ${ms(indexOnly)}`,
      limit: orders >= MANY ? '≥ 100 × faster than LIMIT/OFFSET' : 'none below 5,000,000',
      met: ratio >= 100 || orders < MANY,
    },
  ];
  return { figures, jump: percentile(samples, 0.5) };
}
