import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Logger, run, type Runner } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliver } from '../../server/domain/callbacks/deliver.ts';
import { FIRST_SPARE_NODE, newId, setIdNode } from '../../server/platform/db/id.ts';
import { createOutbound } from '../../server/platform/outbound/outbound.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { fund, makePayoutWorld, openPayout } from '../safety/payoutWorld.ts';
import { SECRETS_KEY, TestClock } from '../support/server.ts';
import { parseEnv } from '../../server/platform/env.ts';
import { closePools, openPools, type Pools } from '../../server/platform/db/pools.ts';
import { patientPool } from '../../server/platform/jobs/patientPool.ts';
import { callInTurn } from '../../server/platform/outbound/callInTurn.ts';
import { forgetSettings, settings } from '../../server/platform/settings.ts';
import { scaleLimit } from '../support/patience.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/databaseProxy.ts';

/** One process whose database is cut off or hangs: what waits for it, and what becomes of a job that ends meanwhile. */

let database: TestDatabase;
let proxy: DatabaseProxy;
let pools: Pools;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  proxy = await startDatabaseProxy(database.url);
  pools = openPools(proxy.url, 48);
});
afterEach(async () => {
  await proxy.stop();
  await closePools(pools);
});

it('lets nobody wait for a question that the worker began', async () => {
  await Promise.all([pools.server, pools.work].map((pool) => pool.query('select 1')));
  forgetSettings(pools.server);
  proxy.hang();
  const ofWorker = settings(pools.work).catch((error: Error) => error.message);
  const began = performance.now();
  await expect(settings(pools.server)).rejects.toThrow(/does not answer|Connection terminated/);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(await ofWorker).toMatch(/does not answer|Connection terminated/);
});

interface JobRow {
  lockedBy: string | null;
  lastError: string | null;
}

const jobs = async (): Promise<JobRow[]> => {
  const { rows } = await database.owner.query<JobRow>(
    'select locked_by as "lockedBy", last_error as "lastError" from graphile_worker.jobs',
  );
  return rows;
};

/** A job that ends as `end` says while the database is cut off. */
async function endCutOff(end: () => void): Promise<Runner> {
  let ended = false;
  const stopping = new AbortController();
  const runner = await run({
    pgPool: patientPool(pools.work, stopping.signal),
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: {
      cutOff: async () => {
        await proxy.cut();
        ended = true;
        end();
      },
    },
  });
  await database.owner.query("select graphile_worker.add_job('cutOff')");
  await expect.poll(() => ended).toBe(true);
  return runner;
}

it('writes that a job is done, or failed, once the database can be reached again', async () => {
  const done = await endCutOff(() => undefined);
  expect(await jobs()).toHaveLength(1);
  await proxy.restore();
  await expect.poll(jobs).toEqual([]);
  await done.stop();

  const failed = await endCutOff(() => {
    throw new Error('came to nothing');
  });
  await proxy.restore();
  await expect.poll(jobs).toEqual([{ lockedBy: null, lastError: 'came to nothing' }]);
  await failed.stop();
});

it('gives the place of a call back that ended while the database was cut off', async () => {
  const deps = { pool: pools.work, env: parseEnv({}), log: pino({ enabled: false }) };
  const endpoint = { name: 'https://merchant.test/notified', kind: 'callback' } as const;
  const places = async () =>
    (await database.owner.query('select from outbound_call where endpoint = $1', [endpoint.name])).rowCount;
  const called = callInTurn(deps, endpoint, { task: 'callback', payload: {} }, async () => {
    await proxy.cut();
    return { value: 'notified', milliseconds: 5 };
  });
  expect(await called).toEqual({ value: 'notified' });
  expect(await places()).toBe(1);
  await proxy.restore();
  await expect.poll(places, { timeout: scaleLimit(10_000) }).toBe(0);
});

/** Spare, as those of any test. */
const IDS = { node: FIRST_SPARE_NODE, afterMs: 0, untilMs: Infinity, heldUntil: Infinity };

it('keeps what a merchant answered while the database was cut off, and does not tell it again', async () => {
  let notified = 0;
  const merchant = createServer((request, response) => {
    notified += 1;
    // As after an outage that outlasts the lease of the number for ids.
    setIdNode({ ...IDS, heldUntil: 0 });
    request.resume().on('end', () => void proxy.cut().then(() => response.end('SUCCESS')));
  });
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  const { port } = merchant.address() as AddressInfo;
  const world = await makePayoutWorld(database.pool, () => 'http://127.0.0.1:9');
  const { merchantId } = world;
  await fund(database.pool, merchantId, '10000');
  await database.owner.query('update merchant set sign_secret = $1', [encryptSecret(SECRETS_KEY, 'sign')]);
  const order = await openPayout(database.pool, world, {
    merchantId,
    callbackUrl: `http://127.0.0.1:${port}/`,
  });
  const scheduleId = newId();
  await database.owner.query(
    `insert into callback_schedule (id, order_id, merchant_id, status_reported, kind, next_try_at)
     values ($1, $2, $3, 1, 'pay', now())`,
    [scheduleId, order.id, merchantId],
  );
  const deps = {
    pool: pools.work,
    clock: new TestClock(),
    env: parseEnv({ SECRETS_KEY }),
    log: pino({ enabled: false }),
    outbound: createOutbound({ allow: [{ host: '127.0.0.1', port }] }),
  };
  const tried = deliver(deps, { scheduleId }, undefined, new AbortController().signal);
  await expect.poll(() => notified).toBe(1);
  await setTimeout(1_000);
  await proxy.restore();
  await setTimeout(1_000);
  setIdNode(IDS);
  expect(await tried).toMatchObject({ delivered: true });
  const { rows } = await database.owner.query('select delivered from callback where schedule_id = $1', [
    scheduleId,
  ]);
  expect(rows).toEqual([{ delivered: true }]);
  expect(notified).toBe(1);
  merchant.close();
});
