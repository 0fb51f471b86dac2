import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerState } from '../../contract/serverState.ts';
import { cachedEntries } from '../../server/platform/cacheList.ts';
import { withoutValues } from '../../server/api/tools/server/database.ts';
import { forgetSettings } from '../../server/platform/settings.ts';
import { emit } from '../../server/platform/events/outbox.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD } from './sessionWorld.ts';

/** How servers are, and what they keep for a moment. */

let server: TestServer;
let admin: Client;
let operator: Client;

beforeAll(async () => {
  server = await startServer();
  const world = await buildWorld(server);
  await grant(server, world, 'sysServer:page', 'sysCache:page', 'sysCache:delete');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

const code = async (who: Client, path: string, body?: unknown) => (await who.ask(path, body)).body.code;

it('gives the family what it draws, and real figures', async () => {
  const base = await admin.call<Record<string, string>>('sysServer/serverBase');
  expect(base).toMatchObject({
    processorCount: expect.stringMatching(/^\d+$/) as unknown,
    frameworkDescription: `Node.js ${process.versions.node}`,
    wwwroot: '',
  });
  const used = await admin.call<Record<string, string>>('sysServer/serverUsed');
  expect(used.ramRate).toMatch(/^\d{1,3}%$/);
  expect(used.cpuRate).toMatch(/^\d{1,3}%$/);
  const [disk] =
    await admin.call<{ totalSize: number; totalFree: number; used: number }[]>('sysServer/serverDisk');
  expect(disk!.totalSize).toBeGreaterThan(0);
  expect(disk!.used + disk!.totalFree).toBeGreaterThanOrEqual(disk!.totalSize - 1);
  const libraries = await admin.call<{ name: string; version: string }[]>('sysServer/assemblyList');
  expect(libraries).toContainEqual({ name: 'fastify', version: expect.stringMatching(/^\d/) as unknown });
});

it('knows the database, and says nothing of paths, settings and other people', async () => {
  const state = await admin.call<ServerState>('sysServer/state', {});
  expect(state.database.bytes).toBeGreaterThan(1_000_000);
  expect(state.database.connections.active).toBeGreaterThan(0);
  expect(state.database.tables.length).toBeGreaterThan(5);
  expect(state.database.pools.map(({ name }) => name)).toEqual([
    'server',
    'merchant',
    'commands',
    'work',
    'events',
  ]);
  expect(state.samples.at(-1)!.usedMemory).toBeGreaterThan(0);
  expect(state.samples.at(-1)!.cpu).toBeLessThanOrEqual(1);
  const text = JSON.stringify(state);
  for (const hidden of [process.cwd(), server.deps.env.dataDir, server.deps.env.secretsKey ?? '-'])
    expect(text).not.toContain(hidden);
});

it('shows statements without the values in them', async () => {
  expect(withoutValues("select *\n  from sys_user where account = 'o''brien' and id = $1")).toBe(
    "select * from sys_user where account = '…' and id = $1",
  );
  const slow = server.database.pool.query("select pg_sleep(3), 'hidden text' as x");
  await expect
    .poll(async () => (await admin.call<ServerState>('sysServer/state', {})).database.slow)
    .toContainEqual(expect.objectContaining({ statement: "select pg_sleep(3), '…' as x", calls: null }));
  await slow;
});

it('lists what is kept, hides what is behind other rights, and masks secrets', async () => {
  await server.database.pool.query(
    "insert into sys_config (id, name, code, value) values (1, 'Hidden', 'smsPassword', 'hunter2')",
  );
  await operator.call('sysDictType/allDictList');
  forgetSettings(server.deps.pool);
  await operator.call('sysConfig/sysInfo');
  const keys = await operator.call<string[]>('sysCache/keyList');
  expect(keys).toEqual(expect.arrayContaining(['config:all', 'dict:all']));
  expect(await operator.call('sysCache/keysByPrefixKey/config')).toEqual(['config:all']);
  const config = await operator.call<Record<string, string>>(
    `sysCache/value/${encodeURIComponent('config:all')}`,
  );
  expect(config.smsPassword).toBe('******');
  expect(JSON.stringify(config)).not.toContain('hunter2');
  const person = keys.find((key) => key.startsWith('person:'))!;
  expect(await operator.call(`sysCache/value/${encodeURIComponent(person)}`)).toBe('******');
  expect(await operator.call('sysCache/value/nothing')).toBeNull();
});

it('forgets a key at once, and everything where one may', async () => {
  await operator.call('sysDictType/allDictList');
  const has = () => cachedEntries().some(({ key }) => key === 'dict:all');
  expect(has()).toBe(true);
  expect(await operator.call(`sysCache/delete/${encodeURIComponent('dict:all')}`, {})).toBe(1);
  expect(has()).toBe(false);
  expect(await operator.call(`sysCache/delete/${encodeURIComponent('dict:all')}`, {})).toBe(0);
  expect(await code(operator, 'sysCache/clear', {})).toBe(403);
  await operator.call('sysDictType/allDictList');
  await admin.call('sysCache/clear', {});
  expect(has()).toBe(false);
});

it('forgets what another server has forgotten', async () => {
  await operator.call('sysDictType/allDictList');
  await emit(server.database.pool, 'sysCache', '0', 'delete');
  // Its own time to live is 5 s; the change arrives within one.
  await expect.poll(() => cachedEntries().some(({ key }) => key === 'dict:all')).toBe(false);
});
