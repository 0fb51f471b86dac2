import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PartResult } from '../../contract/selfTest.ts';
import { consoleAccessIfMay } from '../../server/platform/db/consoleAccess.ts';
import type { Client } from '../support/client.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD } from './sessionWorld.ts';

/** A database login that may not change the SQL console's role costs the console, and nothing else. */

let server: TestServer;
let admin: Client;
const login = `plain_${randomBytes(4).toString('hex')}`;

beforeAll(async () => {
  server = await startServer();
  await grant(server, await buildWorld(server), 'sysTest:run');
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(async () => {
  await asAdmin(`drop role if exists ${login}`);
  await server.stop();
});

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

it('says what is missing, leaves the console off, and the self-test names it', async () => {
  await asAdmin(`create role ${login} login password 'x' nocreaterole`);
  const url = new URL(server.database.url);
  url.username = login;
  url.password = 'x';
  const lines: string[] = [];
  expect(
    await consoleAccessIfMay({ url: url.href, pool: server.database.pool }, SECRETS_KEY, (line) =>
      lines.push(line),
    ),
  ).toBeUndefined();
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^The SQL console stays off: .*${login} may not change`)),
  ]);
  const tried = () => admin.call<PartResult>('sysTest/run', { part: 'console' });
  server.deps.env.sqlConsole = false;
  expect(await tried()).toMatchObject({ state: 'off', reason: 'consoleOff' });
  server.deps.env.sqlConsole = true;
  expect(await tried()).toMatchObject({ state: 'failed', reason: 'consoleRole' });
  server.deps.console = await consoleAccessIfMay(server.database, SECRETS_KEY, (line) => lines.push(line));
  expect(await tried()).toMatchObject({ state: 'ok', reason: 'console' });
  expect(lines).toHaveLength(1);
});
