import type pg from 'pg';
import type { RowsResult } from '../../contract/calls.ts';
import { type Figure, percentile, timed } from './figures.ts';
import { type Subject, tokenOf } from './subject.ts';

/** The largest list that a scope of several merchants may scroll. */
const MOST = 1_000_000;
const ROUNDS = 5;
/** Of a branch: sees the merchants of one organisation. */
const ACCOUNT = 'priya';

/** Opening the snapshot of a branch's longest list, each time another filter so that none is found ready. */
export async function benchSnapshot(subject: Subject, pool: pg.Pool): Promise<Figure[]> {
  const { rows } = await pool.query<{ at: Date; rows: string }>(
    `select min(created_at) as at, count(*) as rows from (
       select created_at from collect_order where merchant_id in (
         select m.id from merchant m join sys_user u on u.account = $1 and u.org_id = m.org_id)
       order by created_at desc, id desc limit ${MOST}) newest`,
    [ACCOUNT],
  );
  const from = rows[0]?.at ?? new Date(0);
  const headers = { Authorization: `Bearer ${await tokenOf(subject, ACCOUNT)}` };
  const samples: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const createdAt = { from: new Date(from.getTime() + round + 1).toISOString() };
    samples.push(
      await timed(async () => {
        const opened = await subject.call<RowsResult>(
          'collectOrder/rows',
          { start: 0, end: 100, createdAt, sort: [{ field: 'amount', order: 'descending' }] },
          headers,
        );
        total = opened.total;
      }),
    );
  }
  const median = percentile(samples, 0.5);
  return [
    {
      budget: 'B10',
      what: `opening a snapshot of ${total.toLocaleString('en')} ids under an order without an index`,
      measured: `p50 ${median.toFixed(0)} ms · worst ${Math.max(...samples).toFixed(0)} ms`,
      peer: '',
      limit: '≤ 500 ms for 200,000',
      met: median <= 500 * Math.max(1, total / 200_000),
    },
  ];
}
