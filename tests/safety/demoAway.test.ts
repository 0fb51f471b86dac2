import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/databaseProxy.ts';
import { openTempFolder } from '../support/folder.ts';
import { readinessOf } from '../support/readiness.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';

/** The demo with its traffic and its own upstream, while its database hangs or is cut off. */

const AWAY_MS = 6_000;
const READY = { status: 200, reasons: [] };

const folder = openTempFolder('demoAway');
let database: TestDatabase;
let proxy: DatabaseProxy;
let server: ServerProcess;

beforeAll(async () => {
  database = await freshDatabase();
  proxy = await startDatabaseProxy(database.url);
  server = await startProcess({
    DATABASE_URL: proxy.url,
    DATA_DIR: folder,
    DEMO_ORDERS: '200',
    DEMO_TRAFFIC: '10',
    SECRETS_KEY,
  });
});
afterAll(async () => {
  // An outage is logged as one: a rejection or exception that nobody handled fails the end of the process.
  expect(await server?.stop()).toBe(0);
  await proxy?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** What its upstream has carried out and reported since. */
async function reported(since: Date): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from upstream_event where received_at > $1',
    [since],
  );
  return rows[0]?.count ?? 0;
}
const databaseNow = async (): Promise<Date> =>
  (await database.pool.query<{ now: Date }>('select now() as now')).rows[0]!.now;

const ways = {
  hangs: () => proxy.hang(),
  'is cut off': () => proxy.cut(),
} as const;

it.each(Object.entries(ways))('goes on by itself after its database %s', async (_way, takeAway) => {
  await expect.poll(() => readinessOf(server.base)).toEqual(READY);
  const before = await databaseNow();
  await expect.poll(() => reported(before)).toBeGreaterThan(2);
  await takeAway();
  await sleep(AWAY_MS);
  await proxy.restore();
  const after = await databaseNow();
  await expect.poll(() => readinessOf(server.base)).toEqual(READY);
  await expect.poll(() => reported(after)).toBeGreaterThan(2);
  expect(server.output()).not.toContain('was not handled');
});
