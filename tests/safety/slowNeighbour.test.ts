import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { enqueue } from '../../server/platform/jobs/enqueue.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createOutbound } from '../../server/platform/outbound/outbound.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { probePaused } from '../../server/domain/upstreams/probe.ts';
import { queueCollect } from '../../server/domain/orders/upstreamJobs.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { makePayoutWorld, type PayoutWorld } from './payoutWorld.ts';
import { makeWorld, paidOrder } from './world.ts';

/** Endpoints that hang until they are released leave the workers of other endpoints and of short tasks free. */

const SLOW = [0, 1, 2, 3, 4];
const CALLBACKS_EACH = 8;
/** More than the share of an upstream that nobody knows yet. */
const SLOW_ORDERS = 12;
const SHARE = 4;
const WAIT = { interval: 20 };

/** Answers that slow endpoints hold back, by path. */
const held = new Map<string, ServerResponse[]>();
const answered: string[] = [];
let releasing = false;
let remote: Server;
let base: string;
let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;

const pool = () => server.database.pool;
const answerOf = (path: string) => (path.startsWith('/merchant') ? 'SUCCESS' : '{"state":"accepted"}');
const inFlight = (prefix: string) =>
  [...held].reduce((sum, [path, { length }]) => (path.startsWith(prefix) ? sum + length : sum), 0);
const answersOf = (path: string) => answered.filter((one) => one.startsWith(path)).length;

beforeAll(async () => {
  remote = createServer((request, response) => {
    const path = request.url ?? '';
    request.resume().on('end', () => {
      if (path.includes('/slow') && !releasing) {
        held.set(path, [...(held.get(path) ?? []), response]);
        // Whoever gave up waiting may ask once more: that is no second request at a time.
        response.once('close', () => held.set(path, held.get(path)?.filter((one) => one !== response) ?? []));
        return;
      }
      answered.push(path);
      response.end(answerOf(path));
    });
  });
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const { port } = remote.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  server = await startServer({ outbound: createOutbound({ allow: [{ host: '127.0.0.1', port }] }) });
  worker = await startWorker(server.deps);
});

function releaseAll(): void {
  releasing = true;
  for (const [path, responses] of held) {
    for (const response of responses) {
      answered.push(path);
      response.end(answerOf(path));
    }
  }
  held.clear();
}

afterEach(releaseAll);

afterAll(async () => {
  await worker.stop();
  await server.stop();
  remote.close();
});

it('delivers the callbacks of a healthy merchant while five endpoints hang, each with two at most', async () => {
  releasing = false;
  const world = await makeWorld(pool());
  await pool().query('update merchant set sign_secret = $1', [encryptSecret(SECRETS_KEY, 'sign')]);
  for (const at of SLOW) {
    for (let n = 0; n < CALLBACKS_EACH; n += 1) {
      const callbackUrl = `${base}/merchant/slow${at}`;
      await paidOrder(pool(), world, { merchantId: world.merchantId, callbackUrl });
    }
  }
  await expect.poll(() => inFlight('/merchant'), WAIT).toBeGreaterThanOrEqual(8);
  for (let n = 0; n < CALLBACKS_EACH; n += 1) {
    await paidOrder(pool(), world, { merchantId: world.loneId, callbackUrl: `${base}/merchant/healthy` });
  }
  await expect.poll(() => answersOf('/merchant/healthy'), WAIT).toBe(CALLBACKS_EACH);
  expect(inFlight('/merchant')).toBeGreaterThanOrEqual(8);
  expect(answersOf('/merchant/slow')).toBe(0);
  for (const responses of held.values()) expect(responses.length).toBeLessThanOrEqual(2);
});

interface Waiting {
  waiting: number;
  attempts: number;
  /** Of the jobs of the waiting: given back, they are queued nowhere. */
  jobs: number;
}

/** How the orders of an upstream stand that wait for it. */
async function waitingFor(upstreamId: string): Promise<Waiting> {
  const { rows } = await pool().query<Waiting>(
    `select count(*)::int as waiting, (select count(*)::int from collect_attempt where upstream_id = $1) as attempts,
       count(j.key)::int as jobs
     from outbound_call c left join graphile_worker.jobs j on j.key = c.key
     where c.endpoint = 'upstream:' || $1 and c.state = 0`,
    [upstreamId],
  );
  return rows[0]!;
}

