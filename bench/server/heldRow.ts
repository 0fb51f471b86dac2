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
import { addAgent, addMerchant, paidOrder } from '../../tests/safety/world.ts';
import { openTempFolder } from '../../tests/support/folder.ts';
import { SECRETS_KEY } from '../../tests/support/secretsKey.ts';
import { type Endpoints, startEndpoints } from './endpoints.ts';
import { type Figure, percentile, report } from './figures.ts';
import { type Subject, tokenOf, withSubject } from './subject.ts';

/**
 * The account row of one merchant is locked while 60 commands and 60 answers of upstreams for it wait: what do lists,
 * commands of a merchant of the same agent, of another agent and of none, and answers of upstreams feel of it? The same
 * runs before, with nothing locked, as the baseline.
 */

const ORDERS = 20_000;
const COMMANDS = 60;
const PEOPLE = 12;
const PHASE_MS = 45_000;
/** Between two readings, and between two commands of the others. */
const PAUSE_MS = 50;
const LIST = { page: 1, pageSize: 50 };

const NEIGHBOURS = {
  sibling: 'a merchant of the same agent',
  otherAgent: 'a merchant of another agent',
  lone: 'a merchant without an agent',
} as const;
type Neighbour = keyof typeof NEIGHBOURS;
const neighbourNames = Object.keys(NEIGHBOURS) as Neighbour[];

interface Platform {
  subject: Subject;
  pool: pg.Pool;
  world: PayoutWorld;
  /** Whose account row is locked: a merchant of the world's agent, whose accounts are older than its own. */
  heldId: string;
  neighbours: Readonly<Record<Neighbour, string>>;
  /** Sessions of staff. */
  tokens: readonly string[];
}

interface Phase {
  list: number[];
  settle: Record<Neighbour, number[]>;
  /** Settles that were refused as busy. */
  busy: Record<Neighbour, number>;
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
  const id = await submit(platform, platform.neighbours.lone);
  for (;;) {
    const { rowCount } = await platform.pool.query('select from collect_order where id = $1 and status = 2', [
      id,
    ]);
    if (rowCount) return;
    await sleep(5);
  }
}

async function measure(platform: Platform): Promise<Phase> {
  const { subject, pool, world, tokens, neighbours } = platform;
  const until = performance.now() + PHASE_MS;
  const reader = sessionOf(subject, tokens[0]!);
  const settleOne = async (neighbour: Neighbour) => {
    const id = await paidOrder(pool, world, { merchantId: neighbours[neighbour] });
    const began = performance.now();
    const code = await settle(platform, id, neighbourNames.indexOf(neighbour), randomUUID());
    const took = performance.now() - began;
    if (code !== 'done' && code !== 'commandBusy') throw new Error(`${NEIGHBOURS[neighbour]}: ${code}`);
    if (code === 'commandBusy') busy[neighbour] += 1;
    return took;
  };
  const busy: Record<Neighbour, number> = { sibling: 0, otherAgent: 0, lone: 0 };
  const settles = async (neighbour: Neighbour) => {
    const took: number[] = [];
    await repeat(until, async () => void took.push(await settleOne(neighbour)));
    return took;
  };
  const [list, outcome, ...took] = await Promise.all([
    repeat(until, () => reader.call('collectOrder/page', LIST)),
    repeat(until, () => paid(platform)),
    ...neighbourNames.map(settles),
  ]);
  const [sibling, otherAgent, lone] = took as [number[], number[], number[]];
  return { list, settle: { sibling, otherAgent, lone }, busy, outcome };
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
  const { pool, world, heldId } = platform;
  const ids = await Promise.all(
    Array.from({ length: COMMANDS }, () => paidOrder(pool, world, { merchantId: heldId })),
  );
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from merchant_asset where merchant_id = $1 for update', [heldId]);
    let goesOn = true;
    const waiting = keepWaiting(platform, ids, () => goesOn);
    await Promise.all(Array.from({ length: COMMANDS }, () => submit(platform, heldId)));
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

function settleFigure(neighbour: Neighbour, before: Phase, held: Phase): Figure {
  const [took, baseline] = [held.settle[neighbour], before.settle[neighbour]];
  const worst = Math.max(...took);
  const busy = held.busy[neighbour];
  return {
    budget: 'P13',
    what: `settles of ${NEIGHBOURS[neighbour]}, ${HELD}`,
    measured: `p95 ${p95(took).toFixed(0)} ms · worst ${worst.toFixed(0)} ms of ${took.length}, ${busy} refused as busy`,
    peer: `nothing held: p95 ${p95(baseline).toFixed(0)} ms`,
    limit: 'worst ≤ 1.5 s, none busy',
    met: worst <= 1_500 && busy === 0,
  };
}

function figuresOf(before: Phase, held: Phase): Figure[] {
  return [
    {
      budget: 'P13',
      what: `page of ${LIST.pageSize} of ${ORDERS.toLocaleString('en')} orders, ${HELD}`,
      measured: `p95 ${p95(held.list).toFixed(1)} ms of ${held.list.length} · ${(p95(held.list) / p95(before.list)).toFixed(2)} ×`,
      peer: `nothing held: p95 ${p95(before.list).toFixed(1)} ms`,
      limit: '≤ 2 × its baseline',
      met: p95(held.list) <= 2 * p95(before.list),
    },
    ...neighbourNames.map((neighbour) => settleFigure(neighbour, before, held)),
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
    const sibling = await addMerchant(pool, world, world.agentId);
    const otherAgent = await addMerchant(pool, world, await addAgent(pool, world));
    const neighbours = { sibling, otherAgent, lone: world.loneId };
    const heldId = await addMerchant(pool, world, world.agentId);
    const platform = { subject, pool, world, tokens, neighbours, heldId };
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
