import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

let server: TestServer;
let world: World;
let operator: Client;
let colleague: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, 'dashboard:publish');
  operator = await server.signIn('operator', PASSWORD);
  colleague = await server.signIn('colleague', PASSWORD);
});
afterAll(() => server.stop());

interface View {
  id: string;
  name: string;
  body: string;
  version: number;
  mine: boolean;
  audience: string | null;
}

const save = (who: Client, more: object) =>
  who.ask<{ id: string; version: number }>('savedView/save', {
    resource: 'collectOrder',
    name: 'Large',
    body: '{"filters":{}}',
    ...more,
  });
const list = (who: Client, resource = 'collectOrder') =>
  who.call<View[]>(`savedView/list?resource=${resource}`);

it('keeps views of a list per person, under a version and one of a name', async () => {
  const { id } = (await save(operator, {})).body.result!;
  expect(await list(operator)).toEqual([
    expect.objectContaining({
      id,
      name: 'Large',
      body: '{"filters":{}}',
      version: 1,
      mine: true,
      audience: null,
    }),
  ]);
  expect(await list(operator, 'payOrder')).toEqual([]);
  expect(await list(colleague)).toEqual([]);
  expect((await save(operator, { id, body: '{"a":1}', version: 1 })).body.result).toEqual({ id, version: 2 });
  expect((await save(operator, { id, version: 1 })).body.extras?.errorCode).toBe('staleVersion');
  expect((await save(operator, {})).body.extras?.errorCode).toBe('duplicate');
  expect((await save(colleague, { id, version: 2 })).body.extras?.errorCode).toBe('notFound');
  expect((await colleague.ask('savedView/delete', { id })).body.extras?.errorCode).toBe('notFound');
  expect((await save(operator, { resource: 'nothing' })).body.code).toBe(400);
  await operator.call('savedView/delete', { id });
  expect(await list(operator)).toEqual([]);
});

it('shares a view with a role or an organisation where the person may, and only its owner changes it', async () => {
  expect((await save(colleague, { orgId: world.sub })).body.extras?.errorCode).toBe('validation');
  const { id } = (await save(operator, { orgId: world.branch })).body.result!;
  expect(await list(colleague)).toEqual([expect.objectContaining({ id, mine: false, audience: 'India' })]);
  expect((await save(colleague, { id, version: 1, name: 'Mine' })).body.extras?.errorCode).toBe('notFound');
  expect((await save(operator, { name: 'Beyond', orgId: world.head })).body.extras?.errorCode).toBe(
    'validation',
  );
  expect((await save(operator, { name: 'Both', orgId: world.branch, roleId: world.role })).body.code).toBe(
    400,
  );
  // A role that somebody holds whom the operator does not see.
  await server.database.pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [
    world.admin,
    world.role,
  ]);
  expect((await save(operator, { name: 'Role', roleId: world.role })).body.extras?.errorCode).toBe(
    'notFound',
  );
});
