import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { connect } from '../../server/platform/db/connect.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { runningPostmaster } from '../../server/platform/db/postmaster.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type Client, signIn } from '../support/client.ts';
import type { Failpoint } from '../support/failpoints.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { crashWorld, type Receiver, startReceiver, type Work } from './crashWorld.ts';
import { PASSWORD, type Staff } from './staff.ts';
import { scaleLimit } from '../support/patience.ts';

/** Each round: 8 writers move money, kill -9 in the middle, and what comes back is asked what it knows. */
const PER_ROUND = 96;
/** The promise is 10 s, which the soak asks for; a machine that runs other tests as well may take longer. */
const READY_WITHIN_MS = Number(process.env.CRASH_READY_MS ?? scaleLimit(30_000));
const FAILPOINTS: readonly Failpoint[] = ['beforeCommit', 'afterCommit', 'beforeMark', 'afterMove'];
const CAUSES = ['server', 'database', 'both', ...FAILPOINTS] as const;
type Cause = (typeof CAUSES)[number];
/**
 * Each way to lose both or the database, and two of the worst moments, at which the server ends alone; another two each time.
 * `npm run soak:crash` runs 30, of every cause in turn.
 */
const CAMPAIGN = process.env.CRASH_ROUNDS;
const struck = Math.floor(Math.random() * FAILPOINTS.length);
const RUN: readonly Cause[] =
  CAMPAIGN === undefined
    ? ['database', 'both', ...[struck, struck + 1].map((at) => FAILPOINTS[at % FAILPOINTS.length]!)]
    : CAUSES;
const ROUNDS = Number(CAMPAIGN ?? RUN.length);

const dataDir = openTempFolder('crash');
const open = () => connect({ databaseUrl: undefined, dataDir, production: false, say: () => undefined });

let person: Staff;
let work: Work[];
let receiver: Receiver;
let running: ServerProcess | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  receiver = await startReceiver();
  const database = await open();
  await migrateAll(database.owner);
  ({ person, work } = await crashWorld(database.server, receiver.url, (ROUNDS * PER_ROUND) / 2));
  await database.stop();
  env = {
    DATA_DIR: dataDir,
    DEMO_ORDERS: '0',
    DEMO_TRAFFIC: '0',
    SECRETS_KEY,
    OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/failpoints.ts')}`,
  };
});

