import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fund } from '../safety/payoutWorld.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/** What docs/open-api.md prints is run as it is printed. */

const docs = readFileSync(join(import.meta.dirname, '../../docs/open-api.md'), 'utf8');
const blocksOf = (language: string) =>
  [...docs.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block = '']) => block,
  );
const [collect = '', withdraw = ''] = blocksOf('bash');
const [collectAnswer = '', withdrawAnswer = ''] = blocksOf('json');
/** The function alone, for what is printed after it. */
const [openCall = ''] = collect.split('\nopen_call ');

let server: TestServer;
let key: { accessKey: string; secret: string };
let merchantId: string;

beforeAll(async () => {
  server = await demoWorld(50);
  const admin = await server.signIn('admin', PASSWORD);
  const { items } = await admin.call<{ items: { merchantId: string }[] }>('channelBinding/page', {
    currency: ['INR'],
  });
  merchantId = items[0]!.merchantId;
  key = await admin.call('openAccess/add', { status: 1, merchantId });
});
afterAll(() => server.stop());

async function run(script: string) {
  const env = { BASE: server.base, ACCESS_KEY: key.accessKey, SECRET: key.secret, CHANNEL: 'UPI_QR' };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: { ...process.env, ...env } });
  return JSON.parse(stdout);
}
const keysOf = (answer: { result: object }) => Object.keys(answer.result).sort();

it('opens an order by the printed command and answers what the page says', async () => {
  const answer = await run(collect);
  expect(answer).toMatchObject({ code: 200, result: { amount: '500', statusName: 'created' } });
  expect(keysOf(answer)).toEqual(keysOf(JSON.parse(collectAnswer)));
});

it('asks for a withdrawal by the printed command and answers what the page says', async () => {
  await fund(server.database.pool, merchantId, '5000');
  const answer = await run(`${openCall}\n${withdraw}`);
  expect(answer).toMatchObject({ code: 200, result: { amount: '5000', statusName: 'applied' } });
  expect(keysOf(answer)).toEqual(keysOf(JSON.parse(withdrawAnswer)));
});

it('names every call that is served, and no other', () => {
  const served = new Set(
    [...server.app.printRoutes({ commonPrefix: false }).matchAll(/\/api\/open\/([\w/]+) \(POST/g)].map(
      ([, path]) => path,
    ),
  );
  const named = new Set([...docs.matchAll(/^\| `([\w/]+)` \|.*\|.*\|$/gm)].map(([, path]) => path));
  for (const header of ['accessKey', 'timestamp', 'nonce', 'sign']) named.delete(header);
  expect(named).toEqual(served);
  expect(served.size).toBe(7);
});
