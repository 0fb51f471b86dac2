import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { CommandOutcome } from '../../contract/commandOutcome.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type Answer, type Client, client, signIn } from '../support/client.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/databaseProxy.ts';
import { openTempFolder } from '../support/folder.ts';
import { HANGS_MS } from '../support/patience.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { makeWorld, paidOrder, type World } from './world.ts';

/** A batch is accepted, and its server loses the database before it learns that: the retry finds it free, at either server. */

const ROWS = 12;
const folder = openTempFolder('acceptance');

let database: TestDatabase;
let proxy: DatabaseProxy;
let world: World;
let servers: ServerProcess[];
let at: Client[];

beforeAll(async () => {
  database = await freshDatabase();
  proxy = await startDatabaseProxy(database.url);
  world = await makeWorld(database.pool);
  const [person] = (await makeStaff(database.pool, world, 1)) as [Staff];
  servers = [];
  for (const [name, url] of Object.entries({ one: proxy.url, other: database.url }))
    servers.push(
      await startProcess({
        DATABASE_URL: url,
        DATA_DIR: join(folder, name),
        DEMO_ORDERS: '0',
        SECRETS_KEY,
      }),
    );
  const first = await signIn(servers[0]!.base, person.account, PASSWORD);
  at = servers.map(({ base }) => client(base, first.token, first.refresh));
});

afterAll(async () => {
  await proxy?.restore();
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await proxy?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['the same server', 0],
  ['the other server', 1],
])(
  'is finished by its retry at %s, once',
  async (_name, retriedAt) => {
    const ids = await Promise.all(Array.from({ length: ROWS }, () => paidOrder(database.pool, world)));
    const key = randomUUID();
    const send = (who: Client): Promise<Answer<ActionResult>> =>
      who.ask<ActionResult>('collectOrder/batchSettle', { ids }, { 'Idempotency-Key': key });
    const cut = proxy.cutAfterCommitOf('insert into job ');
    const first = send(at[0]!);
    await cut;
    expect((await first).body.code).not.toBe(200);
    const count = async (text: string) => (await database.pool.query<{ n: number }>(text, [ids])).rows[0]!.n;
    const jobs = () =>
      count("select count(*)::int as n from job where payload -> 'ids' = to_jsonb($1::text[])");
    expect(await jobs()).toBe(1);
    expect(
      await count('select count(*)::int as n from collect_order where id = any($1::bigint[]) and settled'),
    ).toBe(0);
    await proxy.restore();
    await expect
      .poll(async () => (await fetch(`${servers[0]!.base}/ready`)).status, { interval: 50 })
      .toBe(200);
    expect(await at[1]!.call<CommandOutcome>('command/outcome', { key })).toEqual({ state: 'running' });
    const { body } = await send(at[retriedAt]!);
    expect([body.code, body.extras?.errorCode, body.result?.refused]).toEqual([200, undefined, []]);
    expect([...body.result.done].sort()).toEqual([...ids].sort());
    expect(await jobs()).toBe(1);
    expect(
      await count('select count(*)::int as n from order_settlement where order_id = any($1::bigint[])'),
    ).toBe(ROWS);
    expect((await send(at[1 - retriedAt]!)).body.result.done).toEqual(body.result.done);
    expect(await checkInvariants(database.pool)).toEqual([]);
  },
  HANGS_MS,
);