afterAll(async () => {
  await running?.stop();
  receiver.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent extends Work {
  key: string;
  acknowledged: boolean;
}

const send = (client: Client, { action, id, key }: Sent): Promise<ActionResult> =>
  client.command<ActionResult>(action, { ids: [id] }, key);

/** Does the given work from 8 hands until all is sent or the server is gone. */
async function write(client: Client, list: readonly Work[], sent: Sent[]): Promise<void> {
  const left = [...list];
  const hand = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const command: Sent = { ...one, key: randomUUID(), acknowledged: false };
      sent.push(command);
      const answer = await send(client, command).catch(() => undefined);
      if (!answer) return;
      expect(answer.done).toEqual([command.id]);
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

const isFailpoint = (cause: Cause): cause is Failpoint => (FAILPOINTS as readonly string[]).includes(cause);

/** The points that servers ended themselves at so far. */
function struckAt(): string {
  const file = join(dataDir, 'failed');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Ends it from outside, or has it end itself at its worst moment; `writing` ends when it is gone. */
async function strike(server: ServerProcess, cause: Cause, writing: Promise<void>): Promise<void> {
  if (isFailpoint(cause)) {
    rmSync(join(dataDir, 'failed'), { force: true });
    // Events are moved by the batch, of which a busy machine makes few.
    const times = cause === 'afterMove' ? 2 : 8;
    writeFileSync(join(dataDir, 'failpoint'), `${cause} ${1 + Math.floor(Math.random() * times)}`);
    process.kill(server.pid, 'SIGUSR2');
    await writing;
    // What works in the background may get there a little later than the writers do.
    await expect.poll(struckAt).toContain(cause);
    await server.kill();
    return;
  }
  if (cause !== 'server') killDatabase();
  if (cause !== 'database') await server.kill();
  await writing;
}

/** A killed server is started again; one that lost its database alone brings that back by itself. */
async function backAgain(server: ServerProcess, cause: Cause): Promise<Client> {
  const since = Date.now();
  running = cause === 'database' ? server : await startProcess(env);
  const { base } = running;
  await expect
    .poll(async () => (await fetch(`${base}/ready`)).status, { timeout: READY_WITHIN_MS, interval: 50 })
    .toBe(200);
  expect(Date.now() - since).toBeLessThan(READY_WITHIN_MS);
  return signIn(base, person.account, PASSWORD);
}

async function round(server: ServerProcess, cause: Cause, list: readonly Work[]): Promise<Sent[]> {
  const client = await signIn(server.base, person.account, PASSWORD);
  const sent: Sent[] = [];
  const writing = write(client, list, sent);
  while (sent.filter((command) => command.acknowledged).length < 20) await sleep(2);
  await sleep(Math.random() * 60);
  await strike(server, cause, writing);
  const healed = await backAgain(server, cause);
  // A client that got no answer sends the same command again: it is done now, or was done then, never twice.
  for (const command of sent.filter(({ acknowledged }) => !acknowledged))
    expect((await send(healed, command)).done).toEqual([command.id]);
  return sent;
}

/** What the database knows of what was sent. */
const KNOWN = `select
  (select count(*)::int from collect_order where settled and id = any($1::bigint[])) as settled,
  (select count(*)::int from order_settlement where order_id = any($1::bigint[])) as settlements,
  (select count(*)::int from pay_order where status = 7 and id = any($2::bigint[])) as cancelled,
  (select count(*)::int from journal_entry where kind = 'payoutRelease' and order_id = any($2::bigint[])) as releases,
  (select count(*)::int from callback_schedule where order_id = any($2::bigint[])) as schedules`;
const SCHEDULES = `select s.id::text, s.state = 2 as delivered, s.state = 1 and s.next_try_at is not null as waits,
  (select count(*)::int from callback c where c.schedule_id = s.id and c.delivered) as marks
  from callback_schedule s where s.order_id = any($1::bigint[])`;

it(`loses nothing acknowledged and doubles nothing over ${ROUNDS} kills, of server, database and both, some at the worst moment`, {
  timeout: scaleLimit(60_000 + ROUNDS * 30_000),
}, async () => {
  const all: Sent[] = [];
  running = await startProcess(env);
  for (let at = 0; at < ROUNDS; at += 1) {
    const cause = RUN[at % RUN.length] ?? 'both';
    all.push(...(await round(running, cause, work.slice(at * PER_ROUND, (at + 1) * PER_ROUND))));
  }
  expect(await running.stop()).toBe(0);
  running = undefined;

  const database = await open();
  try {
    const ids = (action: Work['action']) => all.filter((one) => one.action === action).map(({ id }) => id);
    const [settled, cancelled] = [ids('collectOrder/settle'), ids('payOrder/cancel')];
    const { rows } = await database.server.query(KNOWN, [settled, cancelled]);
    expect(rows[0]).toEqual({
      settled: settled.length,
      settlements: settled.length,
      cancelled: cancelled.length,
      releases: cancelled.length,
      schedules: cancelled.length,
    });
    expect(all.some(({ acknowledged }) => !acknowledged)).toBe(true);
    const reported = await database.server.query<{
      id: string;
      delivered: boolean;
      waits: boolean;
      marks: number;
    }>(SCHEDULES, [cancelled]);
    // What is marked was reported; what was reported and not marked is reported again under the same number.
    for (const { id, delivered, waits, marks } of reported.rows) {
      expect({ id, known: delivered || waits }).toEqual({ id, known: true });
      if (delivered)
        expect({ id, marks, reported: receiver.received.has(id) }).toEqual({ id, marks: 1, reported: true });
    }
    expect(await checkInvariants(database.server)).toEqual([]);
  } finally {
    await database.stop();
  }
});
