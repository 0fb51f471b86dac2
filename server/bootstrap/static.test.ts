import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mountStatic } from './static.ts';

let root: string;
let app: FastifyInstance;

/** A built client whose page names one asset. */
function build(asset: string, at: Date): void {
  rmSync(join(root, 'assets'), { recursive: true, force: true });
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'assets', asset), asset);
  writeFileSync(join(root, 'index.html'), asset);
  utimesSync(join(root, 'index.html'), at, at);
}

const get = async (url: string, accept = '*/*') => {
  const { statusCode, body } = await app.inject({ url, headers: { accept } });
  return [statusCode, body];
};

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'paydesk-static-'));
  build('first.js', new Date(1_000));
  app = Fastify();
  await mountStatic(app, root);
});
afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

it('serves the page and the assets of the build that stands there, also one made while it runs', async () => {
  expect(await get('/order/collectOrder', 'text/html')).toEqual([200, 'first.js']);
  expect((await get('/order/collectOrder'))[0]).toBe(404);
  for (const entrance of ['/', '/login']) expect(await get(entrance)).toEqual([200, 'first.js']);
  expect(await get('/assets/first.js')).toEqual([200, 'first.js']);
  expect((await get('/assets/second.js'))[0]).toBe(404);
  build('second.js', new Date(2_000));
  expect(await get('/', 'text/html')).toEqual([200, 'second.js']);
  expect(await get('/assets/second.js')).toEqual([200, 'second.js']);
});
