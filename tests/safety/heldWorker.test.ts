import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { expireDue } from '../../server/domain/orders/collect/expireOrders.ts';
import { createOrder, submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createOutbound } from '../../server/platform/outbound/outbound.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { queueCollect } from '../../server/domain/orders/upstreamJobs.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { makePayoutWorld, type PayoutWorld } from './payoutWorld.ts';
import { openOrder, paidOrder } from './world.ts';

/** Rows of one merchant that somebody holds delay the worker's tasks of that merchant and of nobody else. */

/** More than all workers of a kind and all connections of the worker. */
const MINE = 60;
const OTHERS = 5;
const LONG_MS = 180_000;
const SOON = { interval: 50 };
const LATER = { interval: 200 };
/** Transactions of one merchant that wait for a lock; before a connection no more may begin. */
const AT_ONCE = 3;

/** Requests as they came, by path and order. */
const came: string[] = [];
let remote: Server;
let base: string;
let server: TestServer;
let world: PayoutWorld;
let worker: Awaited<ReturnType<typeof startWorker>>;
let holder: PoolClient;

const pool = () => server.database.pool;

interface Sent {
  orderNo: string;
}

beforeAll(async () => {
  remote = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const path = request.url ?? '';
      came.push(`${path} ${(JSON.parse(body) as Sent).orderNo}`);
      response.end(path.startsWith('/merchant') ? 'SUCCESS' : '{"state":"paid","amount":"1000"}');
    });
  });
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const { port } = remote.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  server = await startServer({ outbound: createOutbound({ allow: [{ host: '127.0.0.1', port }] }) });
  world = await makePayoutWorld(pool(), () => `${base}/upstream`, 10_000);
  await pool().query('update merchant set sign_secret = $1', [encryptSecret(SECRETS_KEY, 'sign')]);
  worker = await startWorker(server.deps);
});

beforeEach(async () => {
  came.length = 0;
  holder = await server.database.owner.connect();
  await holder.query('begin');
});

async function release(): Promise<void> {
  await holder.query('rollback');
}

afterEach(async () => {
  await release();
  holder.release();
});

afterAll(async () => {
  await worker.stop();
  await server.stop();
  remote.close();
});

const submit = (merchantId: string): Promise<{ id: string; orderNo: string }> =>
  transact(pool(), async (tx) => {
    const order = await createOrder(tx, {
      merchantId,
      channelId: world.channelId,
      merchantOrderNo: `h${newId()}`,
      amount: '1000',
      callbackUrl: null,
    });
    await queueCollect(tx, order.id, new Date());
    return order;
  });

/** How many of these orders are in a status. */
async function inStatus(orders: readonly { id: string }[], status: number): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    'select count(*)::int as n from collect_order where id = any($1::bigint[]) and status = $2',
    [orders.map(({ id }) => id), status],
  );
  return rows[0]!.n;
}
const SUCCESS = 2;

/** Connections that wait for an account. */
async function lockWaiters(holderPid: number): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    `select count(distinct l.pid)::int as n from pg_locks l join pg_stat_activity a using (pid)
     where not l.granted and a.datname = current_database() and (l.relation = 'merchant_asset'::regclass
       or l.transactionid = (select h.transactionid from pg_locks h where h.pid = $1 and h.granted
         and h.locktype = 'transactionid' limit 1))`,
    [holderPid],
  );
  return rows[0]!.n;
}

/** Looks again and again. @returns what ends it and answers how many waited at most */
function sampleLockWaiters(holderPid: number): () => Promise<number> {
  let most = 0;
  const end = new AbortController();
  const looks = (async () => {
    while (!end.signal.aborted) {
      most = Math.max(most, await lockWaiters(holderPid));
      await sleep(20);
    }
  })();
  return async () => {
    end.abort();
    await looks;
    return most;
  };
}

