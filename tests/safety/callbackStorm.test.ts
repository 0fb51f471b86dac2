import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { connect } from '../../server/platform/db/connect.ts';
import { poolAs } from '../../server/platform/db/pool.ts';
import { runningDatabase } from '../../server/platform/db/embedded.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { PASSWORD, type Staff } from './staff.ts';
import { due, type Listeners, others, p99, progressOf, startListeners, stormWorld } from './stormWorld.ts';

/** Callbacks fall due all at once while the merchants' endpoints are down, and then come up. */
const COUNT = Number(process.env.STORM_CALLBACKS ?? 200);
/** How much slower other calls may get: asked by the long campaign, on a machine of its own. */
const SLOWER = process.env.STORM_P99 ? Number(process.env.STORM_P99) : undefined;
const CALM_MS = SLOWER ? 20_000 : 1_000;
const LONG_MS = 60_000 + COUNT * 120;

const dataDir = openTempFolder('storm');
let listeners: Listeners;
let person: Staff;
let server: ServerProcess;
let pool: Pool;

beforeAll(async () => {
  listeners = await startListeners();
  const database = await connect({
    databaseUrl: undefined,
    dataDir,
    production: false,
    say: () => undefined,
  });
  await migrateAll(database.owner);
  const endpoints = ['/a', '/b'].map((path) => listeners.base + path);
  ({ person } = await stormWorld(database.server, endpoints, COUNT));
  await database.stop();
  server = await startProcess({
    DATA_DIR: dataDir,
    DEMO_ORDERS: '0',
    SECRETS_KEY,
    OUTBOUND_ALLOW: `127.0.0.1:${listeners.port}`,
  });
  pool = poolAs(runningDatabase(dataDir)!, 'paydesk_server', 4);
}, LONG_MS);

afterAll(async () => {
  await pool.end();
  await server.stop();
  listeners.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const until = async (reached: (now: Awaited<ReturnType<typeof progressOf>>) => boolean): Promise<void> => {
  while (!reached(await progressOf(pool))) await sleep(100);
};

it(`tells ${COUNT} callbacks once each, two at a time an endpoint, after all were down`, {
  timeout: LONG_MS,
}, async () => {
  const client = await signIn(server.base, person.account, PASSWORD);
  const calm = Date.now() + CALM_MS;
  await others(client, () => Date.now() < calm - CALM_MS / 2);
  const before = await others(client, () => Date.now() < calm);
  let storming = true;
  const meanwhile = others(client, () => storming);
  await due(pool);
  await until(({ tried }) => tried >= COUNT / 2);
  listeners.up = true;
  await until(({ tried }) => tried === COUNT);
  await due(pool);
  await until(({ delivered }) => delivered === COUNT);
  storming = false;
  const during = await meanwhile;

  expect(listeners.refused).toBeGreaterThanOrEqual(COUNT / 2);
  expect(listeners.taken.size).toBe(COUNT);
  expect([...new Set(listeners.taken.values())]).toEqual([1]);
  expect(Object.fromEntries(listeners.most)).toEqual({ '/a': 2, '/b': 2 });
  const { rows } = await pool.query(
    `select count(*) filter (where delivered)::int as delivered, count(distinct schedule_id)::int as schedules
     from callback`,
  );
  expect(rows[0]).toEqual({ delivered: COUNT, schedules: COUNT });
  expect(await checkInvariants(pool)).toEqual([]);

  process.stdout.write(
    `other calls: p99 ${p99(before).toFixed(1)} ms of ${before.length} before, ${p99(during).toFixed(1)} ms of ${during.length} during\n`,
  );
  if (SLOWER) expect(p99(during)).toBeLessThanOrEqual(SLOWER * p99(before));
});
