import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { openTempFolder } from '../../tests/support/folder.ts';
import { makeWorld, type World } from '../../tests/safety/world.ts';
import { type Figure, medianRatio, percentile } from './figures.ts';
import { renew, type Subject } from './subject.ts';

const CLIENTS = 16;
const PER_CLIENT = 60;
const ORDERS = CLIENTS * PER_CLIENT;
const ROUNDS = 5;
const MERCHANTS = 32;
/** No further round starts so long after the beginning: on a busy machine fewer rounds show as much. */
const MOST_MS = 45_000;

const PGBENCH = ['/usr/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find(existsSync);

/** What one command acts on; each is used once, by either side. */
export interface Item {
  id: string;
  /** A number or name that the statements look for. */
  no?: string;
  code?: string;
}

/** One money command on both sides: over HTTP, and as the same statements in pgbench. */
export interface Contest {
  what: string;
  prepare(pool: pg.Pool, worlds: readonly World[], count: number): Promise<Item[]>;
  /** The call for one item, and whether its answer says that it was done. */
  call(subject: Subject, item: Item): Sent;
  /** The statements of one command on row :k of bench_item (n, id, no, code). */
  script: string;
}

export interface Sent {
  path: string;
  headers: Record<string, string>;
  body: string;
  done: (answer: string) => boolean;
}

/** As many as are asked for, eight at a time, over the worlds in turn. */
export async function eightHands<T>(
  worlds: readonly World[],
  count: number,
  make: (world: World) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const hand = async () => {
    while (next < count) made.push(await make(worlds[next++ % worlds.length] as World));
  };
  await Promise.all(Array.from({ length: 8 }, hand));
  return made;
}

const send = (agent: Agent, base: string, { path, headers, body, done }: Sent): Promise<void> =>
  new Promise((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers };
    const sent = request(base + path, { agent, method: 'POST', headers: all }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => (done(text) ? resolve() : reject(new Error(text))));
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The commands over HTTP from 16 clients with one connection each. @returns commands per second and their times */
async function overHttp(
  subject: Subject,
  contest: Contest,
  items: readonly Item[],
): Promise<{ perSecond: number; times: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const left = [...items];
  const times: number[] = [];
  const started = performance.now();
  const client = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) {
      const at = performance.now();
      await send(agent, subject.base, contest.call(subject, item));
      times.push(performance.now() - at);
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
  } finally {
    agent.destroy();
  }
  return { perSecond: (items.length / (performance.now() - started)) * 1000, times };
}

/** The same statements on the same database by pgbench. @returns transactions per second */
async function byPgbench(
  pool: pg.Pool,
  contest: Contest,
  items: readonly Item[],
  run: number,
  folder: string,
): Promise<number> {
  const column = (key: keyof Item) => items.map((item) => item[key] ?? null);
  await pool.query(
    `insert into bench_item (n, id, no, code) select $1 + n, id, no, code
     from unnest($2::bigint[], $3::text[], $4::text[]) with ordinality o (id, no, code, n)`,
    [run * 1_000_000, column('id'), column('no'), column('code')],
  );
  const file = join(folder, `run-${run}.sql`);
  const head = `\\set n :n + 1\n\\set k ${run * 1_000_000} + :client_id * ${PER_CLIENT} + :n\n`;
  writeFileSync(file, head + contest.script);
  const shape = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '1', '-t', String(PER_CLIENT)];
  const { stdout } = await promisify(execFile)(
    PGBENCH as string,
    [...shape, '-D', 'n=0', '-f', file, pool.options.connectionString as string],
    { env: { ...process.env, PGOPTIONS: '-c role=paydesk_server' } },
  );
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  // A client that gave up early would make the rest look fast.
  if (!tps || !stdout.includes(`${ORDERS}/${ORDERS}`)) throw new Error(stdout);
  return Number(tps);
}

interface Measured {
  ours: number[];
  theirs: number[];
  times: number[];
}

/** Rounds of both sides in turn, the first side changing from round to round. */
async function rounds(
  subject: Subject,
  pool: pg.Pool,
  contest: Contest,
  worlds: readonly World[],
  folder: string,
): Promise<Measured> {
  const last = performance.now() + MOST_MS;
  const take = () => contest.prepare(pool, worlds, ORDERS);
  await renew(subject);
  await overHttp(subject, contest, await take());
  const found: Measured = { ours: [], theirs: [], times: [] };
  const sides = (round: number) => [
    async () => {
      const measured = await overHttp(subject, contest, await take());
      found.ours.push(measured.perSecond);
      found.times.push(...measured.times);
    },
    async () => {
      found.theirs.push(await byPgbench(pool, contest, await take(), round, folder));
    },
  ];
  for (let round = 1; round <= ROUNDS && (round === 1 || performance.now() < last); round += 1) {
    const both = sides(round);
    for (const side of round % 2 === 0 ? both.toReversed() : both) await side();
  }
  return found;
}

async function benchCommand(
  subject: Subject,
  pool: pg.Pool,
  contest: Contest,
  worlds: readonly World[],
): Promise<{ figure: Figure; command: number }> {
  const folder = openTempFolder('contest');
  try {
    await pool.query(
      'create table bench_item (n bigint primary key, id bigint not null, no text, code text)',
    );
    await pool.query('grant select on bench_item to paydesk_server');
    const { ours, theirs, times } = await rounds(subject, pool, contest, worlds, folder);
    const ratio = medianRatio(ours, theirs);
    const median = (values: readonly number[]) => Math.round(percentile(values, 0.5));
    const figure: Figure = {
      budget: 'B13',
      what: `${contest.what}, ${CLIENTS} clients, ${ours.length} alternating rounds of ${ORDERS}`,
      measured: `${median(ours)}/s · p95 ${percentile(times, 0.95).toFixed(1)} ms · median ratio ${ratio.toFixed(2)}`,
      peer: `pgbench, the same statements: ${median(theirs)}/s`,
      limit: '≥ 0.5 × pgbench',
      met: ratio >= 0.5,
    };
    return { figure, command: percentile(times, 0.5) };
  } finally {
    await pool.query('drop table if exists bench_item');
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * B13: money commands from 16 clients over HTTP, each against the same statements in pgbench on the same database;
 * alternating rounds, the median of their ratios. `command` is the median time of the first.
 */
export async function benchCommands(
  subject: Subject,
  pool: pg.Pool,
  contests: readonly Contest[],
): Promise<{ figures: Figure[]; command: number }> {
  if (!PGBENCH) throw new Error('pgbench is missing: apt-get install postgresql-15');
  const worlds: World[] = [];
  for (let at = 0; at < MERCHANTS; at += 1) worlds.push(await makeWorld(pool));
  const found: Awaited<ReturnType<typeof benchCommand>>[] = [];
  for (const contest of contests) found.push(await benchCommand(subject, pool, contest, worlds));
  return { figures: found.map(({ figure }) => figure), command: found[0]?.command ?? Number.NaN };
}