it('submits to a healthy upstream at once while five hang, none of which has more than its share', async () => {
  releasing = false;
  const slow = await Promise.all(
    SLOW.map((at) => makePayoutWorld(pool(), () => `${base}/upstream/slow${at}`, 10_000)),
  );
  const healthy = await makePayoutWorld(pool(), () => `${base}/upstream/healthy`, 10_000);
  const submit = ({ merchantId, channelId }: PayoutWorld) =>
    transact(pool(), async (tx) => {
      const merchantOrderNo = `s${newId()}`;
      const made = { merchantId, channelId, merchantOrderNo, amount: '1000', callbackUrl: null };
      const order = await createOrder(tx, made);
      await queueCollect(tx, order.id, new Date());
      return order.orderNo;
    });
  const orders: string[] = [];
  for (let n = 0; n < SLOW_ORDERS; n += 1) for (const world of slow) orders.push(await submit(world));
  const settled = async () => {
    const now = await Promise.all(slow.map(({ upstreamId }) => waitingFor(upstreamId)));
    return now.every(({ waiting, attempts }) => waiting + attempts === SLOW_ORDERS);
  };
  await expect.poll(settled, WAIT).toBe(true);
  for (const { upstreamId } of slow) {
    const { waiting, attempts, jobs } = await waitingFor(upstreamId);
    // Nothing was written for those that wait, and no job of theirs spins.
    expect(attempts).toBeLessThanOrEqual(SHARE);
    expect(waiting).toBeGreaterThanOrEqual(SLOW_ORDERS - SHARE);
    expect(jobs).toBe(0);
  }
  const measured = await (await fetch(`${server.base}/metrics`)).text();
  const waiting = Number(/paydesk_outbound_waiting\{kind="upstream"\} (\d+)/.exec(measured)?.[1]);
  expect(waiting).toBeGreaterThanOrEqual(SLOW.length * (SLOW_ORDERS - SHARE));
  expect(measured).toContain(`paydesk_upstream_share{upstream="${slow[0]!.upstreamId}"} ${SHARE}`);
  expect(measured).toMatch(/paydesk_callback_endpoints\{share="\d"\} \d/);
  for (let n = 0; n < 4; n += 1) await submit(healthy);
  await enqueue(pool(), 'compactRollup', {}, { key: 'short' });
  await expect.poll(() => answersOf('/upstream/healthy'), WAIT).toBe(4);
  const short = async () =>
    (await pool().query("select from graphile_worker.jobs where key = 'short'")).rowCount;
  await expect.poll(short, WAIT).toBe(0);
  expect(answersOf('/upstream/slow')).toBe(0);

  // Each that waited has its turn, once, oldest first.
  releaseAll();
  await expect.poll(() => answersOf('/upstream/slow'), { ...WAIT, timeout: 30_000 }).toBe(orders.length);
  const { rows } = await pool().query<{ no: string; n: number }>(
    `select o.order_no as no, count(*)::int as n from collect_attempt a join collect_order o on o.id = a.order_id
     where o.order_no = any($1) group by 1`,
    [orders],
  );
  expect(rows).toHaveLength(orders.length);
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
  await expect.poll(async () => (await pool().query('select from outbound_call')).rowCount, WAIT).toBe(0);
});

it('probes every paused upstream while the probe of another hangs', async () => {
  releasing = false;
  for (const path of ['one', 'two']) {
    const { upstreamId } = await makePayoutWorld(pool(), () => `${base}/probed/slow/${path}`, 10_000);
    await pool().query('update upstream set status = 3, paused_at = now(), probe_at = $2 where id = $1', [
      upstreamId,
      server.deps.clock.now(),
    ]);
  }
  const probes = probePaused(server.deps);
  await expect.poll(() => inFlight('/probed'), WAIT).toBe(2);
  releaseAll();
  await probes;
});
