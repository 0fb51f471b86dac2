import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { createOrder, expireOrder, failOrder, submitOrder, succeedOrder } from '../actions/collect.ts';
import { transact } from '../db/transaction.ts';
import type { AppDeps } from '../http/deps.ts';
import { Refused } from '../http/refused.ts';

type Deps = Pick<AppDeps, 'pool' | 'clock' | 'log'>;

interface Route {
  merchantId: string;
  channelId: string;
  code: string;
  low: number;
  high: number;
  digits: number;
  weight: number;
}

/** A step an order will take at some moment of the process's own time. */
interface Step {
  at: number;
  take: (tx: PoolClient) => Promise<unknown>;
}

const TICK_MS = 100;
/** A machine that slept, or a database that hung, is not made up for. */
const LONGEST_GAP_MS = 1_000;
const ROUTES_LIVE_MS = 60_000;
const AT_ONCE = 8;

// The shares follow the recorded orders, so live traffic looks like yesterday's.
const ROUTES = `
  select b.merchant_id as "merchantId", b.channel_id as "channelId", m.code, b.mini_amount::float8 as low,
    b.max_amount::float8 as high, case b.currency when 'USDT' then 6 when 'IDR' then 0 when 'VND' then 0 when 'JPY' then 0
    else 2 end as digits, coalesce(r.rows, 1)::float8 as weight
  from channel_binding b join merchant m on m.id = b.merchant_id and m.status = 1
  join channel c on c.id = b.channel_id and c.enabled and c.service_status <> 2
  left join (select merchant_id, currency, sum(rows) as rows from rollup
    where resource = 'collectOrder' and hour > now() - interval '7 days' group by 1, 2) r
    on r.merchant_id = b.merchant_id and r.currency = b.currency
  where b.status = 1 and b.is_collect`;

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
const waitMs = (mean: number): number => 1_500 + Math.min(-Math.log(1 - Math.random()) * mean, mean * 6);

/** Most pay round amounts. */
function amountOf(route: Route): string {
  const raw = route.low * (route.high / route.low) ** (Math.random() ** 1.7);
  const exact = Math.random() < 0.2;
  const rounded = exact ? raw : Math.round(raw / (route.low / 2)) * (route.low / 2);
  const kept = Math.min(route.high, Math.max(route.low, rounded));
  return kept.toFixed(exact ? Math.min(route.digits, 2) : 0);
}

export interface Traffic {
  start(): void;
  stop(): Promise<void>;
}

/** Orders that come in and move on by themselves, so that the demo lives. */
export function createTraffic({ pool, clock, log }: Deps, ordersPerSecond: number): Traffic {
  const waiting: Step[] = [];
  let timer: NodeJS.Timeout | undefined;
  let routes: Route[] = [];
  let read = 0;
  let last = 0;
  let owed = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let busy = false;

  const later = (ms: number, take: Step['take']) => waiting.push({ at: performance.now() + ms, take });

  function pick(): Route | undefined {
    let left = Math.random() * routes.reduce((sum, route) => sum + route.weight, 0);
    return routes.find((route) => (left -= route.weight) <= 0);
  }

  /** What becomes of an order that has reached the payer. */
  function plan(id: string, amount: string): void {
    const fate = Math.random();
    const now = () => clock.now();
    if (fate < 0.74) {
      const payment = { paidAmount: amount, utr: digits(12), upstreamOrderNo: `LV${digits(14)}` };
      later(waitMs(25_000), (tx) => succeedOrder(tx, id, payment, now()));
    } else if (fate < 0.83) later(waitMs(20_000), (tx) => failOrder(tx, id, '上游返回失败', now()));
    else if (fate < 0.87) {
      // Another amount than the order's: it waits for a person.
      const paidAmount = String(Math.max(1, Math.floor(Number(amount) * 0.9)));
      later(waitMs(40_000), (tx) =>
        succeedOrder(tx, id, { paidAmount, utr: digits(12), upstreamOrderNo: `LV${digits(14)}` }, now()),
      );
    } else later(120_000 + waitMs(60_000), (tx) => expireOrder(tx, id, now()));
  }

  async function open(tx: PoolClient, route: Route): Promise<void> {
    const amount = amountOf(route);
    const { id } = await createOrder(
      tx,
      {
        merchantId: route.merchantId,
        channelId: route.channelId,
        merchantOrderNo: `${route.code}${digits(12)}`,
        amount,
        payerId: digits(10),
        createIp: '103.21.58.10',
        userIp: `49.${randomInt(32, 64)}.${randomInt(256)}.${randomInt(1, 255)}`,
      },
      clock.now(),
    );
    later(waitMs(1_500), async (tx2) => {
      await submitOrder(tx2, id, {}, clock.now());
      plan(id, amount);
    });
  }

  /** An order that a person, or the clock, has moved meanwhile refuses the step: that is as it should be. */
  async function run(take: Step['take']): Promise<void> {
    try {
      await transact(pool, take);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  async function tick(now: number): Promise<void> {
    if (now - read > ROUTES_LIVE_MS || read === 0) {
      read = now;
      routes = (await pool.query<Route>(ROUTES)).rows;
    }
    owed += (Math.min(now - last, LONGEST_GAP_MS) / 1000) * ordersPerSecond;
    last = now;
    const due = waiting.filter((step) => step.at <= now);
    for (const step of due) waiting.splice(waiting.indexOf(step), 1);
    const work = due.map((step) => step.take);
    for (; owed >= 1; owed -= 1) {
      const route = pick();
      if (route) work.push((tx) => open(tx, route));
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
