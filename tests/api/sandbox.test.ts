import { afterAll, beforeAll, expect, it } from 'vitest';
import { signatureOf } from '../../server/domain/callbacks/message.ts';
import { decryptSecret } from '../../server/platform/secrets.ts';
import type { Client } from '../support/client.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
let admin: Client;
let secret: string;

const MERCHANT = 'kaveri-games';

beforeAll(async () => {
  server = await demoWorld(50);
  admin = await server.signIn('admin', PASSWORD);
  const { rows } = await server.database.pool.query<{ secret: string }>(
    "select sign_secret as secret from merchant where callback_url like '%/' || $1",
    [MERCHANT],
  );
  secret = decryptSecret(SECRETS_KEY, rows[0]?.secret ?? '');
});
afterAll(() => server.stop());

interface Received {
  merchant: string;
  eventId: string;
  signatureValid: boolean;
  behaviour: string;
}
const received = async () => (await admin.call<{ received: Received[] }>('demo/sandbox')).received;

async function post(eventId: string, key = secret, merchant = MERCHANT): Promise<[number, string]> {
  const body = JSON.stringify({ eventId, orderNo: `C${eventId}`, status: 2 });
  const answer = await fetch(`${server.base}/sandbox/callback/${merchant}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-paydesk-signature': signatureOf(key, body) },
  });
  return [answer.status, await answer.text()];
}

it('remembers what came, latest first, and whether it was signed by us', async () => {
  expect(await post('1')).toEqual([200, 'SUCCESS']);
  expect(await post('2', 'another secret')).toEqual([401, 'bad signature']);
  expect(await post('3', secret, 'nobody-here')).toEqual([401, 'bad signature']);
  expect((await received()).slice(0, 3)).toMatchObject([
    { eventId: '3', merchant: 'nobody-here', signatureValid: false },
    { eventId: '2', merchant: MERCHANT, signatureValid: false },
    { eventId: '1', merchant: MERCHANT, signatureValid: true, behaviour: 'well' },
  ]);
});

it('answers as it was told, one merchant or all, and remembers the behaviour', async () => {
  await admin.call('demo/sandbox', { sandbox: '*', behaviour: 'wrong' });
  expect(await post('4')).toEqual([200, 'ok']);
  await admin.call('demo/sandbox', { sandbox: MERCHANT, behaviour: 'fail' });
  expect(await post('5')).toEqual([500, 'sandbox is set to fail']);
  await admin.call('demo/sandbox', { sandbox: MERCHANT, behaviour: 'well' });
  expect(await post('6')).toEqual([200, 'SUCCESS']);
  expect((await received()).slice(0, 3).map(({ eventId, behaviour }) => [eventId, behaviour])).toEqual([
    ['6', 'well'],
    ['5', 'fail'],
    ['4', 'wrong'],
  ]);
  const unknown = await admin.ask('demo/sandbox', { sandbox: MERCHANT, behaviour: 'kind' });
  expect(unknown.body.extras?.errorCode).toBe('validation');
});

it('keeps the latest 500', async () => {
  for (let n = 0; n < 510; n += 30)
    await Promise.all(Array.from({ length: 30 }, (_, each) => post(String(1_000 + n + each))));
  const all = await received();
  expect(all).toHaveLength(500);
  expect(all.some(({ eventId }) => eventId === '6')).toBe(false);
});

it('is shown to administrators alone, and to nobody outside the demo', async () => {
  for (const [account, code] of [
    ['operator', 'forbidden'],
    ['finance', 'forbidden'],
    ['merchant', 'wrongAudience'],
    ['agent', 'wrongAudience'],
  ] as const) {
    const person = await server.signIn(account, PASSWORD);
    expect((await person.ask('demo/sandbox')).body.extras?.errorCode, account).toBe(code);
    const response = await person.ask('demo/sandbox', { sandbox: '*', behaviour: 'fail' });
    expect(response.body.extras?.errorCode, account).toBe(code);
  }
  const plain = await startServer();
  try {
    expect((await fetch(`${plain.base}/sandbox/callback/x`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${plain.base}/api/demo/sandbox`)).status).toBe(404);
  } finally {
    await plain.stop();
  }
});
