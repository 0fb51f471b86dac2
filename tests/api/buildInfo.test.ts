import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuildAnswer } from '../../contract/buildInfo.ts';
import { newId } from '../../server/platform/db/id.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';

/** What the about view and its widgets show: which build runs, and on what. */

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
});
afterAll(() => server.stop());

const infoFor = async (account: string): Promise<BuildAnswer> =>
  (await server.signIn(account, PASSWORD)).call<BuildAnswer>('build/info', {});

it('names to staff what the server runs on', async () => {
  const { version, startedAt, runsOn } = await infoFor('operator');
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(Date.parse(startedAt)).toBeGreaterThan(0);
  expect(runsOn).toEqual([
    { name: 'Node.js', version: process.versions.node },
    { name: 'PostgreSQL', version: expect.stringMatching(/^\d+/) as string },
  ]);
});

it("keeps commits and versions from merchants' people", async () => {
  const merchant = newId();
  await server.database.owner.query(
    `insert into merchant (id, tenant_id, org_id, code, name, type, status) values ($1, $2, $3, 'M1', 'Lotus', 1, 1)`,
    [merchant, world.tenant, world.branch],
  );
  await server.database.owner.query('update sys_user set merchant_id = $1 where id = $2', [
    merchant,
    world.colleague,
  ]);
  expect(await infoFor('colleague')).toMatchObject({ commits: [], runsOn: [] });
});
