import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { openCall, type OpenKey } from '../support/openClient.ts';
import { openKeyOf } from '../support/openKey.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeWorld } from './world.ts';

/** P10: wherever somebody may name an address, no connection is ever made to one that is not public. */

const PUBLIC = '93.184.216.34';
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.example.com': ['127.0.0.1'],
  'inner.example.com': ['10.0.0.5'],
  'metadata.google.internal': ['169.254.169.254'],
  'both.example.com': [PUBLIC, '192.168.1.10'],
  'six.example.com': ['fd00::1'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'nowhere.example.com': [],
  'example.com': [PUBLIC],
};

const HOSTILE = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://10.1.2.3/',
  'http://172.31.255.255/',
  'https://192.168.0.1:8443/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:a00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://224.0.0.1/',
  'http://localhost.example.com/',
  'http://inner.example.com/',
  'http://both.example.com/',
  'http://six.example.com/',
  'http://mapped.example.com/',
  'http://nowhere.example.com/',
  'http://example.com:22/',
  'http://example.com:5432/',
  'http://user:secret@example.com/',
  'http://example.com@127.0.0.1/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1\\@example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_SET',
  'ftp://example.com/',
  '//127.0.0.1/',
  'http://',
];

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
