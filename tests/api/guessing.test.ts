import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnv } from '../../server/env.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** Many addresses, real or claimed, are no way around the counters of wrong passwords. */

const guess = async (server: TestServer, account: string, from: string, password = 'no') => {
  const { body } = await server.anonymous.ask(
    'sysAuth/login',
    { account, password },
    { 'X-Forwarded-For': from, Forwarded: `for=${from}` },
  );
  return body.code === 200 ? 'in' : body.extras?.errorCode;
};
const address = (n: number) => `203.0.${Math.trunc(n / 250)}.${(n % 250) + 1}`;

describe('without a trusted proxy', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await buildWorld(server);
  });
  afterAll(() => server.stop());

  it('an address that the caller claims is none, on this machine too', async () => {
    const said = [];
    for (let n = 0; n < 8; n += 1) said.push(await guess(server, 'operator', address(n)));
    expect(said).toEqual([
      ...Array.from({ length: 5 }, () => 'badCredentials'),
      ...Array.from({ length: 3 }, () => 'tooManyAttempts'),
    ]);
  });
});

describe('behind a trusted proxy', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ environment: { trustProxy: ['127.0.0.1'] } });
    await buildWorld(server);
  });
  afterAll(() => server.stop());

  it('guesses from many addresses slow down, the owner’s own address stays open, nobody is locked out for good', async () => {
    expect(await guess(server, 'operator', '198.51.100.7', PASSWORD)).toBe('in');
    const said = await Promise.all(
      Array.from({ length: 30 }, (_, n) => guess(server, 'operator', address(n))),
    );
    expect(said.filter((code) => code === 'badCredentials')).toHaveLength(20);
    expect(said.filter((code) => code === 'tooManyAttempts')).toHaveLength(10);
    for (let n = 40; n < 45; n += 1) {
      server.clock.advance(61_000);
      expect(await guess(server, 'operator', address(n))).toBe('badCredentials');
    }
    expect(await guess(server, 'operator', address(99), PASSWORD)).toBe('tooManyAttempts');
    expect(await guess(server, 'operator', '198.51.100.7', PASSWORD)).toBe('in');
    // That the owner came in gives the strangers no new tries.
    expect(await guess(server, 'operator', address(100))).toBe('tooManyAttempts');
    server.clock.advance(61_000);
    expect(await guess(server, 'operator', address(101), PASSWORD)).toBe('in');
    expect(await guess(server, 'colleague', address(0), PASSWORD)).toBe('in');
  });
});

describe('TRUST_PROXY', () => {
  it('takes addresses and networks, and names what is neither', () => {
    const { trustProxy } = parseEnv({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1' });
    expect(trustProxy).toEqual(['10.0.0.1', '10.1.0.0/16', '::1']);
    expect(parseEnv({}).trustProxy).toEqual([]);
    for (const wrong of ['proxy.example', '10.0.0.1/33', '0.0.0.0/0', 'loopback', '10.0.0.1,'])
      expect(() => parseEnv({ TRUST_PROXY: wrong }), wrong).toThrow(/TRUST_PROXY/);
  });
});
