import { createServer } from 'node:http';
import type pg from 'pg';
import type { Figure } from './figures.ts';
import type { Subject } from './subject.ts';

/** Answers per second of `ask` with a fixed number of clients for a fixed time. */
async function throughput(ask: () => Promise<void>, clients: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const client = async () => {
    while (performance.now() < end) {
      await ask();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return count / seconds;
}

/** The same SQL served by a bare Node server: the newest 100 orders as JSON text. */
async function rawServer(pool: pg.Pool): Promise<{ url: string; close(): void }> {
  const text = `select coalesce(json_agg(t), '[]')::text as items from (
    select o.*, m.name as merchant_name, u.name as upstream_name, c.channel_name
    from (select * from collect_order order by created_at desc, id desc limit 100) o
    join merchant m on m.id = o.merchant_id
    left join upstream u on u.id = o.upstream_id
    left join channel c on c.id = o.channel_id) t`;
  const server = createServer(async (_request, response) => {
    const answer = await pool.query({ name: 'bench-raw-page', text });
    response.setHeader('Content-Type', 'application/json');
    response.end(answer.rows[0].items);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** B12: a page of 100 orders through the whole server, against the same SQL served raw; interleaved rounds. */
export async function benchPage(subject: Subject, pool: pg.Pool): Promise<Figure[]> {
  const raw = await rawServer(pool);
  const ours = async () => {
    await subject.call('collectOrder/page', { page: 1, pageSize: 100 });
  };
  const theirs = async () => {
    await (await fetch(raw.url)).json();
  };
  await throughput(ours, 4, 2);
  await throughput(theirs, 4, 2);
  const ratios: number[] = [];
  let last = { ours: 0, raw: 0 };
  for (let round = 0; round < 5; round += 1) {
    last = { raw: await throughput(theirs, 4, 3), ours: await throughput(ours, 4, 3) };
    ratios.push(last.ours / last.raw);
  }
  raw.close();
  const median = ratios.sort((a, b) => a - b)[2] ?? 0;
  return [
    {
      budget: 'B12',
      what: 'page of 100 orders over HTTP, 4 clients, median of 5 interleaved rounds',
      measured: `${last.ours.toFixed(0)} pages/s, ratio ${median.toFixed(2)}`,
      peer: `same SQL served raw ${last.raw.toFixed(0)} pages/s`,
      limit: '≥ 0.6 ×',
      met: median >= 0.6,
    },
  ];
}