it(
  'records the answers of upstreams for others while 60 of one merchant wait for its account',
  async () => {
    // The account begins with its first money.
    await paidOrder(pool(), world, { merchantId: world.loneId });
    await holder.query('select from merchant_asset where merchant_id = $1 for update', [world.loneId]);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const sampled = sampleLockWaiters(rows[0]!.pid);
    const mine = await Promise.all(Array.from({ length: MINE }, () => submit(world.loneId)));
    const waiting = async () =>
      (await pool().query<{ n: number }>('select count(*)::int as n from outbound_call where state = 0'))
        .rows[0]!.n;
    await expect.poll(waiting, SOON).toBeGreaterThan(0);
    const theirs = await Promise.all(Array.from({ length: OTHERS }, () => submit(world.merchantId)));
    await expect.poll(() => inStatus(theirs, SUCCESS), SOON).toBe(OTHERS);
    expect(await inStatus(mine, SUCCESS)).toBe(0);
    const blocked = await sampled();
    expect(blocked).toBeGreaterThan(0);
    expect(blocked).toBeLessThanOrEqual(AT_ONCE);

    await release();
    await expect.poll(() => inStatus(mine, SUCCESS), LATER).toBe(MINE);
    // What waited was sent once.
    for (const { orderNo } of mine) expect(came.filter((one) => one.endsWith(orderNo))).toHaveLength(1);
    const left = async () => (await pool().query('select from outbound_call')).rowCount;
    await expect.poll(left, LATER).toBe(0);
    expect(await checkInvariants(pool())).toEqual([]);
  },
  LONG_MS,
);

it(
  'delivers the callbacks of others while the orders of one merchant are held, and records each once',
  async () => {
    const held = 8;
    const callbackUrl = `${base}/merchant/held`;
    await worker.stop();
    const paid = await Promise.all(
      Array.from({ length: held }, () => paidOrder(pool(), world, { merchantId: world.loneId, callbackUrl })),
    );
    await holder.query('select from collect_order where id = any($1::bigint[]) for update', [paid]);
    worker = await startWorker(server.deps);
    const others = await Promise.all(
      Array.from({ length: OTHERS }, () =>
        paidOrder(pool(), world, { callbackUrl: `${base}/merchant/free` }),
      ),
    );
    const recorded = async (ids: readonly string[]) =>
      (
        await pool().query<{ n: number }>(
          'select count(*)::int as n from callback where order_id = any($1::bigint[]) and delivered',
          [ids],
        )
      ).rows[0]!.n;
    await expect.poll(() => recorded(others), SOON).toBe(OTHERS);
    // Some were sent before the first outcome found its order held; the others wait unsent.
    const sent = () => came.filter((one) => one.startsWith('/merchant/held'));
    await expect.poll(() => sent().length, SOON).toBeGreaterThan(0);
    expect(await recorded(paid)).toBe(0);

    await release();
    await expect.poll(() => recorded(paid), LATER).toBe(held);
    expect(sent()).toHaveLength(held);
    expect(new Set(sent()).size).toBe(held);
    expect(await checkInvariants(pool())).toEqual([]);
  },
  LONG_MS,
);

it(
  'expires the orders of others in the round that finds the orders of one merchant held',
  async () => {
    const EXPIRED = 4;
    const open = async (merchantId: string) => {
      const id = await openOrder(pool(), world, { merchantId });
      await transact(pool(), (tx) => submitOrder(tx, id));
      return { id };
    };
    const mine = [await open(world.loneId), await open(world.loneId)];
    const theirs = [await open(world.merchantId), await open(world.merchantId)];
    await holder.query('select from collect_order where id = any($1::bigint[]) for update', [
      mine.map(({ id }) => id),
    ]);
    const late = new Date(Date.now() + 31 * 60_000);
    await expireDue(pool(), late);
    expect(await inStatus(theirs, EXPIRED)).toBe(2);
    expect(await inStatus(mine, EXPIRED)).toBe(0);
    await release();
    await expireDue(pool(), late);
    expect(await inStatus(mine, EXPIRED)).toBe(2);
  },
  LONG_MS,
);
