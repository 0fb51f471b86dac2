import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  MQTT_LIMITS,
  type MqttBroker,
  type MqttMessage,
  type MqttMessagesFrame,
  type MqttStateFrame,
} from '../../contract/mqttClient.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import type { MqttBrokerHost } from '../../server/platform/env.ts';
import type { Client } from '../support/client.ts';
import { type Broker, startBroker } from '../support/mqttBroker.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Frames, framesOf } from '../support/stream.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** The MQTT client on a real broker: what is relayed, what is refused, and what ends a connection. */

let plain: Broker;
let guarded: Broker;
let encrypted: Broker;
let server: TestServer;
let world: World;
let admin: Client;
let operator: Client;
const open: AbortController[] = [];

beforeAll(async () => {
  plain = await startBroker();
  guarded = await startBroker({
    authenticate: (_client, user, password, done) =>
      done(null, user === 'plant' && String(password) === 'let me in'),
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, subscription.topic.startsWith('secret') ? null : subscription),
  });
  encrypted = await startBroker({ encrypted: true });
  const host = (name: string, { port }: Broker, more: Partial<MqttBrokerHost> = {}): MqttBrokerHost => ({
    name,
    host: '127.0.0.1',
    port,
    encrypted: false,
    ...more,
  });
  server = await startServer({
    environment: {
      mqttBrokers: [
        host('plain', plain),
        host('guarded', guarded),
        host('known', guarded, { account: { user: 'plant', password: 'let me in' } }),
        host('encrypted', encrypted, { encrypted: true }),
        host('nobody', { ...plain, port: 1 }),
      ],
    },
  });
  world = await buildWorld(server);
  await grant(server, world, 'mqttClient:page', 'mqttClient:connect');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(async () => {
  await server.stop();
  for (const broker of [plain, guarded, encrypted]) await broker.stop();
});
afterEach(async () => {
  for (const stop of open.splice(0)) stop.abort();
  await expect.poll(() => plain.aedes.connectedClients).toBe(0);
});

interface Line extends Frames {
  states(): MqttStateFrame[];
  messages(): MqttMessage[];
  dropped(): number;
  id(): string;
  close(): void;
}

async function connect(who: Client, body: Record<string, unknown>): Promise<Line> {
  const stop = new AbortController();
  open.push(stop);
  const response = await fetch(`${server.base}/api/mqttClient/connect`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${who.token}`,
      'Content-Type': 'application/json',
      'Accept-Language': 'en',
    },
    signal: stop.signal,
  });
  const read = await framesOf(response);
  const of = <T>(kind: string) =>
    read.frames.filter(({ event }) => event === kind).map(({ data }) => JSON.parse(data) as T);
  const frames = () => of<MqttMessagesFrame>('messages');
  return {
    ...read,
    states: () => of<MqttStateFrame>('state'),
    messages: () => frames().flatMap(({ messages }) => messages),
    dropped: () => frames().reduce((sum, { dropped }) => sum + dropped, 0),
    id: () => of<MqttStateFrame>('state')[0]?.connection ?? '',
    close: () => stop.abort(),
  };
}

const last = (line: Line): string | undefined => line.states().at(-1)?.state;
async function connected(who: Client, broker: string, more: Record<string, unknown> = {}): Promise<Line> {
  const line = await connect(who, { broker, ...more });
  await line.until(() => last(line) === 'connected');
  return line;
}
async function ended(line: Line): Promise<Pick<MqttStateFrame, 'reason' | 'detail'>> {
  await line.until(() => last(line) === 'ended');
  await line.closed;
  const { reason, detail } = line.states().at(-1)!;
  return { reason, detail };
}
const base64 = (text: string) => Buffer.from(text).toString('base64');
const textOf = ({ payload }: MqttMessage) => Buffer.from(payload, 'base64').toString();
const messageOf = async (who: Client, path: string, body: unknown) =>
  (await who.ask(`mqttClient/${path}`, body)).body.message;

it('names the brokers of the environment, and never who signs in there', async () => {
  const brokers = await operator.call<MqttBroker[]>('mqttClient/brokers', {});
  expect(brokers.map(({ name, hasAccount }) => [name, hasAccount])).toEqual([
    ['plain', false],
    ['guarded', false],
    ['known', true],
    ['encrypted', false],
    ['nobody', false],
  ]);
  expect(brokers[0]!.address).toBe(`127.0.0.1:${plain.port}`);
  expect(JSON.stringify(brokers)).not.toMatch(/let me in|"plant"/);
});

it('relays what is subscribed to, with quality, retain and size, until it is unsubscribed from', async () => {
  const line = await connected(admin, 'plain');
  const connection = line.id();
  expect(await admin.call('mqttClient/subscribe', { connection, topic: 'plant/+/heat', qos: 2 })).toEqual({
    qos: 2,
  });
  const publish = (topic: string, text: string, more = {}) =>
    admin.call('mqttClient/publish', { connection, topic, payload: base64(text), ...more });
  await publish('plant/a/heat', '{"°C":21}', { qos: 1 });
  await publish('plant/a/cold', 'not wanted');
  await publish('plant/b/heat', 'kept', { qos: 2, retain: true });
  await line.until(() => line.messages().length === 2);
  expect(
    line.messages().map((each) => [each.topic, each.qos, each.retain, each.bytes, textOf(each)]),
  ).toEqual([
    ['plant/a/heat', 1, false, 10, '{"°C":21}'],
    ['plant/b/heat', 2, false, 4, 'kept'],
  ]);
  const later = await connected(operator, 'plain');
  await operator.call('mqttClient/subscribe', { connection: later.id(), topic: '#' });
  await later.until(() => later.messages().length === 1);
  // This broker gives what it keeps with the quality it got it with.
  expect(later.messages()[0]).toMatchObject({ topic: 'plant/b/heat', retain: true });
  await admin.call('mqttClient/unsubscribe', { connection, topic: 'plant/+/heat' });
  await publish('plant/a/heat', 'unheard');
  await later.until(() => later.messages().length === 2);
  expect(line.messages()).toHaveLength(2);
  await publish('plant/b/heat', '', { retain: true });
});

it('shows the beginning of a large payload with its whole size, and publishes none that is too large', async () => {
  const line = await connected(admin, 'plain');
  const connection = line.id();
  await admin.call('mqttClient/subscribe', { connection, topic: 'big' });
  const payload = Buffer.alloc(MQTT_LIMITS.shown + 10, 'x');
  plain.aedes.publish(
    { cmd: 'publish', topic: 'big', payload, qos: 0, retain: false, dup: false },
    () => undefined,
  );
  await line.until(() => line.messages().length === 1);
  const [message] = line.messages();
  expect([message!.bytes, textOf(message!).length]).toEqual([MQTT_LIMITS.shown + 10, MQTT_LIMITS.shown]);
  expect(
    await messageOf(admin, 'publish', { connection, topic: 'big', payload: payload.toString('base64') }),
  ).toMatch(/65,536 bytes/);
});

it('counts what comes faster than is passed on', async () => {
  const line = await connected(admin, 'plain');
  await admin.call('mqttClient/subscribe', { connection: line.id(), topic: 'fast' });
  const sent = MQTT_LIMITS.perSecond * 3;
  for (let at = 0; at < sent; at += 1)
    plain.aedes.publish(
      { cmd: 'publish', topic: 'fast', payload: `${at}`, qos: 0, retain: false, dup: false },
      () => undefined,
    );
  await line.until(() => line.messages().length + line.dropped() === sent);
  expect(line.dropped()).toBeGreaterThanOrEqual(MQTT_LIMITS.perSecond);
  expect(line.messages().length).toBeGreaterThanOrEqual(MQTT_LIMITS.perSecond);
});

it('signs in as the environment says, else as the person does, and says why not', async () => {
  await connected(admin, 'known');
  await connected(admin, 'guarded', { user: 'plant', password: 'let me in' });
  const refused = await connect(admin, { broker: 'guarded', user: 'plant', password: 'wrong' });
  expect(await ended(refused)).toEqual({ reason: 'account', detail: '5' });
  expect(await ended(await connect(admin, { broker: 'nobody' }))).toEqual({
    reason: 'unreachable',
    detail: 'ECONNREFUSED',
  });
});

it('trusts no certificate without an authority', async () => {
  const { reason, detail } = await ended(await connect(admin, { broker: 'encrypted' }));
  expect([reason, detail]).toEqual(['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
});

it('connects to nothing that is not named', async () => {
  for (const broker of ['127.0.0.1', `mqtt://127.0.0.1:${plain.port}`, 'PLAIN', '__proto__'])
    expect(await messageOf(admin, 'connect', { broker })).toMatch(/MQTT_BROKERS/);
  expect((await admin.ask('mqttClient/connect', { broker: 'plain', host: '10.0.0.1' })).body.code).toBe(400);
});

it('says what a broker refuses, what is no topic, and that a connection is of one person', async () => {
  const line = await connected(admin, 'known');
  const connection = line.id();
  expect(await messageOf(admin, 'subscribe', { connection, topic: 'secret/a' })).toMatch(/broker refuses/);
  expect(await messageOf(admin, 'subscribe', { connection, topic: 'a#' })).toMatch(/topic/);
  expect(await messageOf(admin, 'publish', { connection, topic: 'a/+', payload: '' })).toMatch(/topic/);
  expect(await messageOf(operator, 'subscribe', { connection, topic: 'a' })).toMatch(/has ended/);
  expect((await operator.ask('mqttClient/publish', { connection, topic: 'a', payload: '' })).body.code).toBe(
    403,
  );
  expect((await server.anonymous.ask('mqttClient/brokers', {})).body.code).toBe(401);
});

it('bounds connections and subscriptions of a person', async () => {
  const lines = await Promise.all([1, 2, 3].map(() => connected(admin, 'plain')));
  expect(await messageOf(admin, 'connect', { broker: 'plain' })).toMatch(/3 connections/);
  await connected(operator, 'plain');
  lines[0]!.close();
  await expect
    .poll(() =>
      connected(admin, 'plain').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const connection = lines[1]!.id();
  for (let at = 0; at < MQTT_LIMITS.subscriptions; at += 1)
    await admin.call('mqttClient/subscribe', { connection, topic: `t/${at}` });
  await admin.call('mqttClient/subscribe', { connection, topic: 't/0', qos: 1 });
  expect(await messageOf(admin, 'subscribe', { connection, topic: 't/more' })).toMatch(/20 subscriptions/);
});

it('connects again and subscribes again after a loss, and refuses meanwhile', async () => {
  const line = await connected(admin, 'plain');
  const connection = line.id();
  await admin.call('mqttClient/subscribe', { connection, topic: 'again' });
  await plain.down();
  await line.until(() => last(line) === 'reconnecting');
  expect(await messageOf(admin, 'publish', { connection, topic: 'again', payload: '' })).toMatch(
    /not connected/,
  );
  await plain.up();
  await line.until(() => last(line) === 'connected');
  await expect
    .poll(async () => {
      await admin.call('mqttClient/publish', { connection, topic: 'again', payload: base64('back') });
      return line.messages().length;
    })
    .toBeGreaterThan(0);
});

it('ends before it has read a packet that is too large', async () => {
  const hostile = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from([0x20, 2, 0, 0]));
      // 256 MB, of which nothing comes.
      socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0]));
    });
  });
  await new Promise<void>((resolve) => void hostile.listen(0, '127.0.0.1', () => resolve()));
  const brokers = server.deps.env.mqttBrokers as MqttBrokerHost[];
  brokers.push({
    name: 'hostile',
    host: '127.0.0.1',
    port: (hostile.address() as AddressInfo).port,
    encrypted: false,
  });
  expect(await ended(await connect(admin, { broker: 'hostile' }))).toMatchObject({ reason: 'packet' });
  brokers.pop();
  await new Promise((resolve) => hostile.close(resolve));
});

