import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { connect, type Database } from '../../server/platform/db/connect.ts';
import { runningPostmaster } from '../../server/platform/db/postmaster.ts';
import { type Client, client, signIn } from '../support/client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/databaseProxy.ts';
import { openTempFolder } from '../support/folder.ts';
import { freezeProcess } from '../support/frozenProcess.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { crashWorld, type Receiver, startReceiver, type Work } from './crashWorld.ts';
import { PASSWORD, type Staff } from './staff.ts';

/** The database is cut off, or frozen, under three servers: what callers hear, and that nothing is done twice. */

const SERVERS = 3;
const AWAY_MS = 5_000;
/** No call waits for longer than this, however long the database is frozen. */
const MAX_WAIT_MS = 8_000;
const FREEZE_MS = Number(process.env.FREEZE_MS ?? 90_000);

const folder = openTempFolder('away');
const dataDir = join(folder, 'data');
let database: Database;
let proxy: DatabaseProxy;
let receiver: Receiver;
let servers: ServerProcess[] = [];
let clients: Client[];
let person: Staff;
let work: Work[];

beforeAll(async () => {
  database = await connect({ databaseUrl: undefined, dataDir, production: false, say: () => undefined });
  await migrateAll(database.owner);
  receiver = await startReceiver();
  ({ person, work } = await crashWorld(database.server, receiver.url, 160));
  proxy = await startDatabaseProxy(database.url);
  const start = (at: number) =>
    startProcess({
      DATABASE_URL: proxy.url,
      DATA_DIR: join(folder, String(at)),
      DEMO_ORDERS: '0',
      SECRETS_KEY,
      OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`,
    });
  servers = await Promise.all(Array.from({ length: SERVERS }, (_, at) => start(at)));
  const first = await signIn(servers[0]!.base, person.account, PASSWORD);
  clients = servers.map(({ base }) => client(base, first.token, first.refresh));
}, 900_000);

afterAll(async () => {
  const codes = await Promise.all(servers.map((server) => server.stop()));
  expect(codes).toEqual(servers.map(() => 0));
  await proxy?.stop();
  receiver?.stop();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Heard {
  what: string;
  status: number;
  code: string;
  ms: number;
}

async function hear(what: string, send: () => Promise<{ status: number; code: string }>): Promise<Heard> {
  const began = performance.now();
  const answer = await send();
  return { what, ...answer, ms: performance.now() - began };
}

type Sender = readonly [what: string, send: () => Promise<{ status: number; code: string }>];

interface Sent extends Work {
  key: string;
  done: boolean;
}

/** What people, merchants' systems and upstreams send to one server. */
function sendersOf(at: number, sent: Sent[]): readonly Sender[] {
  const self = clients[at]!;
  const { base } = servers[at]!;
  const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await self.ask<{ done?: string[] }>(path, body, headers);
    const code = answer.body.code === 200 ? 'done' : String(answer.body.extras?.errorCode);
    return { status: answer.status, code, done: answer.body.result?.done };
  };
  return [
    ['list', () => ask('collectOrder/page', { page: 1, pageSize: 20 })],
    ['sign-in', () => ask('sysAuth/login', { account: person.account, password: PASSWORD })],
    [
      'open',
      () => ask('open/balance', {}, { accessKey: 'none', timestamp: '1', nonce: randomUUID(), sign: 'x' }),
    ],
    [
      'notice',
      async () => {
        const response = await fetch(`${base}/upstream/none/notify`, { method: 'POST', body: '{}' });
        return { status: response.status, code: await response.text() };
      },
    ],
    [
      'command',
      async () => {
        const next = work.pop();
        if (!next) return { status: 200, code: 'done' };
        const command: Sent = { ...next, key: randomUUID(), done: false };
        sent.push(command);
        const answer = await ask(next.action, { ids: [next.id] }, { 'Idempotency-Key': command.key });
        command.done = answer.code === 'done';
        return answer;
      },
    ],
  ];
}

/** Sends all of it at every server until the time is over. */
async function sendUntil(until: number, sent: Sent[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  const repeat = async ([what, send]: Sender) => {
    while (performance.now() < until) {
      heard.push(await hear(what, send));
      await sleep(150);
    }
  };
  await Promise.all(servers.flatMap((_, at) => sendersOf(at, sent)).map(repeat));
  return heard;
}

/** What is no answer that a caller can act on. */
const isFault = ({ what, status, code }: Heard): boolean => {
  if (what === 'notice') return status !== 503 && status !== 401;
  if (status === 503) return code !== 'databaseDown';
  return status >= 500 || code === 'internal' || code === 'undefined';
};

const isReady = async ({ base }: ServerProcess) => (await fetch(`${base}/ready`)).status === 200;
async function untilReady(): Promise<void> {
  const ready = async () => (await Promise.all(servers.map(isReady))).every(Boolean);
  await expect.poll(ready, { interval: 50 }).toBe(true);
}

/** Sends each again under its key: those that were done answer the same, the others are done now. */
async function retry(sent: readonly Sent[]): Promise<void> {
  for (const [at, { action, id, key }] of sent.entries()) {
    const { done } = await clients[at % SERVERS]!.command<{ done: string[] }>(action, { ids: [id] }, key);
    expect(done).toEqual([id]);
  }
}

async function expectNothingTwice(): Promise<void> {
  expect(await checkInvariants(database.server)).toEqual([]);
  expect([...receiver.received].filter(([, times]) => times > 1)).toEqual([]);
}

it('refuses what is sent while the database cannot be reached, and does it under the same key afterwards', async () => {
  await untilReady();
  const sent: Sent[] = [];
  const sending = sendUntil(performance.now() + AWAY_MS + 3_000, sent);
  await sleep(1_000);
  await proxy.cut();
  await sleep(AWAY_MS);
  await proxy.restore();
  const heard = await sending;
  expect(heard.filter(isFault)).toEqual([]);
  for (const what of ['list', 'sign-in', 'open', 'command'])
    expect(heard.filter((one) => one.what === what).map(({ code }) => code)).toContain('databaseDown');
  expect(Math.max(...heard.map(({ ms }) => ms))).toBeLessThan(MAX_WAIT_MS);
  await untilReady();
  await retry(sent);
  await expectNothingTwice();
}, 200_000);

it('takes up its jobs again at once when the database is back', async () => {
  await untilReady();
  await proxy.cut();
  await sleep(AWAY_MS);
  await proxy.restore();
  await untilReady();
  const next = work.findLast(({ action }) => action === 'payOrder/cancel')!;
  work.splice(work.indexOf(next), 1);
  await clients[0]!.command(next.action, { ids: [next.id] });
  const began = performance.now();
  const notified = async () => {
    const { rowCount } = await database.server.query(
      'select from callback where order_id = $1 and delivered',
      [next.id],
    );
    return rowCount;
  };
  await expect.poll(notified, { interval: 20 }).toBe(1);
  expect(performance.now() - began).toBeLessThan(2_000);
}, 200_000);

it(
  `ends a freeze of ${FREEZE_MS / 1_000} s without a doubled number or job, and keeps nobody waiting`,
  async () => {
    await untilReady();
    const sent: Sent[] = [];
    const sending = sendUntil(performance.now() + FREEZE_MS + 4_000, sent);
    await sleep(2_000);
    const thaw = freezeProcess(runningPostmaster(join(dataDir, 'postgres'))!.pid);
    await sleep(FREEZE_MS);
    thaw();
    const heard = await sending;
    expect(heard.filter(isFault)).toEqual([]);
    expect(heard.map(({ code }) => code)).toContain('databaseDown');
    expect(heard.filter(({ ms }) => ms > MAX_WAIT_MS)).toEqual([]);
    await untilReady();
    await retry(sent);
    await expectNothingTwice();
    const { rows } = await database.server.query<{ twice: number }>(
      'select count(*)::int - count(distinct seq)::int as twice from event',
    );
    expect(rows).toEqual([{ twice: 0 }]);
    for (const server of servers) expect(server.output()).not.toContain('was not handled');
  },
  FREEZE_MS + 300_000,
);
