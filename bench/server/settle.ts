import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { openTempFolder } from '../../tests/support/folder.ts';
import { makeWorld, paidOrder, type World } from '../../tests/safety/world.ts';
import { type Figure, medianRatio, percentile } from './figures.ts';
import { settleScript } from './settleScript.ts';
import { renew, type Subject } from './subject.ts';

const CLIENTS = 16;
const PER_CLIENT = 60;
const ORDERS = CLIENTS * PER_CLIENT;
const ROUNDS = 5;
const MERCHANTS = 32;

const PGBENCH = ['/usr/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find(existsSync);

/** Paid orders of many merchants, as a desk has them. */
async function prepare(pool: pg.Pool, count: number): Promise<string[]> {
  const worlds: World[] = [];
  for (let at = 0; at < MERCHANTS; at += 1) worlds.push(await makeWorld(pool));
  const ids: string[] = [];
  let next = 0;
  const hand = async () => {
    while (next < count) {
      const world = worlds[next++ % MERCHANTS]!;
      ids.push(await paidOrder(pool, world, { merchantId: world.loneId }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, hand));
  return ids;
}

/** Settles the orders over HTTP from 16 clients with one connection each. @returns settles per second and their times */
async function overHttp(
  subject: Subject,
  ids: readonly string[],
): Promise<{ perSecond: number; times: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const left = [...ids];
  const times: number[] = [];
  const settle = (id: string) =>
    new Promise<void>((resolve, reject) => {
      const body = JSON.stringify({ ids: [id] });
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Authorization: `Bearer ${subject.token}`,
        'Idempotency-Key': randomUUID(),
      };
      const sent = request(
        `${subject.base}/api/collectOrder/settle`,
        { agent, method: 'POST', headers },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          response.on('end', () => {
            if (JSON.parse(text).result?.done?.[0] === id) resolve();
            else reject(new Error(text));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const started = performance.now();
  const client = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const at = performance.now();
      await settle(id);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return { perSecond: (ids.length / (performance.now() - started)) * 1000, times };
}

/** Settles the orders by pgbench with the same statements on the same database. @returns transactions per second */
async function byPgbench(
  pool: pg.Pool,
  ids: readonly string[],
  run: number,
  folder: string,
): Promise<number> {
  await pool.query(
    'insert into bench_settle (n, order_id) select $1 + n, id from unnest($2::bigint[]) with ordinality o (id, n)',
    [run * 1_000_000, ids],
  );
  const file = join(folder, `settle-${run}.sql`);
  writeFileSync(file, settleScript(run, PER_CLIENT));
  const { stdout } = await promisify(execFile)(
    PGBENCH as string,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(CLIENTS),
      '-j',
      '1',
      '-t',
      String(PER_CLIENT),
      '-D',
      'n=0',
      '-f',
      file,
      pool.options.connectionString as string,
    ],
    { env: { ...process.env, PGOPTIONS: '-c role=paydesk_server' } },
  );
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!tps) throw new Error(stdout);
  return Number(tps);
}

interface Settled {
  ours: number[];
  theirs: number[];
  times: number[];
}

/** Rounds of both sides in turn, the first side changing from round to round. */
async function rounds(subject: Subject, pool: pg.Pool, folder: string): Promise<Settled> {
  const ids = await prepare(pool, ORDERS * (2 * ROUNDS + 1));
  const take = () => ids.splice(0, ORDERS);
  await renew(subject);
  await overHttp(subject, take());
  const found: Settled = { ours: [], theirs: [], times: [] };
  const sides = (round: number) => [
    async () => {
      const measured = await overHttp(subject, take());
      found.ours.push(measured.perSecond);
      found.times.push(...measured.times);
    },
    async () => {
      found.theirs.push(await byPgbench(pool, take(), round, folder));
    },
  ];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const both = sides(round);
    for (const side of round % 2 === 0 ? both.toReversed() : both) await side();
  }
  return found;
}

/**
 * B13: settle with ledger, log and outbox from 16 clients over HTTP, against the same statements in pgbench on the same
 * database; alternating rounds, the median of their ratios.
 */
export async function benchSettle(
  subject: Subject,
  pool: pg.Pool,
): Promise<{ figures: Figure[]; command: number }> {
  if (!PGBENCH) throw new Error('pgbench is missing: apt-get install postgresql-15');
  const folder = openTempFolder('settle');
  try {
    await pool.query('create table bench_settle (n bigint primary key, order_id bigint not null)');
    await pool.query('grant select on bench_settle to paydesk_server');
    const { ours, theirs, times } = await rounds(subject, pool, folder);
    const ratio = medianRatio(ours, theirs);
    const median = (values: readonly number[]) => Math.round(percentile(values, 0.5));
    const figure: Figure = {
      budget: 'B13',
      what: `settle over HTTP, ${CLIENTS} clients, ${ROUNDS} alternating rounds of ${ORDERS}`,
      measured: `${median(ours)}/s · p95 ${percentile(times, 0.95).toFixed(1)} ms · median ratio ${ratio.toFixed(2)}`,
      peer: `pgbench, the same statements: ${median(theirs)}/s`,
      limit: '≥ 0.5 × pgbench',
      met: ratio >= 0.5,
    };
    return { figures: [figure], command: percentile(times, 0.5) };
  } finally {
    await pool.query('drop table if exists bench_settle');
    rmSync(folder, { recursive: true, force: true });
  }
}
