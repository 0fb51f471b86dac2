import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CountCheck, Job } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A re-statistics of many report rows is confirmed by their count and held, as a large bulk is. */
const ROWS = 6;
const HOLD_MS = 1_500;
const RANGE = { fromDate: '2026-03-01', toDate: '2026-03-06' };

let server: TestServer;
let world: World;
let finance: Client;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];
const restat = (more: Record<string, unknown> = {}) =>
  finance.ask<{ id?: string; jobId?: string; countCheck?: CountCheck }>('dailyReport/restat', {
    ...RANGE,
    ...more,
  });
const detail = (id: string) => finance.call<Job>(`jobs/detail?id=${id}`);
const runs = () => sql<{ by: string; status: number }>('select requested_by as by, status from report_run');

beforeAll(async () => {
  server = await startServer({ engine: { holdFrom: ROWS - 1, holdMs: HOLD_MS } });
  world = await makeWorld(server.database.pool);
  const [person] = await makeStaff(server.database.pool, world, 1);
  finance = await server.signIn(person!.account, PASSWORD);
  for (let day = 1; day <= ROWS; day += 1)
    await sql(
      `insert into daily_report (id, merchant_id, report_date, type, currency, computed_at)
       values ($1, $2, $3, 1, 'INR', now())`,
      [newId(), world.merchantId, `2026-03-0${day}`],
    );
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(() => server?.stop());

it('names the rows that it rewrites, and takes their count alone', async () => {
  expect((await restat({ dryRun: true })).body.result.countCheck).toEqual({
    count: ROWS,
    over: { rows: ROWS - 1 },
    holdSeconds: HOLD_MS / 1_000,
  });
  expect((await restat({ dryRun: true, toDate: '2026-03-05' })).body.result).toEqual({});
  expect((await restat()).body.extras?.errorCode).toBe('countRequired');
  expect((await restat({ confirmed: ROWS + 1 })).body.extras?.errorCode).toBe('countDiffers');
  expect((await restat({ dryRun: true, toDate: '2026-02-01' })).body.extras?.errorCode).toBe('reportRange');
  expect(await runs()).toEqual([]);
});

it('is held once for the same range, and undone with no run asked for', async () => {
  const asked = await Promise.all([restat({ confirmed: ROWS }), restat({ confirmed: ROWS })]);
  const [jobId, twin] = asked.map(({ body }) => body.result.jobId);
  expect(twin).toBe(jobId);
  expect(await detail(jobId!)).toMatchObject({ status: 'held', total: ROWS });
  expect(await finance.call('jobs/undo', { id: jobId })).toMatchObject({ undone: true });
  worker = await startWorker(server.deps);
  expect(await runs()).toEqual([]);
});

it('asks for the run when its hold ends', async () => {
  const { jobId = '' } = (await restat({ confirmed: ROWS })).body.result;
  worker = await startWorker(server.deps);
  await expect.poll(async () => (await detail(jobId)).status).toBe('done');
  await expect.poll(runs).toEqual([{ by: expect.any(String), status: 2 }]);
  const [run] = await sql<{ id: string }>('select id::text from report_run');
  expect((await detail(jobId)).result).toEqual({ id: run?.id });
});
