import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

let server: TestServer;
let world: World;
let admin: Client;
let operator: Client;
let colleague: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, 'dashboard:publish');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
  colleague = await server.signIn('colleague', PASSWORD);
});
afterAll(() => server.stop());

interface Published {
  id: string;
  name: string;
  version: number;
  isDefault: boolean;
  audience: string;
  forMe: boolean;
  mine: boolean;
}

const publish = (who: Client, more: object) =>
  who.ask<{ id: string; version: number }>('layout/publish', {
    name: 'Desk',
    kind: 'workspace',
    body: '{"schema": 2}',
    ...more,
  });
const published = (who: Client) => who.call<Published[]>('layout/published');
const refusalOf = ({ body }: Awaited<ReturnType<typeof publish>>) => body.extras?.errorCode;

describe('a published layout', () => {
  it('is for those who hold the role, in the version that is the newest', async () => {
    const { id } = (await publish(operator, { roleId: world.role })).body.result!;
    expect(await published(operator)).toEqual([
      expect.objectContaining({
        id,
        name: 'Desk',
        version: 1,
        audience: 'Operators',
        forMe: true,
        mine: true,
      }),
    ]);
    expect(await published(colleague)).toEqual([]);
    const next = await publish(operator, { id, roleId: world.role, body: '{"schema": 3}', version: 1 });
    expect(next.body.result).toEqual({ id, version: 2 });
    const bodies = await Promise.all(
      ['', '&version=1'].map((query) =>
        operator.call<{ body: string }>(`layout/publishedDetail?id=${id}${query}`),
      ),
    );
    expect(bodies.map(({ body }) => body)).toEqual(['{"schema": 3}', '{"schema": 2}']);
    expect(refusalOf(await publish(operator, { id, roleId: world.role, version: 1 }))).toBe('staleVersion');
    const foreign = await colleague.ask(`layout/publishedDetail?id=${id}`);
    expect([foreign.body.code, foreign.body.extras?.errorCode]).toEqual([404, 'notFound']);
  });

  it('is for an organisation’s staff and those of the ones below it', async () => {
    const { id } = (await publish(operator, { name: 'Branch', orgId: world.branch })).body.result!;
    for (const who of [operator, colleague])
      expect((await published(who)).find((each) => each.id === id)).toMatchObject({
        audience: 'India',
        forMe: true,
      });
    expect((await published(colleague)).find((each) => each.id === id)?.mine).toBe(false);
    const head = (await publish(admin, { name: 'Head', orgId: world.head })).body.result!;
    expect((await published(operator)).some((each) => each.id === head.id)).toBe(true);
  });

  it('has one default for each audience', async () => {
    const one = (await publish(operator, { name: 'One', roleId: world.role, isDefault: true })).body.result!;
    const two = (await publish(operator, { name: 'Two', roleId: world.role, isDefault: true })).body.result!;
    const defaults = (await published(operator)).filter(({ isDefault }) => isDefault);
    expect(defaults.map(({ id }) => id)).toEqual([two.id]);
    expect(one.id).not.toBe(two.id);
  });

  it('needs the right, an audience that the publisher sees whole, and exactly one', async () => {
    const without = await publish(colleague, { roleId: world.role });
    expect(without.body.code).toBe(403);
    expect(refusalOf(await publish(operator, { orgId: world.head }))).toBe('validation');
    expect(refusalOf(await publish(operator, {}))).toBe('validation');
    expect(refusalOf(await publish(operator, { roleId: world.role, orgId: world.branch }))).toBe(
      'validation',
    );
    await server.database.pool.query('update sys_user set org_id = $1 where id = $2', [
      world.head,
      world.admin,
    ]);
    await server.database.pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [
      world.admin,
      world.role,
    ]);
    expect(refusalOf(await publish(operator, { name: 'Beyond', roleId: world.role }))).toBe('notFound');
  });

  it('is withdrawn by its publisher alone; what was made of it stays', async () => {
    const { id } = (await publish(admin, { name: 'Gone', orgId: world.branch })).body.result!;
    const own = await operator.call<{ id: string }>('layout/save', {
      name: 'From it',
      kind: 'workspace',
      baseline: '{}',
      base: { id, version: 1 },
      version: 0,
    });
    expect((await operator.ask('layout/withdraw', { id })).body.extras?.errorCode).toBe('notFound');
    const detail = () => operator.call<{ baseId: string | null }>(`layout/detail?id=${own.id}`);
    expect((await detail()).baseId).toBe(id);
    await admin.call('layout/withdraw', { id });
    expect((await detail()).baseId).toBeNull();
    expect((await published(operator)).some((each) => each.id === id)).toBe(false);
  });
});

it('keeps the explicit saves of a layout, without repeats, and shows them to nobody else', async () => {
  const { id } = await operator.call<{ id: string }>('layout/save', {
    name: 'Kept',
    kind: 'workspace',
    baseline: '1',
    version: 0,
  });
  let version = 1;
  for (const baseline of ['2', '2', '3']) {
    const save = { id, name: 'Kept', kind: 'workspace', baseline, working: null, version };
    ({ version } = await operator.call<{ version: number }>('layout/save', save));
  }
  const versions = await operator.call<{ number: number; body: string }[]>(`layout/versions?id=${id}`);
  expect(versions.map(({ number, body }) => [number, body])).toEqual([
    [3, '3'],
    [2, '2'],
    [1, '1'],
  ]);
  expect(await colleague.call(`layout/versions?id=${id}`)).toEqual([]);
});
