import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { transact } from '../../server/platform/db/transaction.ts';
import { enqueue } from '../../server/platform/jobs/enqueue.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
const queries: unknown[] = [];

/** Questions whose text or name fits, so far. */
const asked = (pattern: RegExp) => queries.filter((query) => pattern.test(String(query))).length;
/** What a worker asks for itself, and what is asked for all of them. */
const OWN = /^get_job/;
const LOOK = /count.*_private_jobs/s;
/** A worker that still asked for itself once a second would ask this often meanwhile. */
const LOOKS = 4;

const waiting = async () =>
  (await server.database.owner.query('select from graphile_worker._private_jobs')).rowCount;

beforeAll(async () => {
  server = await startServer();
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { name?: string; text: string }];
    queries.push(typeof first === 'string' ? first : (first.name ?? first.text));
    return original.apply(this, args);
  } as never);
  worker = await startWorker(server.deps);
});
afterAll(async () => {
  await worker?.stop();
  vi.restoreAllMocks();
  await server?.stop();
});

it('workers without work leave it to one of them to ask, and a job for later is found by that', async () => {
  await expect.poll(() => asked(LOOK)).toBeGreaterThan(0);
  const [own, looks] = [asked(OWN), asked(LOOK)];
  expect(own).toBeGreaterThan(0);
  await expect.poll(() => asked(LOOK) - looks).toBeGreaterThanOrEqual(LOOKS);
  expect(asked(OWN) - own).toBeLessThan(own);

  await transact(server.deps.pool, (tx) => enqueue(tx, 'compactRollup', {}, { delayMs: 1_500 }));
  const before = asked(LOOK);
  await expect.poll(waiting).toBe(0);
  // Earlier than any worker asks again for itself.
  expect(asked(LOOK) - before).toBeLessThanOrEqual(LOOKS);
});