it('ends with its page, its session, the right to it, and after a long silence', async () => {
  const left = await connected(operator, 'plain');
  left.close();
  await expect.poll(() => plain.aedes.connectedClients).toBe(0);

  const second = await server.signIn('operator', PASSWORD);
  const signedOut = await connected(second, 'plain');
  await second.call('sysAuth/logout', {});
  await signedOut.closed;

  const idle = await connected(operator, 'plain');
  server.clock.advance(MQTT_LIMITS.idleMinutes * 60_000 + 1_000);
  expect(await ended(idle)).toEqual({ reason: 'idle', detail: undefined });
  server.clock.offset = 0;

  const withdrawn = await connected(operator, 'plain');
  await server.database.pool.query(
    `delete from sys_role_menu where menu_id in (select id from sys_menu where permission = 'mqttClient:connect')`,
  );
  sessionState(server.database.pool).forgetPeople();
  expect(await ended(withdrawn)).toEqual({ reason: 'rights', detail: undefined });
  await expect.poll(() => plain.aedes.connectedClients).toBe(0);
});

it('keeps in the operation log what was published where and how large, and nothing of it', async () => {
  const line = await connected(admin, 'known');
  await admin.call('mqttClient/publish', {
    connection: line.id(),
    topic: 'log/me',
    payload: base64('a secret of somebody'),
    qos: 1,
    retain: true,
  });
  const rows = async () =>
    (
      await server.database.pool.query<{ param: unknown }>(
        `select request_param as param from sys_log_op where controller_name = 'mqttClient' and action_name = 'publish'
         and request_param ->> 'topic' = 'log/me'`,
      )
    ).rows;
  await expect.poll(async () => (await rows()).length).toBe(1);
  expect((await rows())[0]!.param).toEqual({
    broker: 'known',
    topic: 'log/me',
    qos: 1,
    retain: true,
    bytes: 20,
  });
  await admin.call('mqttClient/publish', {
    connection: line.id(),
    topic: 'log/me',
    payload: '',
    retain: true,
  });
});
