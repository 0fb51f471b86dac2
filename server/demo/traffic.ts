import { machineRemark } from '../../contract/remark.ts';
import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { dictName } from '../../contract/dicts.ts';
import { fitsCurrency } from '../../contract/money.ts';
import { createOrder, failOrder, submitOrder, succeedOrder } from '../domain/orders/collect/collect.ts';
import { transact } from '../platform/db/transaction.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { Refused } from '../platform/http/refused.ts';
import { createPayout } from '../domain/orders/payout/payCreate.ts';
import { type PayRoute, payoutOn, readPayRoutes } from './payouts.ts';
import { type Past, readPast, readWaiting } from './past.ts';
import { rhythmAt } from './rhythm.ts';

type Deps = Pick<AppDeps, 'pool' | 'clock' | 'log'>;

/** A step an order will take at some moment of the process's own time. */
interface Step {
  at: number;
  take: (tx: PoolClient) => Promise<unknown>;
}

const TICK_MS = 100;
/** A machine that slept, or a database that hung, is not made up for. */
const LONGEST_GAP_MS = 1_000;
const PAST_LIVES_MS = 5 * 60_000;
const AT_ONCE = 8;
/** So many orders come in for each payout that is asked for. */
const ORDERS_A_PAYOUT = 16;

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
const waitMs = (mean: number): number => 1_500 + Math.min(-Math.log(1 - Math.random()) * mean, mean * 6);
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
/** What the upstream says of a payer's money. */
const payment = (paidAmount: string) => ({
  paidAmount,
  utr: digits(12),
  upstreamOrderNo: `LV${digits(14)}`,
});

/** Another amount than the order's: it waits for a person. */
function shortOf(amount: string, currency: string): string {
  const less = String(Math.max(1, Math.floor(Number(amount) * 0.9)));
  return fitsCurrency(less, currency) && less !== amount ? less : String(Number(less) + 1);
}

export interface Traffic {
  start(): void;
  stop(): Promise<void>;
}

/** Orders that come in and move on by themselves, after the recorded ones and in their daily rhythm. */
export function createTraffic({ pool, clock, log }: Deps, ordersPerSecond: number): Traffic {
  const waiting: Step[] = [];
  let timer: NodeJS.Timeout | undefined;
  let past: Past[] = [];
  let routes: PayRoute[] = [];
  let read = 0;
  let last = 0;
  let owed = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let busy = false;

  const later = (ms: number, take: Step['take']) => waiting.push({ at: performance.now() + ms, take });

  /** What becomes of an order that has reached the payer. Who never pays is left to the clock. */
  function plan(id: string, order: Pick<Past, 'amount' | 'currency'>, status: number | undefined): void {
    const { amount, currency } = order;
    const outcome = status === undefined ? undefined : dictName('collectStatusEnum', status);
    if (outcome === 'success' || outcome === 'reversed')
      later(waitMs(45_000), (tx) => succeedOrder(tx, id, payment(amount), clock.now()));
    else if (outcome === 'failed')
      later(waitMs(90_000), (tx) =>
        failOrder(tx, id, machineRemark('upstream', '上游返回失败'), clock.now()),
      );
    else if (outcome === 'review')
      later(waitMs(120_000), (tx) => succeedOrder(tx, id, payment(shortOf(amount, currency)), clock.now()));
  }

  async function open(tx: PoolClient, like: Past): Promise<void> {
    const { id } = await createOrder(
      tx,
      {
        merchantId: like.merchantId,
        channelId: like.channelId,
        upstreamId: like.upstreamId,
        merchantOrderNo: `${like.code}${digits(12)}`,
        amount: like.amount,
        payerId: digits(10),
        createIp: '103.21.58.10',
        userIp: `49.${randomInt(32, 64)}.${randomInt(256)}.${randomInt(1, 255)}`,
        source: like.source,
      },
      clock.now(),
    );
    later(waitMs(1_500), async (tx2) => {
      await submitOrder(tx2, id, {}, clock.now());
      plan(id, like, like.status);
    });
  }

  /** Payouts go their whole way: a worker submits them and the upstream reports. */
  async function payOut(tx: PoolClient): Promise<void> {
    const route = pick(routes);
    if (route) await createPayout(tx, payoutOn(route), clock.now());
  }

  /** Moves on what was under way when this process began. */
  async function adopt(): Promise<void> {
    for (const order of await readWaiting(pool, clock.now())) {
      const like = pick(past.filter(({ upstreamId }) => upstreamId === order.upstreamId)) ?? pick(past);
      const onward = () => plan(order.id, order, like?.status);
      if (order.created)
        later(waitMs(1_500), (tx) => submitOrder(tx, order.id, {}, clock.now()).then(onward));
      else onward();
    }
  }

  /** An order that a person, or the clock, has moved meanwhile refuses the step: that is as it should be. */
  async function run(take: Step['take']): Promise<void> {
    try {
      await transact(pool, take);
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
    if (first) await adopt();
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
      if (like) work.push((tx) => open(tx, like));
      if (randomInt(ORDERS_A_PAYOUT) === 0) work.push(payOut);
    }
    for (let at = 0; at < work.length; at += AT_ONCE)
      await Promise.all(work.slice(at, at + AT_ONCE).map(run));
  }

  return {
    start() {
      last = performance.now();
      timer = setInterval(() => {
        if (busy) return;
        busy = true;
        turn = tick(performance.now())
          .catch((error: unknown) => log.error({ err: error }, 'demo traffic'))
          .finally(() => {
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
