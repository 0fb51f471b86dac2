import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult, Job } from '../../contract/calls.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { fund, makePayoutWorld, type PayoutWorld } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { openOrder, paidOrder } from '../safety/world.ts';
import { endedJob } from '../support/jobs.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A command whose rows were refused, or that only asked others, does not look done. */

let server: TestServer;
let world: PayoutWorld;
let operator: Hand;
const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer({ engine: { bulkFrom: 20 } });
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:1/none');
  const orders = ['page', 'settle', 'batchSettle', 'cancel', 'supervise'].map(
    (verb) => `collectOrder:${verb}`,
  );
  operator = await hand(server, world, [...orders, 'merchant:page', 'merchant:adjust', 'adjustment:page']);
});
afterAll(() => server.stop());

const send = async (path: string, body: object, locale = 'en') => {
  const headers = { 'Idempotency-Key': randomUUID(), 'Accept-Language': locale };
  return (await operator.client.ask<ActionResult>(path, body, headers)).body;
};
const adjusting = (kind: number, amount: string) => ({
  ids: [world.loneId],
  input: { currency: 'INR', kind, amount, reason: 'by hand' },
});

it('says that an order is settled only where one was', async () => {
  const id = await paidOrder(pool(), world);
  const first = await send('collectOrder/settle', { ids: [id] });
  expect(first).toMatchObject({ type: 'success', message: 'Settlement successful' });
  expect(first.result).toMatchObject({ done: [id], refused: [], waiting: [] });
  const second = await send('collectOrder/settle', { ids: [id] });
  expect(second).toMatchObject({ code: 200, type: 'warning' });
  expect(second.message).toMatch(/^Nothing was done, 1 refused: /);
  expect(second.result).toMatchObject({ done: [], waiting: [] });
});

it.each([
  ['en', /^1 done, 1 refused: /],
  ['zh-CN', /^成功 1 条，被拒 1 条：/],
  ['zh-TW', /^成功 1 筆，被拒 1 筆：/],
])('counts what was done and refused in %s', async (locale, expected) => {
  const ids = [await paidOrder(pool(), world), await openOrder(pool(), world)];
  const { type, message } = await send('collectOrder/batchSettle', { ids }, locale);
  expect(type).toBe('warning');
  expect(message).toMatch(expected);
});

it('lists what waits for others, and says that nothing is booked', async () => {
  const { type, message, result } = await send('merchant/adjust', adjusting(1, '50'));
  expect({ type, message }).toEqual({
    type: 'warning',
    message: 'Waits for others to decide; nothing is booked yet',
  });
  expect(result).toMatchObject({ done: [world.loneId], waiting: [world.loneId] });
});

it('asks nobody for a deduction that the balance does not allow', async () => {
  const requests = async () => (await pool().query('select from adjustment where kind = 2')).rowCount;
  const before = await requests();
  const dry = await operator.client.call<ActionResult>('merchant/adjust', {
    ...adjusting(2, '50'),
    dryRun: true,
  });
  const { type, result } = await send('merchant/adjust', adjusting(2, '50'));
  expect(type).toBe('warning');
  expect(result.refused).toEqual(dry.refused);
  expect(result.refused[0]?.code).toBe('insufficientBalance');
  expect(await requests()).toBe(before);
  await fund(pool(), world.loneId, '50');
  expect((await send('merchant/adjust', adjusting(2, '50'))).result.waiting).toEqual([world.loneId]);
});

it('accepts a large command as a job, whose result lists what waits', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 21; turn += 1) ids.push(await openOrder(pool(), world));
  const dry = await operator.client.call<ActionResult>('collectOrder/cancel', { ids, dryRun: true });
  const { previewDigests, countCheck } = dry;
  const body = { ids, previewDigests, ...(countCheck && { confirmed: countCheck.count }) };
  const { type, message, result } = await send('collectOrder/cancel', body);
  expect({ type, message }).toEqual({
    type: 'warning',
    message: 'Accepted: runs in the background; the outcome of each row is in the list of jobs',
  });
  const worker = await startWorker(server.deps);
  try {
    const job = (await endedJob(operator.client, result.jobId!)) as Job & { result: ActionResult };
    expect(job.result).toMatchObject({ refused: [], waiting: [] });
    expect(job.result.done).toHaveLength(ids.length);
  } finally {
    await worker.stop();
  }
});
