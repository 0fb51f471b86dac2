import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** Sessions that go on, and their end by somebody else. */

interface Session {
  id: string;
  connectionId: string;
  userName: string;
  browser: string | null;
  time: string;
}

let server: TestServer;
let world: World;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, 'sysOnlineUser:page', 'sysOnlineUser:forceOffline');
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const sessionsOf = async (who: Client, userName?: string) =>
  (await who.call<{ items: Session[] }>('sysOnlineUser/page', { userName })).items;
const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;

it('lists who is signed in, and takes one session of a person offline at once', async () => {
  const [first, second] = [
    await server.signIn('colleague', PASSWORD),
    await server.signIn('colleague', PASSWORD),
  ];
  const [newest, ...others] = await sessionsOf(admin, 'colleague');
  expect(others).toHaveLength(1);
  expect(newest).toMatchObject({
    userName: 'colleague',
    realName: 'colleague person',
    connectionId: newest?.id,
  });
  // As a client of the family sends it: the row.
  expect(await admin.call('sysOnlineUser/forceOffline', newest)).toBe(1);
  expect(await sessionsOf(admin, 'colleague')).toEqual(others);
  const states = [await refusal(first, 'sysAuth/userInfo'), await refusal(second, 'sysAuth/userInfo')];
  expect(new Set(states)).toEqual(new Set(['unauthenticated', undefined]));
  expect(await refusal(admin, 'sysOnlineUser/forceOffline', newest)).toBe('notFound');
});

it('ends neither the session that asks nor that of somebody who may do more', async () => {
  const operator = await server.signIn('operator', PASSWORD);
  const [own] = await sessionsOf(operator, 'operator');
  expect(await refusal(operator, 'sysOnlineUser/forceOffline', own)).toBe('selfForbidden');
  // What is above them they do not see.
  expect(await sessionsOf(operator, 'admin')).toEqual([]);
  const [above] = await sessionsOf(admin, 'admin');
  expect(await refusal(operator, 'sysOnlineUser/forceOffline', above)).toBe('notFound');
  const nobody = await server.signIn('colleague', PASSWORD);
  expect(await refusal(nobody, 'sysOnlineUser/page', {})).toBe('forbidden');
  expect(await operator.call('sysAuth/userInfo')).toMatchObject({ account: 'operator' });
});
