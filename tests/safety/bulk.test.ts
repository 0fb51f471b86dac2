import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult, Job } from '../../contract/calls.ts';
import { connect, type Database } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { checkInvariants } from '../../server/invariants/check.ts';
import { type Client, signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { makeWorld, paidOrder } from './world.ts';

/** A command on many rows is a job: it outlives its server, and stops when it is told to. */
const ROWS = 600;
const dataDir = openTempFolder('bulk');
const open = (): Promise<Database> =>
  connect({ databaseUrl: undefined, dataDir, production: false, say: () => undefined });

let person: Staff;
let orders: string[];
let server: ServerProcess;
let client: Client;

const start = async () => {
  server = await startProcess({ DATA_DIR: dataDir, DEMO_ORDERS: '0' });
  client = await signIn(server.base, person.account, PASSWORD);
};

beforeAll(async () => {
  const database = await open();
  await migrate(database.owner);
  const world = await makeWorld(database.server);
  [person] = (await makeStaff(database.server, world, 1)) as [Staff];
  orders = [];
  for (let at = 0; at < 2 * ROWS; at += 16) {
    const few = Array.from({ length: 16 }, () => paidOrder(database.server, world));
    orders.push(...(await Promise.all(few)));
  }
  await database.stop();
  await start();
}, 180_000);

afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const detail = (jobId: string) => client.call<Job>(`jobs/detail?id=${jobId}`);

async function begun(ids: readonly string[]): Promise<string> {
  const { jobId } = await client.command<ActionResult>('collectOrder/batchSettle', { ids });
  if (!jobId) throw new Error('the command became no job');
  await expect
    .poll(async () => (await detail(jobId)).done, { interval: 20, timeout: 20_000 })
    .toBeGreaterThan(0);
  return jobId;
}

interface Settled {
  settled: number;
  settlements: number;
  logged: number;
}

/** Looks into the database of the stopped server, and starts it again. */
async function looking<T>(look: (database: Database) => Promise<T>): Promise<T> {
  expect(await server.stop()).toBe(0);
  const database = await open();
  const seen = await look(database).finally(() => database.stop());
  await start();
  return seen;
}

async function settledOf(database: Database, ids: readonly string[]): Promise<Settled> {
  const { rows } = await database.server.query<Settled>(
    `select (select count(*)::int from collect_order where id = any($1::bigint[]) and settled) as settled,
       (select count(*)::int from order_settlement where order_id = any($1::bigint[])) as settlements,
       (select count(*)::int from order_log where order_id = any($1::bigint[]) and event = 'settle') as logged`,
    [ids],
  );
  return rows[0]!;
}

it('a bulk whose server was killed goes on where it was, nothing lost and nothing twice', async () => {
  const ids = orders.slice(0, ROWS);
  const jobId = await begun(ids);
  await server.kill();
  await start();
  const before = await detail(jobId);
  expect(before.status).toBe('running');
  expect(before.done).toBeLessThan(ROWS);
  await expect
    .poll(async () => (await detail(jobId)).status, { interval: 200, timeout: 90_000 })
    .toBe('done');
  const job = await detail(jobId);
  expect(job).toMatchObject({ done: ROWS, total: ROWS, result: { refused: [] } });
  expect([...(job.result as ActionResult).done].sort()).toEqual([...ids].sort());
  await looking(async (database) => {
    expect(await settledOf(database, ids)).toEqual({ settled: ROWS, settlements: ROWS, logged: ROWS });
    expect(await checkInvariants(database.server)).toEqual([]);
  });
}, 150_000);

it('a bulk that is cancelled on its way stops, and says exactly what it did', async () => {
  const ids = orders.slice(ROWS, 2 * ROWS);
  const jobId = await begun(ids);
  expect(await client.call('jobs/cancel', { id: jobId })).toMatchObject({ status: 'cancelled' });
  const job = await detail(jobId);
  await sleep(1_500);
  const { done, refused } = job.result as ActionResult;
  expect(refused).toEqual([]);
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(ROWS);
  expect(await detail(jobId)).toEqual(job);
  const left = ids.filter((id) => !done.includes(id));
  await looking(async (database) => {
    expect(await settledOf(database, done)).toMatchObject({ settled: done.length, settlements: done.length });
    expect(await settledOf(database, left)).toEqual({ settled: 0, settlements: 0, logged: 0 });
    expect(await checkInvariants(database.server)).toEqual([]);
  });
}, 90_000);
