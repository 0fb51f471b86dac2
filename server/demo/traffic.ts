import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { dictName } from '../../contract/dicts.ts';
import { createOrder, submitOrder } from '../domain/orders/collect/collect.ts';
import type { NewOrder } from '../domain/orders/collect/collectCreate.ts';
import { transact } from '../platform/db/transaction.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { Refused } from '../platform/http/refused.ts';
import { createPayout } from '../domain/orders/payout/payCreate.ts';
import { type PayRoute, payoutOn, readPayRoutes } from './payouts.ts';
import { type Past, readPast, readWaiting } from './past.ts';
import { rhythmAt } from './rhythm.ts';
import { digits, pick } from './draw.ts';
import { type Command, failed, paid, paidShort, scenariosToPlay, type Taken } from './scenarios.ts';

type Deps = Pick<AppDeps, 'pool' | 'clock' | 'log'>;

/** A step an order will take at some moment of the process's own time. */
interface Step {
  at: number;
  take: Command;
}

const TICK_MS = 100;
/** A machine that slept, or a database that hung, is not made up for. */
const LONGEST_GAP_MS = 1_000;
const PAST_LIVES_MS = 5 * 60_000;
const AT_ONCE = 8;
/** So many orders come in for each payout that is asked for. */
const ORDERS_A_PAYOUT = 16;

const waitMs = (mean: number): number => 1_500 + Math.min(-Math.log(1 - Math.random()) * mean, mean * 6);

/** A new order of the kind that a recorded one was. */
const orderLike = ({ merchantId, channelId, upstreamId, code, amount, source }: Past): NewOrder => ({
  merchantId,
  channelId,
  upstreamId,
  merchantOrderNo: `${code}${digits(12)}`,
  amount,
  payerId: digits(10),
  createIp: '103.21.58.10',
  userIp: `49.${randomInt(32, 64)}.${randomInt(256)}.${randomInt(1, 255)}`,
  source,
});

/** What becomes of an order that has reached the payer, and in how many milliseconds: the same as of a recorded one. */
function endLike(order: Taken, status: number | undefined): { in: number; take: Command } | undefined {
  const outcome = status === undefined ? undefined : dictName('collectStatusEnum', status);
  switch (outcome) {
    case 'success':
    case 'reversed':
      return { in: waitMs(45_000), take: paid(order) };
    case 'failed':
      return { in: waitMs(90_000), take: failed(order) };
    case 'review':
      return { in: waitMs(120_000), take: paidShort(order) };
    default:
      return undefined;
  }
}

/** Repeats `work`, never two at once; stops once the one under way is done. */
function repeated(work: () => Promise<void>): Traffic {
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let busy = false;
  return {
    start() {
      timer = setInterval(() => {
        if (busy) return;
        busy = true;
        turn = work().finally(() => {
          busy = false;
        });
      }, TICK_MS);
    },
    async stop() {
      clearInterval(timer);
      await turn;
    },
  };
}

export interface Traffic {
  start(): void;
  stop(): Promise<void>;
}

/** Opens orders and moves them on. `later`: has a command run once so many milliseconds have passed. */
function demoOrders({ pool, clock }: Deps, later: (ms: number, take: Command) => void) {
  /** Who never pays is left to the clock. */
  function plan(order: Taken, status: number | undefined): void {
    const step = endLike(order, status);
    if (step) later(step.in, step.take);
  }

  /** @param onward what becomes of it once its upstream has taken it */
  async function open(
    tx: PoolClient,
    like: Past,
    onward = (order: Taken) => plan(order, like.status),
  ): Promise<void> {
    const { id } = await createOrder(tx, orderLike(like), clock.now());
    later(waitMs(1_500), async (tx2, now) => {
      await submitOrder(tx2, id, {}, now);
      onward({ ...like, id });
    });
  }

  /** Moves on what was under way when this process began. */
  async function adopt(past: readonly Past[]): Promise<void> {
    for (const order of await readWaiting(pool, clock.now())) {
      const like = pick(past.filter(({ upstreamId }) => upstreamId === order.upstreamId)) ?? pick(past);
      const onward = () => plan(order, like?.status);
      if (order.created) later(waitMs(1_500), (tx, now) => submitOrder(tx, order.id, {}, now).then(onward));
      else onward();
    }
  }

  /** Shows what goes wrong with money to a demo that has not seen it. */
  async function playScenarios(past: readonly Past[]): Promise<void> {
    for (const commands of await scenariosToPlay(pool)) {
      const like = pick(past);
      if (!like) return;
      const onward = (order: Taken) => {
        let at = 0;
        for (const command of commands(order)) later((at += waitMs(1_500)), command);
      };
      later(waitMs(10_000), (tx) => open(tx, like, onward));
    }
  }

  return { open, adopt, playScenarios };
}

/** Orders that come in and move on by themselves, after the recorded ones and in their daily rhythm. */
export function createTraffic(deps: Deps, ordersPerSecond: number): Traffic {
  const { pool, clock, log } = deps;
  const waiting: Step[] = [];
  let past: Past[] = [];
  let routes: PayRoute[] = [];
  let read = 0;
  let last = 0;
  let owed = 0;
  const orders = demoOrders(deps, (ms, take) => waiting.push({ at: performance.now() + ms, take }));

  /** Payouts go their whole way: a worker submits them and the upstream reports. */
  async function payOut(tx: PoolClient): Promise<void> {
    const route = pick(routes);
    if (route) await createPayout(tx, payoutOn(route), clock.now());
  }

  /** An order that a person, or the clock, has moved meanwhile refuses the step: that is as it should be. */
  async function run(take: Step['take']): Promise<void> {
    try {
      await transact(pool, (tx) => take(tx, clock.now()));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  async function refresh(now: number): Promise<void> {
    if (read > 0 && now - read < PAST_LIVES_MS) return;
    const first = read === 0;
    read = now;
    past = await readPast(pool, clock.now());
    routes = await readPayRoutes(pool);
    if (!first) return;
    await orders.adopt(past);
    await orders.playScenarios(past);
  }

  async function tick(now: number): Promise<void> {
    await refresh(now);
    const pace = ordersPerSecond * rhythmAt(clock.now().getTime());
    owed += (Math.min(now - last, LONGEST_GAP_MS) / 1000) * pace;
    last = now;
    const due = waiting.filter((step) => step.at <= now);
    for (const step of due) waiting.splice(waiting.indexOf(step), 1);
    const work = due.map((step) => step.take);
    for (; owed >= 1; owed -= 1) {
      const like = pick(past);
      if (like) work.push((tx) => orders.open(tx, like));
      if (randomInt(ORDERS_A_PAYOUT) === 0) work.push(payOut);
    }
    for (let at = 0; at < work.length; at += AT_ONCE)
      await Promise.all(work.slice(at, at + AT_ONCE).map(run));
  }

  const ticks = repeated(() =>
    tick(performance.now()).catch((error: unknown) => log.error({ err: error }, 'demo traffic')),
  );
  return {
    start() {
      last = performance.now();
      ticks.start();
    },
    stop: () => ticks.stop(),
  };
}
