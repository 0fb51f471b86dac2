import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { connect, type Database } from '../../server/platform/db/connect.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { runningPostmaster } from '../../server/platform/db/postmaster.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type Answer, type Client, client, signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { makeWorld, paidOrder } from './world.ts';

/** The database dies under a batch whose servers live on: the retry goes on at once, at either server. */

const ROWS = 300;
const ROUNDS = 2;
const folder = openTempFolder('outage');
const dataDir = join(folder, 'data');

let database: Database;
let pool: pg.Pool;
let person: Staff;
let orders: string[];
let servers: ServerProcess[];
let at: Client[];

beforeAll(async () => {
  database = await connect({ databaseUrl: undefined, dataDir, production: false, say: () => undefined });
  pool = database.server;
  await migrateAll(database.owner);
  const world = await makeWorld(pool);
  [person] = (await makeStaff(pool, world, 1)) as [Staff];
  orders = [];
  for (let made = 0; made < ROUNDS * ROWS; made += 16)
    orders.push(...(await Promise.all(Array.from({ length: 16 }, () => paidOrder(pool, world)))));
  servers = [];
  for (const name of ['one', 'other'])
    servers.push(
      await startProcess({
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, name),
        DEMO_ORDERS: '0',
        SECRETS_KEY,
      }),
    );
  const first = await signIn(servers[0]!.base, person.account, PASSWORD);
  at = servers.map(({ base }) => client(base, first.token, first.refresh));
});

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const handled = async (ids: readonly string[]): Promise<number> =>
  (
    await pool.query<{ n: number }>(
      'select count(*)::int as n from collect_order where id = any($1::bigint[]) and settled',
      [ids],
    )
  ).rows[0]!.n;

/** This process brings it back on the same port. */
function killDatabase(): void {
  const postmaster = runningPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) throw new Error('no database runs');
  process.kill(postmaster.pid, 'SIGKILL');
}

async function ready(): Promise<void> {
  for (const { base } of servers)
    await expect.poll(async () => (await fetch(`${base}/ready`)).status, { interval: 50 }).toBe(200);
}

it.each([
  ['the same server', 0],
  ['the other server', 1],
])(
  'a batch that lost its database is finished by its retry at %s',
  async (_name, retriedAt) => {
    const ids = orders.slice(retriedAt * ROWS, (retriedAt + 1) * ROWS);
    const key = randomUUID();
    const send = (who: Client): Promise<Answer<ActionResult>> =>
      who.ask<ActionResult>('collectOrder/batchSettle', { ids }, { 'Idempotency-Key': key });
    const first = send(at[0]!).then(
      ({ body }) => body.code,
      () => 0,
    );
    while ((await handled(ids)) < 10) await sleep(5);
    killDatabase();
    expect(await first).not.toBe(200);
    await ready();
    const before = await handled(ids);
    expect(before).toBeLessThan(ROWS);
    const { body } = await send(at[retriedAt]!);
    expect([body.code, body.extras?.errorCode, body.result?.refused]).toEqual([200, undefined, []]);
    expect([...body.result.done].sort()).toEqual([...ids].sort());
    const { rows } = await pool.query(
      `select count(*)::int as settlements, count(distinct order_id)::int as orders from order_settlement
     where order_id = any($1::bigint[])`,
      [ids],
    );
    expect(rows[0]).toEqual({ settlements: ROWS, orders: ROWS });
    // Asked once more, it answers the same.
    expect((await send(at[1 - retriedAt]!)).body.result.done).toEqual(body.result.done);
    expect(await checkInvariants(pool)).toEqual([]);
  },
  150_000,
);
