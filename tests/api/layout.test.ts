import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

let server: TestServer;
let operator: Client;
let colleague: Client;

beforeAll(async () => {
  server = await startServer();
  await buildWorld(server);
  operator = await server.signIn('operator', PASSWORD);
  colleague = await server.signIn('colleague', PASSWORD);
});
afterAll(() => server.stop());

interface Saved {
  id: string;
  version: number;
}
interface Summary extends Saved {
  name: string;
  kind: string;
  active: boolean;
  hasWorking: boolean;
}

const list = () => operator.call<Summary[]>('layout/list');

it('keeps baseline and working copy to the byte, under a version', async () => {
  const hostile = '{"layout": <broken';
  const made = await operator.call<Saved>('layout/save', {
    name: 'Day',
    kind: 'workspace',
    baseline: '{"a": 1}',
    version: 0,
  });
  expect(made.version).toBe(1);
  const saved = await operator.call<Saved>('layout/save', {
    id: made.id,
    name: 'Day',
    kind: 'workspace',
    working: hostile,
    version: 1,
  });
  expect(saved.version).toBe(2);
  const detail = await operator.call<Record<string, unknown>>(`layout/detail?id=${made.id}`);
  expect(detail).toEqual({
    id: made.id,
    name: 'Day',
    kind: 'workspace',
    baseline: '{"a": 1}',
    working: hostile,
    baseId: null,
    baseVersion: null,
    version: 2,
  });
  expect((await list())[0]).toMatchObject({ id: made.id, active: true, hasWorking: true });

  const stale = await operator.ask('layout/save', {
    id: made.id,
    name: 'Day',
    kind: 'workspace',
    working: '{}',
    version: 1,
  });
  expect(stale.body).toMatchObject({
    code: 409,
    extras: { errorCode: 'staleVersion', values: { version: 2 } },
  });

  const reverted = await operator.call<Saved>('layout/revert', { id: made.id });
  expect(reverted.version).toBe(3);
  expect((await list())[0]).toMatchObject({ hasWorking: false });
});

it('lets exactly one of many parallel writers of one version win', async () => {
  const made = await operator.call<Saved>('layout/save', {
    name: 'Race',
    kind: 'workspace',
    baseline: '{}',
    version: 0,
  });
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      operator.ask('layout/save', {
        id: made.id,
        name: 'Race',
        kind: 'workspace',
        working: `${index}`,
        version: 1,
      }),
    ),
  );
  expect(answers.filter((answer) => answer.body.code === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.extras?.errorCode === 'staleVersion')).toHaveLength(15);
});

it('has one active layout of each kind, and one of a name', async () => {
  const night = await operator.call<Saved>('layout/save', {
    name: 'Night',
    kind: 'workspace',
    baseline: '{}',
    version: 0,
  });
  await operator.call('layout/save', { name: 'Night', kind: 'dashboard', baseline: '{}', version: 0 });
  await operator.call('layout/activate', { id: night.id });
  const active = (await list()).filter((layout) => layout.active);
  expect(active.map(({ name, kind }) => `${kind} ${name}`).sort()).toEqual([
    'dashboard Night',
    'workspace Night',
  ]);
  const twin = await operator.ask('layout/rename', { id: night.id, name: 'Day' });
  expect(twin.body).toMatchObject({
    code: 400,
    extras: { errorCode: 'duplicate' },
    message: 'Name already exists',
  });
  await operator.call('layout/rename', { id: night.id, name: 'Late' });
  await operator.call('layout/delete', { id: night.id });
  expect((await list()).map((layout) => layout.name)).not.toContain('Late');
});

it('shows nobody another person’s layouts, and a foreign one like a missing one', async () => {
  const [mine] = await list();
  expect(await colleague.call('layout/list')).toEqual([]);
  for (const answer of [
    await colleague.ask(`layout/detail?id=${mine?.id}`),
    await colleague.ask('layout/delete', { id: mine?.id }),
    await colleague.ask('layout/activate', { id: mine?.id }),
    await colleague.ask('layout/save', {
      id: mine?.id,
      name: 'x',
      kind: 'workspace',
      version: mine?.version,
    }),
  ]) {
    expect([answer.body.code, answer.body.extras?.errorCode]).toEqual([404, 'notFound']);
  }
});

it('refuses unknown keys and bodies past the limit', async () => {
  const unknown = await operator.ask('layout/save', {
    name: 'x',
    kind: 'workspace',
    version: 0,
    userId: '1',
  });
  expect(unknown.body).toMatchObject({ code: 400, extras: { errorCode: 'validation' } });
  const large = await operator.ask('layout/save', {
    name: 'x',
    kind: 'workspace',
    version: 0,
    baseline: 'x'.repeat(500_000),
  });
  expect(large.body.code).toBe(400);
});

it('keeps settings per person under a version', async () => {
  const save = (value: unknown, version: number) =>
    operator.ask<{ version: number }>('userSetting/save', { key: 'grid:collectOrder', value, version });
  expect((await save({ width: 10 }, 0)).body.result).toEqual({ version: 1 });
  expect((await save({ width: 20 }, 1)).body.result).toEqual({ version: 2 });
  expect((await save({ width: 30 }, 1)).body).toMatchObject({
    code: 409,
    extras: { values: { version: 2 } },
  });
  expect((await save({ width: 30 }, 0)).body.code).toBe(409);
  expect(await operator.call('userSetting/all')).toEqual({
    'grid:collectOrder': { value: { width: 20 }, version: 2 },
  });
  expect(await colleague.call('userSetting/all')).toEqual({});
  expect((await save('x'.repeat(70_000), 2)).body.extras?.errorCode).toBe('tooLarge');
});
