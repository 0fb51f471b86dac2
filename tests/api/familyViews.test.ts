import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { PLATFORM_VIEWS } from './familyPlatformViews.ts';
import { type Driver, type Row, SYSTEM_VIEWS } from './familyViews.ts';

/** A client of the family goes through each of its views: no call of theirs is refused, and no answer is an HTTP error. */

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await demoWorld(40);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

/** What every grid of theirs sends, most of it to be ignored. */
const GRID = {
  page: 1,
  pageSize: 50,
  total: 0,
  field: 'createTime',
  order: 'descending',
  descStr: 'descending',
};

function driver(): Driver {
  async function ask<T>(path: string, body?: unknown): Promise<T> {
    const { status, body: answer } = await admin.ask<T>(path, body);
    if (status === 200 && answer.code === 200) return answer.result;
    throw new Error(`${path}: HTTP ${status}, ${answer.code} ${JSON.stringify(answer.message)}`);
  }
  return {
    get: (path) => ask(path),
    post: (path, body = {}) => ask(path, body),
    grid: async (path, filters = {}) => (await ask<{ items: Row[] }>(path, { ...GRID, ...filters })).items,
  };
}

it.each(Object.entries({ ...SYSTEM_VIEWS, ...PLATFORM_VIEWS }))('%s', async (_name, view) => {
  await expect(view(driver())).resolves.toBeUndefined();
});
