import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult, Job } from '../../contract/calls.ts';
import { connect, type Database } from '../../server/platform/db/connect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type Client, signIn } from '../support/client.ts';
import { commandLarge } from '../support/bulk.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { makeWorld, paidOrder } from './world.ts';

/** A command on many rows is a job: it outlives its server, and stops on command. */
const ROWS = 600;
const FEW = 24;
const HOLD_SECONDS = 6;
const dataDir = openTempFolder('bulk');
const open = (): Promise<Database> =>
  connect({ databaseUrl: undefined, dataDir, production: false, say: () => undefined });

let person: Staff;
let orders: string[];
let server: ServerProcess;
let client: Client;

const start = async (holdSeconds = 0) => {
  const hold = { BULK_HOLD_SECONDS: String(holdSeconds) };
  server = await startProcess({ DATA_DIR: dataDir, DEMO_ORDERS: '0', ...hold });
  client = await signIn(server.base, person.account, PASSWORD);
};

beforeAll(async () => {
  const database = await open();
  await migrateAll(database.owner);
  const world = await makeWorld(database.server);
  [person] = (await makeStaff(database.server, world, 1)) as [Staff];
  orders = [];
  for (let at = 0; at < 2 * ROWS + FEW; at += 16) {
    const few = Array.from({ length: 16 }, () => paidOrder(database.server, world));
    orders.push(...(await Promise.all(few)));
  }
  await database.stop();
  await start();
});

afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const detail = (jobId: string) => client.call<Job>(`jobs/detail?id=${jobId}`);

async function begun(ids: readonly string[]): Promise<string> {
  const { jobId } = await commandLarge(client, 'collectOrder/batchSettle', { ids: [...ids] });
  if (!jobId) throw new Error('the command became no job');
  await expect.poll(async () => (await detail(jobId)).done, { interval: 20 }).toBeGreaterThan(0);
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
  await expect.poll(async () => (await detail(jobId)).status, { interval: 200 }).toBe('done');
  const job = await detail(jobId);
  expect(job).toMatchObject({ done: ROWS, total: ROWS, result: { refused: [] } });
  expect([...(job.result as ActionResult).done].sort()).toEqual([...ids].sort());
  await looking(async (database) => {
    expect(await settledOf(database, ids)).toEqual({ settled: ROWS, settlements: ROWS, logged: ROWS });
    expect(await checkInvariants(database.server)).toEqual([]);
  });
});

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
});

/** From now on whatever this person's bulks come to is large. */
async function limitAmounts({ server: pool }: Database): Promise<void> {
  const roleId = newId();
  await pool.query(
    `insert into sys_role (id, tenant_id, name, code, bulk_limits)
     select $1, tenant_id, 'Careful', 'careful', '{"INR": "1"}' from sys_user where id = $2`,
    [roleId, person.id],
  );
  await pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [person.id, roleId]);
}

it('a held bulk outlives its server and starts when its hold ends, once', async () => {
  const ids = orders.slice(2 * ROWS, 2 * ROWS + FEW);
  await looking(limitAmounts);
  await server.stop();
  await start(HOLD_SECONDS);
  const { jobId = '' } = await commandLarge(client, 'collectOrder/batchSettle', { ids });
  const { startsAt = '' } = await detail(jobId);
  await server.kill();
  await start(HOLD_SECONDS);
  const held = await detail(jobId);
  // The machine may be slow to start a server: then the hold has ended meanwhile, by the database's clock all the same.
  expect(held.startsAt ?? startsAt).toBe(startsAt);
  await expect.poll(async () => (await detail(jobId)).status, { interval: 100 }).toBe('done');
  expect(await detail(jobId)).toMatchObject({ done: FEW, total: FEW, result: { refused: [] } });
  await looking(async (database) => {
    expect(await settledOf(database, ids)).toEqual({ settled: FEW, settlements: FEW, logged: FEW });
    const { rows } = await database.server.query<{ early: number }>(
      `select count(*)::int as early from order_log l join job j on j.id = $1
       where l.order_id = any($2::bigint[]) and l.event = 'settle' and l.created_at < j.starts_at`,
      [jobId, ids],
    );
    expect(rows[0]?.early).toBe(0);
    expect(await checkInvariants(database.server)).toEqual([]);
  });
});
