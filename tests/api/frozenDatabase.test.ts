import { Logger, run, type Runner } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePools, openPools, type Pools } from '../../server/platform/db/pools.ts';
import { patientPool } from '../../server/platform/jobs/patientPool.ts';
import { forgetSettings, settings } from '../../server/platform/settings.ts';
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
