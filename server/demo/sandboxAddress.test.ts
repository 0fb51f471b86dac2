import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { SANDBOX_CALLBACKS, SANDBOX_HOST, sandboxOutbound } from './sandboxAddress.ts';

/** The sandbox's name leads to this very server, so it must lead to the sandbox's callbacks alone. */

let server: Server;
const asked: string[] = [];
const outbound = () => {
  const { port } = server.address() as AddressInfo;
  return createOutbound(sandboxOutbound({ host: '127.0.0.1', port, outboundAllow: [] }));
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(String(request.url));
    response.end('SUCCESS');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => server.close());

it('is called back by either spelling of its name', async () => {
  for (const url of [`${SANDBOX_CALLBACKS}/one`, `http://SANDBOX.paydesk.test./sandbox/callback/two`])
    expect(await outbound().send(url)).toMatchObject({ status: 200, body: 'SUCCESS' });
  expect(asked.splice(0)).toEqual(['/sandbox/callback/one', '/sandbox/callback/two']);
});

it.each([
  `http://${SANDBOX_HOST}/api/sysAuth/login`,
  `http://${SANDBOX_HOST}./api/sysAuth/login`,
  `http://${SANDBOX_HOST}./x`,
  `http://${SANDBOX_HOST}../x`,
  `http://${SANDBOX_HOST}/sandbox/callback`,
  `http://${SANDBOX_HOST}/sandbox/callback/../../api/sysAuth/login`,
  `http://${SANDBOX_HOST}/sandbox/callback/%2e%2e/%2e%2e/metrics`,
  `http://${SANDBOX_HOST}:443/sandbox/callback/x`,
  `https://${SANDBOX_HOST}/sandbox/callback/x`,
])('%s is refused', async (url) => {
  await expect(outbound().send(url)).rejects.toMatchObject({ code: 'outboundBlocked' });
  expect(await outbound().refuses(url)).toMatchObject({ code: 'outboundBlocked' });
  expect(asked).toEqual([]);
});
