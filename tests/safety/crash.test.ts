import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { runningPostmaster } from '../../server/db/postmaster.ts';
import { checkInvariants } from '../../server/invariants/check.ts';
import { openTempFolder } from '../support/folder.ts';
import { type Client, signIn } from '../support/client.ts';
import { freePort, type ServerProcess, startProcess } from '../support/process.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { makeWorld, paidOrder } from './world.ts';

/** Each round: 8 writers settle, kill -9 in the middle, and what comes back is asked what it knows. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 10);
const PER_ROUND = 80;
/** The promise is 10 s, which the soak asks for; a machine that runs other tests beside may take longer. */
const READY_WITHIN_MS = Number(process.env.CRASH_READY_MS ?? 30_000);
const VICTIMS = ['server', 'database', 'both'] as const;
type Victim = (typeof VICTIMS)[number];

const dataDir = openTempFolder('crash');
const open = () => connect({ databaseUrl: undefined, dataDir, production: false, say: () => undefined });

let person: Staff;
let orders: string[];
let running: ServerProcess | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  const database = await open();
  await migrate(database.owner);
  const world = await makeWorld(database.server);
  [person] = (await makeStaff(database.server, world, 1)) as [Staff];
  orders = [];
  for (let at = 0; at < ROUNDS * PER_ROUND; at += 16) {
    const few = Array.from({ length: 16 }, (_, n) =>
      paidOrder(database.server, world, { merchantId: n % 2 ? world.loneId : world.merchantId }),
    );
    orders.push(...(await Promise.all(few)));
  }
  await database.stop();
  env = { DATA_DIR: dataDir, DEMO_ORDERS: '0', DEMO_TRAFFIC: '0', PORT: String(await freePort()) };
}, 120_000);

afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  id: string;
  key: string;
  acknowledged: boolean;
}

/** Settles the given orders from 8 hands until all are sent or the server is gone. */
async function write(client: Client, ids: readonly string[], sent: Sent[]): Promise<void> {
  const left = [...ids];
  const hand = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const command: Sent = { id, key: randomUUID(), acknowledged: false };
      sent.push(command);
      const answer = await client
        .command<ActionResult>('collectOrder/settle', { ids: [id] }, command.key)
        .catch(() => undefined);
      if (!answer) return;
      expect(answer.done).toEqual([id]);
      command.acknowledged = true;
    }
  };
  await Promise.all(Array.from({ length: 8 }, hand));
}

function killDatabase(): void {
  const postmaster = runningPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) throw new Error('no database runs');
  process.kill(postmaster.pid, 'SIGKILL');
}

async function kill(server: ServerProcess, victim: Victim): Promise<void> {
  if (victim !== 'server') killDatabase();
  if (victim !== 'database') await server.kill();
}

/** A killed server is started again; one that lost its database alone brings that back by itself. */
async function backAgain(server: ServerProcess, victim: Victim): Promise<Client> {
  const since = Date.now();
  running = victim === 'database' ? server : await startProcess(env);
  const { base } = running;
  await expect
    .poll(async () => (await fetch(`${base}/ready`)).status, { timeout: READY_WITHIN_MS, interval: 50 })
    .toBe(200);
  expect(Date.now() - since).toBeLessThan(READY_WITHIN_MS);
  return signIn(base, person.account, PASSWORD);
}

it(`loses nothing acknowledged and doubles nothing over ${ROUNDS} kills in mid-settle, of server, database and both`, {
  timeout: 60_000 + ROUNDS * 30_000,
}, async () => {
  const all: Sent[] = [];
  running = await startProcess(env);
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await signIn(running.base, person.account, PASSWORD);
    const sent: Sent[] = [];
    const writing = write(client, orders.slice(round * PER_ROUND, (round + 1) * PER_ROUND), sent);
    while (sent.filter((command) => command.acknowledged).length < 20) await sleep(2);
    await sleep(Math.random() * 60);
    const victim = VICTIMS[round % VICTIMS.length] ?? 'both';
    await kill(running, victim);
    await writing;
    all.push(...sent);
    const healed = await backAgain(running, victim);
    // A client that got no answer sends the same command again: it is done now, or was done then, never twice.
    for (const command of sent.filter(({ acknowledged }) => !acknowledged)) {
      const answer = await healed.command<ActionResult>(
        'collectOrder/settle',
        { ids: [command.id] },
        command.key,
      );
      expect(answer.done).toEqual([command.id]);
    }
  }
  expect(await running.stop()).toBe(0);
  running = undefined;

  const database = await open();
  try {
    const { rows } = await database.server.query<{ settled: string; settlements: string }>(
      `select count(*) filter (where settled) as settled,
        (select count(*) from order_settlement where order_id = any($1::bigint[])) as settlements
       from collect_order where id = any($1::bigint[])`,
      [all.map(({ id }) => id)],
    );
    expect(rows[0]).toEqual({ settled: String(all.length), settlements: String(all.length) });
    expect(all.some(({ acknowledged }) => !acknowledged)).toBe(true);
    expect(await checkInvariants(database.server)).toEqual([]);
  } finally {
    await database.stop();
  }
});
