import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/** What docs/open-api.md prints is run as it is printed. */

const docs = readFileSync(join(import.meta.dirname, '../../docs/open-api.md'), 'utf8');
const printed = /```bash\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
const example = /```json\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';

let server: TestServer;
let key: { accessKey: string; secret: string };

beforeAll(async () => {
  server = await demoWorld(50);
  const admin = await server.signIn('admin', PASSWORD);
  const { items } = await admin.call<{ items: { merchantId: string }[] }>('channelBinding/page', {
    currency: ['INR'],
  });
  key = await admin.call('openAccess/add', { status: 1, merchantId: items[0]!.merchantId });
});
afterAll(() => server.stop());

it('opens an order by the printed command and answers what the page says', async () => {
  const { stdout } = await promisify(execFile)('bash', ['-c', printed], {
    env: {
      ...process.env,
      BASE: server.base,
      ACCESS_KEY: key.accessKey,
      SECRET: key.secret,
      CHANNEL: 'UPI_QR',
    },
  });
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({ code: 200, result: { amount: '500', statusName: 'created' } });
  const shown = JSON.parse(example);
  expect(Object.keys(answer.result).sort()).toEqual(Object.keys(shown.result).sort());
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
  expect(served.size).toBe(5);
});
