import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ActionResult, Envelope } from '../../contract/calls.ts';
import { createOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { queueCollect } from '../../server/domain/orders/upstreamJobs.ts';
import { makePayoutWorld, type PayoutWorld } from '../../tests/safety/payoutWorld.ts';
import { makeStaff, PASSWORD } from '../../tests/safety/staff.ts';
import { paidOrder } from '../../tests/safety/world.ts';
import { openTempFolder } from '../../tests/support/folder.ts';
import { SECRETS_KEY } from '../../tests/support/secretsKey.ts';
import { type Endpoints, startEndpoints } from './endpoints.ts';
import { type Figure, percentile, report } from './figures.ts';
import { type Subject, tokenOf, withSubject } from './subject.ts';

/**
 * Somebody holds the account of one merchant while 60 commands and 60 answers of upstreams for it wait: what do lists,
 * and the commands and answers of other merchants, feel of it? The same runs before, with nothing held, as the baseline.
 */

const ORDERS = 20_000;
const COMMANDS = 60;
const PEOPLE = 12;
const PHASE_MS = 45_000;
/** Between two readings, and between two commands of the others. */
const PAUSE_MS = 50;
const LIST = { page: 1, pageSize: 50 };

interface Platform {
  subject: Subject;
  pool: pg.Pool;
  world: PayoutWorld;
  /** Sessions of staff. */
  tokens: readonly string[];
}

interface Phase {
  list: number[];
  settle: number[];
  /** Commit of an order to its being paid, as its upstream answered. */
  outcome: number[];
}

const sessionOf = ({ token: _token, ...subject }: Subject, token: string): Subject => ({ ...subject, token });

async function settle({ subject, tokens }: Platform, id: string, hand: number, key: string): Promise<string> {
  const response = await fetch(`${subject.base}/api/collectOrder/settle`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokens[hand % tokens.length]}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ ids: [id] }),
  });
  const { code, result, extras } = (await response.json()) as Envelope<ActionResult>;
  return code === 200 ? (result.refused[0]?.code ?? 'done') : String(extras?.errorCode);
}

/** Repeats something until the time is over. @returns how long each took, in milliseconds */
async function repeat(until: number, once: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    await once();
    took.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return took;
}

const submit = ({ pool, world }: Platform, merchantId: string): Promise<string> =>
  transact(pool, async (tx) => {
    const order = await createOrder(tx, {
      merchantId,
      channelId: world.channelId,
      merchantOrderNo: `h${newId()}`,
      amount: '1000',
      callbackUrl: null,
    });
    await queueCollect(tx, order.id, new Date());
    return order.id;
  });

async function paid(platform: Platform): Promise<void> {
  const id = await submit(platform, platform.world.merchantId);
  for (;;) {
    const { rowCount } = await platform.pool.query('select from collect_order where id = $1 and status = 2', [
      id,
    ]);
    if (rowCount) return;
    await sleep(5);
  }
}

async function measure(platform: Platform): Promise<Phase> {
  const { subject, pool, world, tokens } = platform;
  const until = performance.now() + PHASE_MS;
  const reader = sessionOf(subject, tokens[0]!);
  const settleOne = async () => {
    const id = await paidOrder(pool, world, { merchantId: world.merchantId });
    const began = performance.now();
    const code = await settle(platform, id, 1, randomUUID());
    if (code !== 'done') throw new Error(`a settle of another merchant: ${code}`);
    took.push(performance.now() - began);
  };
  const took: number[] = [];
  const [list, , outcome] = await Promise.all([
    repeat(until, () => reader.call('collectOrder/page', LIST)),
    repeat(until, settleOne),
    repeat(until, () => paid(platform)),
  ]);
  return { list, settle: took, outcome };
}

/** Keeps 60 commands of the merchant waiting until it is asked to end. @returns how many ended otherwise than as busy */
async function keepWaiting(
  platform: Platform,
  ids: readonly string[],
  goesOn: () => boolean,
): Promise<number> {
  let others = 0;
  const hand = async (id: string, at: number) => {
    const key = randomUUID();
    while (goesOn()) if ((await settle(platform, id, at, key)) !== 'commandBusy') others += 1;
  };
  await Promise.all(ids.map(hand));
  return others;
}

async function underHold(platform: Platform): Promise<Phase> {
  const { pool, world } = platform;
  const ids = await Promise.all(
    Array.from({ length: COMMANDS }, () => paidOrder(pool, world, { merchantId: world.loneId })),
  );
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from merchant_asset where merchant_id = $1 for update', [world.loneId]);
    let goesOn = true;
    const waiting = keepWaiting(platform, ids, () => goesOn);
    await Promise.all(Array.from({ length: COMMANDS }, () => submit(platform, world.loneId)));
    const measured = await measure(platform);
    goesOn = false;
    if ((await waiting) > 0) throw new Error('commands on held rows ended');
    return measured;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

const p95 = (samples: readonly number[]): number => percentile(samples, 0.95);
const HELD = `one merchant's account held, ${COMMANDS} commands and ${COMMANDS} answers of upstreams waiting`;

function figuresOf(before: Phase, held: Phase): Figure[] {
  const worst = Math.max(...held.settle);
  return [
    {
      budget: 'P13',
      what: `page of ${LIST.pageSize} of ${ORDERS.toLocaleString('en')} orders, ${HELD}`,
      measured: `p95 ${p95(held.list).toFixed(1)} ms of ${held.list.length} · ${(p95(held.list) / p95(before.list)).toFixed(2)} ×`,
      peer: `nothing held: p95 ${p95(before.list).toFixed(1)} ms`,
      limit: '≤ 2 × its baseline',
      met: p95(held.list) <= 2 * p95(before.list),
    },
    {
      budget: 'P13',
      what: `settles of another merchant, ${HELD}`,
      measured: `p95 ${p95(held.settle).toFixed(0)} ms · worst ${worst.toFixed(0)} ms of ${held.settle.length}`,
      peer: `nothing held: p95 ${p95(before.settle).toFixed(0)} ms`,
      limit: 'worst ≤ 1.5 s',
      met: worst <= 1_500,
    },
    {
      budget: 'P13',
      what: `an order of another merchant, commit to paid by the same upstream, ${HELD}`,
      measured: `p95 ${p95(held.outcome).toFixed(0)} ms · worst ${Math.max(...held.outcome).toFixed(0)} ms of ${held.outcome.length}`,
      peer: `nothing held: p95 ${p95(before.outcome).toFixed(0)} ms`,
      limit: '≤ 2 × its baseline',
      met: p95(held.outcome) <= 2 * p95(before.outcome),
    },
  ];
}

async function run(endpoints: Endpoints, dataDir: string): Promise<Figure[]> {
  const environment = { SECRETS_KEY, OUTBOUND_ALLOW: `127.0.0.1:${endpoints.port}` };
  return withSubject({ dataDir, orders: ORDERS, environment }, async (subject, pool) => {
    const world = await makePayoutWorld(pool, () => `${endpoints.base}/upstream/paid`, 10_000);
    const people = await makeStaff(pool, world, PEOPLE);
    const tokens: string[] = [];
    for (const { account } of people) tokens.push(await tokenOf(subject, account, PASSWORD));
    const platform = { subject, pool, world, tokens };
    return figuresOf(await measure(platform), await underHold(platform));
  });
}

const dataDir = openTempFolder('soak-held');
const endpoints = await startEndpoints(() => 0);
try {
  report('A held row (npm run soak:held)', await run(endpoints, dataDir), ['fastify', 'pg']);
} finally {
  endpoints.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
