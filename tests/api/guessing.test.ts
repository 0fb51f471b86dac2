import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnv } from '../../server/platform/env.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';

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
    const codes = [];
    for (let n = 0; n < 8; n += 1) codes.push(await guess(server, 'operator', address(n)));
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'badCredentials'),
      ...Array.from({ length: 3 }, () => 'tooManyAttempts'),
    ]);
  });
});

/** Spellings of one name as this database compares names: some fold letters beyond ASCII, some do not. */
async function spellings({ database }: TestServer, name: string): Promise<string[]> {
  const tried = [
    name,
    name.toUpperCase(),
    ` ${name} `,
    name.replace('i', '\u0130'),
    name.replace('k', '\u212A'),
  ];
  const { rows } = await database.pool.query<{ spelling: string }>(
    'select spelling from unnest($1::text[]) spelling where lower(btrim(spelling)) = lower($2)',
    [tried, name],
  );
  return rows.map(({ spelling }) => spelling);
}

describe('counters of an account', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startServer();
    world = await buildWorld(server);
    await server.database.pool.query("update sys_user set account = 'kirin' where id = $1", [
      world.colleague,
    ]);
  });
  afterAll(() => server.stop());

  const docs = async (account: string): Promise<number> => {
    const response = await fetch(`${server.base}/api/swagger/submitUrl`, {
      method: 'POST',
      body: new URLSearchParams({ UserName: account, Password: 'no' }),
    });
    return (await response.json()) as number;
  };
  const kept = async () =>
    (
      await server.database.pool.query<{ key: string; failures: number }>(
        "select split_part(key, '|', 1) as key, failures from attempt_counter where key not like '%|*' order by key",
      )
    ).rows;

  it.each(['kirin', 'nobody-kirin'])('are one for every spelling of %s, at either door', async (name) => {
    const all = await spellings(server, name);
    expect(all).toEqual(expect.arrayContaining([name.toUpperCase(), ` ${name} `]));
    for (let n = 0; n < 4; n += 1)
      expect(await guess(server, all[n % all.length]!, '')).toBe('badCredentials');
    expect(await docs(name.toUpperCase())).toBe(401);
    for (const spelling of all) expect(await guess(server, spelling, '', PASSWORD)).toBe('tooManyAttempts');
    const key = name === 'kirin' ? `login:id:${world.colleague}` : `login:name:${name}`;
    expect(await kept()).toContainEqual({ key, failures: 5 });
  });

  it('are not those of an unknown name that is spelled like an id', async () => {
    for (let n = 0; n < 6; n += 1) await guess(server, `id:${world.operator}`, '');
    for (let n = 0; n < 6; n += 1) await guess(server, world.operator, '');
    expect(await guess(server, 'operator', '', PASSWORD)).toBe('in');
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
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => guess(server, 'operator', address(n))),
    );
    expect(codes.filter((code) => code === 'badCredentials')).toHaveLength(20);
    expect(codes.filter((code) => code === 'tooManyAttempts')).toHaveLength(10);
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
