import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrder } from '../../server/domain/orders/collect/collect.ts';
import { connect } from '../../server/platform/db/connect.ts';
import { runningDatabase } from '../../server/platform/db/embedded.ts';
import { newId } from '../../server/platform/db/id.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { poolAs } from '../../server/platform/db/pool.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { ATTEMPT_STATE } from '../../server/platform/db/statuses.ts';
import { queueCollect } from '../../server/domain/orders/upstreamJobs.ts';
import type { Failpoint } from '../support/failpoints.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { makePayoutWorld, type PayoutWorld } from './payoutWorld.ts';

/**
 * A collection order whose first upstream refuses it finds its second one full, and its server is killed there: the
 * order goes on to the second upstream, once, and nothing is sent to the first again.
 */

/** What an upstream takes at once whom nobody knows yet. */
const SHARE = 4;
const LONG_MS = 120_000;
const WAIT = { interval: 100 };

const dataDir = openTempFolder('full-upstream');
let upstreams: Server;
let world: PayoutWorld;
let pool: Pool;
let running: ServerProcess | undefined;
let env: Record<string, string>;

let holds = false;
const held: ServerResponse[] = [];
/** Submissions as they came: upstream and order. */
const came: string[] = [];

interface Asked {
  orderNo: string;
}

beforeAll(async () => {
  upstreams = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const [, code = '', call] = (request.url ?? '').split('/');
      if (call === 'collect') came.push(`${code.charAt(0)} ${(JSON.parse(body) as Asked).orderNo}`);
      if (code.startsWith('A')) response.end('{"state":"failed"}');
      else if (holds) held.push(response);
      else response.end('{"state":"accepted"}');
    });
  });
  await new Promise<void>((resolve) => upstreams.listen(0, '127.0.0.1', resolve));
  const { port } = upstreams.address() as AddressInfo;
  const database = await connect({
    databaseUrl: undefined,
    dataDir,
    production: false,
    say: () => undefined,
  });
  await migrateAll(database.owner);
  world = await makePayoutWorld(database.server, (code) => `http://127.0.0.1:${port}/${code}`, 10_000);
  await database.stop();
  env = {
    DATA_DIR: dataDir,
    DEMO_ORDERS: '0',
    SECRETS_KEY,
    OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/failpoints.ts')}`,
  };
}, LONG_MS);

afterAll(async () => {
  if (pool && !pool.ending) await pool.end();
  await running?.stop();
  upstreams.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function submit(): Promise<{ id: string; orderNo: string }> {
  const { merchantId, channelId } = world;
  const made = { merchantId, channelId, merchantOrderNo: `f${newId()}`, amount: '1000', callbackUrl: null };
  return transact(pool, async (tx) => {
    const order = await createOrder(tx, made);
    await queueCollect(tx, order.id, new Date());
    return order;
  });
}

async function attemptsOf(id: string): Promise<number[]> {
  const { rows } = await pool.query<{ state: number }>(
    'select state from collect_attempt where order_id = $1 order by attempt',
    [id],
  );
  return rows.map(({ state }) => state);
}

async function arm(server: ServerProcess, point: Failpoint): Promise<void> {
  rmSync(join(dataDir, 'failed'), { force: true });
  writeFileSync(join(dataDir, 'failpoint'), `${point} 1`);
  process.kill(server.pid, 'SIGUSR2');
}

const struckAt = (): string => {
  try {
    return readFileSync(join(dataDir, 'failed'), 'utf8').trim();
  } catch {
    return '';
  }
};

it.each(['beforeWait', 'afterWait'] as const)(
  'goes on with an order whose server was killed %s for its second upstream',
  async (point) => {
    running = await startProcess(env);
    pool = poolAs(runningDatabase(dataDir)!, 'paydesk_server', 4);
    // A place of a server that died, and what it taught, is of another round.
    await pool.query('delete from outbound_endpoint');
    holds = true;
    const before = await Promise.all(Array.from({ length: SHARE }, submit));
    await expect.poll(() => held.length, WAIT).toBe(SHARE);
    await arm(running, point);
    const order = await submit();
    await expect.poll(struckAt, WAIT).toBe(point);
    await running.kill();
    await pool.end();
    holds = false;
    held.length = 0;

    running = await startProcess(env);
    pool = poolAs(runningDatabase(dataDir)!, 'paydesk_server', 4);
    await expect
      .poll(() => attemptsOf(order.id), WAIT)
      .toEqual([ATTEMPT_STATE.failed, ATTEMPT_STATE.accepted]);
    expect(came.filter((one) => one.endsWith(order.orderNo))).toEqual([
      `A ${order.orderNo}`,
      `B ${order.orderNo}`,
    ]);
    // What was being sent as the server died is never sent again: its upstream may have it, and is asked.
    await pool.query("update collect_attempt set sent_at = sent_at - interval '2 minutes' where state = 0");
    await expect
      .poll(async () => {
        await pool.query(
          `update graphile_worker._private_jobs set run_at = now() where key like 'submitCollect:%' and locked_at is null`,
        );
        return Promise.all(before.map(({ id }) => attemptsOf(id)));
      }, WAIT)
      .toEqual(before.map(() => [ATTEMPT_STATE.failed, ATTEMPT_STATE.unknown]));
    for (const { orderNo } of before) expect(came.filter((one) => one === `B ${orderNo}`)).toHaveLength(1);
    expect(await checkInvariants(pool)).toEqual([]);
    await pool.end();
    await running.stop();
    running = undefined;
  },
  LONG_MS,
);
