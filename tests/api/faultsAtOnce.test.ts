import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { bodyOf, type Sql } from './writeBodies.ts';

/** All faults of a form come at once: what an add asks for after some of them were mended, it asked for before. */

let server: TestServer;
let admin: Client;

const sql: Sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];

beforeAll(async () => {
  server = await demoWorld(40);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const adds = [...resources.values()].filter(({ crud }) => crud.add);

it.each(adds.map((resource) => [resource.id, resource] as const))('%s', async (id, resource) => {
  const faultsFor = async (body: unknown): Promise<string[]> => {
    const { body: answer } = await admin.ask(`${id}/add`, body, { 'Idempotency-Key': newId() });
    return typeof answer.message === 'object' && answer.message !== null ? Object.keys(answer.message) : [];
  };
  const atOnce = new Set(await faultsFor({}));
  const whole = await bodyOf(sql, resource);
  const late: string[] = [];
  for (const missing of Object.keys(whole)) {
    const { [missing]: _left, ...rest } = whole;
    for (const field of await faultsFor(rest))
      if (!atOnce.has(field)) late.push(`${field} without ${missing}`);
  }
  const half = Object.fromEntries(Object.entries(whole).filter((_each, at) => at % 2 === 0));
  for (const field of await faultsFor(half)) if (!atOnce.has(field)) late.push(`${field} of a half`);
  expect(late).toEqual([]);
});
