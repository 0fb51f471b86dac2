import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { openCall, type OpenKey } from '../support/openClient.ts';
import { openKeyOf } from '../support/openKey.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { HOSTILE, NAMES, PUBLIC } from './hostileAddresses.ts';
import { makeWorld } from './world.ts';

/** P10: wherever somebody may name an address, no connection is ever made to one that is not public. */

let outbound: Outbound;
let connected: string[];
let asked: string[];
let server: TestServer;
let key: OpenKey;

beforeAll(async () => {
  outbound = createOutbound({
    resolve: async (host) => {
      asked.push(host);
      return (NAMES[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    connect: async ({ address }) => {
      connected.push(address);
      return { status: 200, headers: {}, body: 'SUCCESS', truncated: false };
    },
  });
  server = await startServer({ outbound });
  const world = await makeWorld(server.database.pool);
  key = await openKeyOf(server.database.pool, world.merchantId);
});
afterAll(() => server.stop());
beforeEach(() => {
  connected = [];
  asked = [];
});

it.each(HOSTILE)('goes nowhere for %s, neither to call it nor to keep it', async (url) => {
  await expect(outbound.send(url)).rejects.toMatchObject({ code: 'outboundBlocked' });
  expect(await outbound.refuses(url)).toMatchObject({ code: 'outboundBlocked' });
  const order = { merchantOrderNo: 'ssrf', channelCode: 'none', amount: '10', callbackUrl: url };
  const { body } = await openCall(server.base, key, 'collectOrder/create', order);
  expect(['outboundBlocked', 'validation']).toContain(body.extras?.errorCode);
  expect(connected).toEqual([]);
});

it('connects to the very address it checked, and asks for a name once', async () => {
  let turn = 0;
  const rebinding = createOutbound({
    resolve: async () => [{ address: turn++ === 0 ? PUBLIC : '127.0.0.1', family: 4 }],
    connect: async ({ address }) => {
      connected.push(address);
      return { status: 200, headers: {}, body: '', truncated: false };
    },
  });
  await rebinding.send('http://rebinding.example.com/');
  expect({ connected, turn }).toEqual({ connected: [PUBLIC], turn: 1 });
});

it('goes where everybody may, on the ports of the web', async () => {
  for (const url of ['http://example.com/', 'https://EXAMPLE.com./x?y', 'https://example.com:8443/'])
    expect((await outbound.send(url)).status).toBe(200);
  expect(connected).toEqual([PUBLIC, PUBLIC, PUBLIC]);
  expect(asked).toEqual(['example.com', 'example.com', 'example.com']);
});
