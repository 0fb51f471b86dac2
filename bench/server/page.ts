import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { readCatalog } from '../../server/engine/catalog.ts';
import { loadLocales } from '../../server/platform/http/locales.ts';
import { compile } from '../../server/engine/compile.ts';
import { arrayOf } from '../../server/engine/read.ts';
import { Params } from '../../server/engine/sql.ts';
import type { Caller } from '../../server/platform/http/caller.ts';
import { type Figure, medianRatio, percentile, timed } from './figures.ts';
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

/** The product's own statement for the newest 100 orders, served by a bare Node server. */
async function rawServer(pool: pg.Pool): Promise<{ url: string; close(): void }> {
  const compiled = compile(collectOrder, {
    catalog: await readCatalog(pool),
    publicUrl: undefined,
    locales: loadLocales(),
  });
  const order = 't.created_at desc, t.id desc';
  const cut = `(select t.* from ${compiled.table} t order by ${order} limit 100) t`;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'rawServer.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      BENCH_URL: pool.options.connectionString,
      // Who sees all rows needs no parameter.
      BENCH_SQL: arrayOf({ compiled, caller: SUPER, visible: null }, new Params(), cut, order),
    },
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`the raw server ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() };
}

const SUPER = { accountType: 999, kind: 'staff' } as Caller;
const CLIENTS = 4;
const ROUNDS = 5;
const SECONDS = 3;
const ALONE = 200;

/** B12: a page of 100 orders through the whole server, against the same SQL served raw; alternating rounds. */
export async function benchPage(
  subject: Subject,
  pool: pg.Pool,
): Promise<{ figures: Figure[]; page: number }> {
  const raw = await rawServer(pool);
  const ours = async () => {
    await subject.call('collectOrder/page', { page: 1, pageSize: 100 });
  };
  const theirs = async () => {
    await (await fetch(raw.url)).json();
  };
  for (const ask of [ours, theirs]) await throughput(ask, CLIENTS, 2);
  const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const sides = [
      async () => rates.ours.push(await throughput(ours, CLIENTS, SECONDS)),
      async () => rates.theirs.push(await throughput(theirs, CLIENTS, SECONDS)),
    ];
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
  }
  raw.close();
  const alone: number[] = [];
  for (let at = 0; at < ALONE; at += 1) alone.push(await timed(ours));
  const ratio = medianRatio(rates.ours, rates.theirs);
  const figure: Figure = {
    budget: 'B12',
    what: `page of 100 orders over HTTP, ${CLIENTS} clients, ${ROUNDS} alternating rounds`,
    measured: `${percentile(rates.ours, 0.5).toFixed(0)} pages/s · median ratio ${ratio.toFixed(2)}`,
    peer: `the same SQL served raw: ${percentile(rates.theirs, 0.5).toFixed(0)} pages/s`,
    limit: '≥ 0.6 ×',
    met: ratio >= 0.6,
  };
  return { figures: [figure], page: percentile(alone, 0.5) };
}
