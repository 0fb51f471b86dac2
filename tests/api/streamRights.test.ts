import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { emit } from '../../server/platform/events/outbox.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { listen, type Stream } from '../support/stream.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';

/** An open stream follows its person: what was taken from them it carries no more. */

let world: EngineWorld;
const open: AbortController[] = [];

beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const stop of open.splice(0)) stop.abort();
});

const run = (text: string, values: unknown[]) => world.server.database.pool.query(text, values);
const hear = (who: Who) => listen(world.server.base, world.as[who], open);
const touch = (id: string, merchant: keyof EngineWorld['merchants'], resource = 'collectOrder') =>
  emit(world.server.database.pool, resource, id, 'update', world.merchants[merchant]);
const heard = (stream: Stream, id: string) => stream.changes().some((event) => event.id === id);
const resynced = (stream: Stream) => stream.frames.some(({ event }) => event === 'resync');

const roleOf = (who: Who) =>
  `role_id = (select role_id from sys_user_role where user_id = ${world.userIds[who]})`;
const scope = (who: Who, to: number) =>
  run(
    'update sys_role set data_scope = $2 where id = (select role_id from sys_user_role where user_id = $1)',
    [world.userIds[who], to],
  );

it('tells nothing more of a resource whose page was taken away, and asks to read again', async () => {
  const stream = await hear('branch');
  const others = await hear('admin');
  await touch('11', 'lone');
  await stream.until(() => heard(stream, '11'));
  await run(
    `delete from sys_role_menu where ${roleOf('branch')} and menu_id = (select id from sys_menu where permission = 'collectOrder:page')`,
    [],
  );
  sessionState(world.server.database.pool).forgetPeople();
  await stream.until(() => resynced(stream));
  await touch('12', 'lone');
  await touch('13', 'lone', 'fundDetail');
  await stream.until(() => heard(stream, '13'));
  expect(heard(stream, '12')).toBe(false);
  expect(heard(others, '12')).toBe(true);
});

it('follows a narrower scope that another server set, within five seconds', async () => {
  const stream = await hear('all');
  await touch('21', 'south');
  await stream.until(() => heard(stream, '21'));
  const began = performance.now();
  // Nobody tells this process.
  await scope('all', 3);
  await stream.until(() => resynced(stream));
  expect(performance.now() - began).toBeLessThan(6_000);
  const admin = await hear('admin');
  await touch('22', 'south');
  await admin.until(() => heard(admin, '22'));
  expect(heard(stream, '22')).toBe(false);
  await scope('all', 1);
});

it('ends with a person who is gone', async () => {
  const stream = await hear('self');
  await run('update sys_user set status = 2 where id = $1', [world.userIds.self]);
  sessionState(world.server.database.pool).forgetPeople();
  await stream.closed;
  await run('update sys_user set status = 1 where id = $1', [world.userIds.self]);
});

it('is one of at most sixteen of a person', async () => {
  const streams = await Promise.all(Array.from({ length: 16 }, () => hear('agent')));
  await expect(hear('agent')).rejects.toThrow(/实时连接过多/);
  await hear('merchant');
  open.shift()?.abort();
  await expect
    .poll(() =>
      hear('agent').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(streams).toHaveLength(16);
});
