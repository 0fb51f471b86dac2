import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { send } from '../support/http.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await demoWorld(50);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

it('a server that drains says so, ends its streams with a hint and lets running calls finish', async () => {
  const { drain } = server.app;
  const stream = await fetch(`${server.base}/api/events`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const text = stream.text();
  const held = await server.database.owner.connect();
  await held.query('begin');
  await held.query('lock table lease in access exclusive mode');
  const slow = fetch(`${server.base}/ready`);
  await new Promise((resolve) => setTimeout(resolve, 100));

  const drained = drain.run({ noticeMs: 300, finishMs: 10_000 });
  const ready = await fetch(`${server.base}/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('connection')).toBe('close');
  expect(await ready.json()).toMatchObject({ reasons: ['this server is stopping'] });
  const call = await fetch(`${server.base}/api/sysConfig/sysInfo`);
  expect([call.status, call.headers.get('connection')]).toEqual([200, 'close']);

  const last = await text;
  expect(last).toMatch(/retry: \d{3,4}\n\n$/);
  await held.query('rollback');
  held.release();
  const answer = await slow;
  expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
  await answer.text();
  expect(await drained).toBe(0);
  // By a connection of its own: `fetch` keeps the one that the stream had.
  await expect(send(`${server.base}/health`)).rejects.toThrow('ECONNREFUSED');
});
