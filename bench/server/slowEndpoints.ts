import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { queueCollect } from '../../server/domain/orders/upstreamJobs.ts';
import { makePayoutWorld, type PayoutWorld } from '../../tests/safety/payoutWorld.ts';
import { utr } from '../../tests/safety/world.ts';
import { openTempFolder } from '../../tests/support/folder.ts';
import { SECRETS_KEY } from '../../tests/support/secretsKey.ts';
import { type Endpoints, startEndpoints } from './endpoints.ts';
import { type Figure, percentile, report } from './figures.ts';
import { type Subject, withSubject } from './subject.ts';

/**
 * Five upstreams and five merchants take 7.5 s for each answer: what do orders and callbacks of a healthy upstream and a
 * healthy merchant feel of it? The same load on the healthy ones runs before, without the slow ones, as the baseline.
 */

const SLOW = [0, 1, 2, 3, 4];
const SLOW_MS = 7_500;
const UPSTREAM_MS = 300;
const MERCHANT_MS = 50;
const ORDERS_PER_S = 20;
const CALLBACKS_PER_S = 10;
const SLOW_PER_S = 2;
const BASELINE_S = 40;
const SLOW_S = 100;
const DRAIN_MS = 5_000;

function delayOf(path: string): number {
  if (path.includes('/slow')) return SLOW_MS;
  return path.startsWith('/upstream') ? UPSTREAM_MS : MERCHANT_MS;
}

/** Milliseconds from commit to arrival, by what is measured. */
interface Phase {
  upstream: number[];
  callback: number[];
  /** Longest that a due job was without a worker, in seconds, as the server's metrics say. */
  queueS: number;
}

interface Platform {
  pool: pg.Pool;
  endpoints: Endpoints;
  healthy: PayoutWorld;
  slow: readonly PayoutWorld[];
}

interface Made {
  orderNo: string;
  at: number;
}

async function order(
  { pool }: Platform,
  { merchantId, channelId }: PayoutWorld,
  callbackUrl: string | null,
): Promise<Made> {
  const made = { merchantId, channelId, merchantOrderNo: `n${newId()}`, amount: '1000', callbackUrl };
  const { orderNo } = await transact(pool, async (tx) => {
    const opened = await createOrder(tx, made);
    if (callbackUrl === null) await queueCollect(tx, opened.id, new Date());
    else
      await succeedOrder(tx, opened.id, {
        paidAmount: '1000',
        utr: utr(),
        upstreamOrderNo: `u${newId()}`,
      });
    return opened;
  });
  return { orderNo, at: performance.now() };
}

/** Makes `perSecond` things a second for so long, whatever each takes. */
async function pace<T>(perSecond: number, seconds: number, make: () => Promise<T>): Promise<T[]> {
  const began = performance.now();
  const made: Promise<T>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
    made.push(make());
  }
  return Promise.all(made);
}

async function worstQueue({ base }: Subject, seconds: number): Promise<number> {
  let worst = 0;
  for (let n = 0; n < seconds; n += 1) {
    await sleep(1_000);
    const text = await (await fetch(`${base}/metrics`)).text();
    for (const [, value] of text.matchAll(/^paydesk_outbound_queue_seconds\{.*\} (\S+)$/gm))
      worst = Math.max(worst, Number(value));
  }
  return worst;
}

async function phase(platform: Platform, subject: Subject, seconds: number, slow: boolean): Promise<Phase> {
  const { endpoints, healthy } = platform;
  const merchant = (name: string) => `${endpoints.base}/merchant/${name}`;
  const noise = slow
    ? platform.slow.flatMap((world, at) => [
        pace(SLOW_PER_S, seconds, () => order(platform, world, null)),
        pace(SLOW_PER_S, seconds, () => order(platform, world, merchant(`slow${at}`))),
      ])
    : [];
  const [upstream, callback, queueS] = await Promise.all([
    pace(ORDERS_PER_S, seconds, () => order(platform, healthy, null)),
    pace(CALLBACKS_PER_S, seconds, () => order(platform, healthy, merchant('healthy'))),
    worstQueue(subject, seconds),
    ...noise,
  ]);
  await sleep(DRAIN_MS);
  const waits = (made: readonly Made[]) =>
    made.map(({ orderNo, at }) => (endpoints.arrivals.get(orderNo) ?? Number.POSITIVE_INFINITY) - at);
  return { upstream: waits(upstream), callback: waits(callback), queueS };
}

const p95 = (samples: readonly number[]): number => percentile(samples, 0.95);

function figureOf(
  what: string,
  answerMs: number,
  before: readonly number[],
  with5: readonly number[],
): Figure {
  const [baseline, slow] = [p95(before) + answerMs, p95(with5) + answerMs];
  return {
    budget: 'B18',
    what: `${what}, commit to answer, five slow upstreams and five slow merchants (${SLOW_MS / 1_000} s) for ${SLOW_S} s`,
    measured: `p95 ${slow.toFixed(0)} ms · worst ${(Math.max(...with5) + answerMs).toFixed(0)} ms · ${(slow / baseline).toFixed(2)} ×`,
    peer: `without them p95 ${baseline.toFixed(0)} ms`,
    limit: '≤ 2 × its baseline',
    met: Number.isFinite(slow) && slow <= 2 * baseline,
  };
}

function figuresOf(baseline: Phase, slow: Phase, { peaks }: Endpoints): Figure[] {
  const atOnce = (prefix: string) =>
    Math.max(...[...peaks].filter(([path]) => path.startsWith(prefix)).map(([, peak]) => peak));
  return [
    figureOf(
      `${ORDERS_PER_S} orders/s to a healthy upstream that answers in ${UPSTREAM_MS} ms`,
      UPSTREAM_MS,
      baseline.upstream,
      slow.upstream,
    ),
    figureOf(
      `${CALLBACKS_PER_S} callbacks/s to a healthy merchant that answers in ${MERCHANT_MS} ms`,
      MERCHANT_MS,
      baseline.callback,
      slow.callback,
    ),
    {
      budget: 'B18',
      what: 'longest that a due job has found no worker, without and with the slow ones',
      measured: `${baseline.queueS.toFixed(2)} s / ${slow.queueS.toFixed(2)} s`,
      peer: `most calls at once: slow upstream ${atOnce('/upstream/slow')}, slow merchant ${atOnce('/merchant/slow')}`,
      limit: '≤ 1 s',
      met: Math.max(baseline.queueS, slow.queueS) <= 1,
    },
  ];
}

async function run(endpoints: Endpoints, dataDir: string): Promise<Figure[]> {
  const environment = { SECRETS_KEY, OUTBOUND_ALLOW: `127.0.0.1:${endpoints.port}` };
  return withSubject({ dataDir, orders: 1_000, environment }, async (subject, pool) => {
    const worldOf = (name: string) =>
      makePayoutWorld(pool, () => `${endpoints.base}/upstream/${name}`, 10_000);
    const slow: PayoutWorld[] = [];
    for (const at of SLOW) slow.push(await worldOf(`slow${at}`));
    const platform = { pool, endpoints, healthy: await worldOf('healthy'), slow };
    await pool.query('update merchant set sign_secret = $1', [encryptSecret(SECRETS_KEY, 'sign')]);
    const baseline = await phase(platform, subject, BASELINE_S, false);
    return figuresOf(baseline, await phase(platform, subject, SLOW_S, true), endpoints);
  });
}

const dataDir = openTempFolder('soak-slow');
const endpoints = await startEndpoints(delayOf);
try {
  report('Slow neighbours (npm run soak:slow)', await run(endpoints, dataDir), ['fastify', 'pg']);
} finally {
  endpoints.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
