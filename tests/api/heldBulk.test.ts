import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ActionRequest, ActionResult, Job } from '../../contract/calls.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { commandLarge, lookAtCommand } from '../support/bulk.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';

/** A large command: its count is typed, and the server holds it so that it can be undone. */
const LARGE = 6;
const HOLD_MS = 2_000;
const SETTLE = 'collectOrder/batchSettle';
const CLAIM = 'collectOrder/claim';

let world: EngineWorld;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await world.server.database.pool.query(text, values)).rows as T[];
const many = (count: number, one: () => Promise<string>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, one));
const orders = (count = LARGE) => many(count, () => world.order('lone'));
const paid = (count: number, amount = '500') => many(count, () => world.paid('lone', { amount }));
const detail = (id: string, who: Who = 'branch') => world.as[who].call<Job>(`jobs/detail?id=${id}`);
const post = (path: string, id: string, who: Who = 'branch') => world.as[who].ask<Job>(path, { id });
const claimed = async (ids: string[]) =>
  (
    await sql<{ n: number }>(
      'select count(*)::int as n from collect_order where id = any($1::bigint[]) and claimed_by is not null',
      [ids],
    )
  )[0]!.n;
const claimedBefore = async (instant: string, ids: string[]) =>
  (
    await sql<{ n: number }>(
      `select count(*)::int as n from order_log
       where order_id = any($2::bigint[]) and event = 'claim' and created_at < $1`,
      [instant, ids],
    )
  )[0]!.n;
const logs = (jobId: string) =>
  sql<{ event: string; operator: string; orderNo: string }>(
    'select event, operator, order_no as "orderNo" from order_log where order_id = $1 order by id',
    [jobId],
  );
const codeOf = async (path: string, body: ActionRequest, who: Who = 'branch') =>
  (await world.as[who].ask(path, body, { 'Idempotency-Key': randomUUID() })).body.extras?.errorCode;

async function held(ids: string[]): Promise<string> {
  const { jobId = '', done } = await commandLarge(world.as.branch, CLAIM, { ids });
  expect(done).toEqual([]);
  expect(await detail(jobId)).toMatchObject({ status: 'held', done: 0, total: ids.length });
  return jobId;
}

async function endsAs(jobId: string, status: Job['status']): Promise<void> {
  await expect.poll(async () => (await detail(jobId)).status, { interval: 50 }).toBe(status);
}

beforeAll(async () => {
  world = await engineWorld({ holdFrom: LARGE - 1, holdMs: HOLD_MS });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(() => world?.stop());

describe('the count', () => {
  it('is asked for above so many rows, and answered by the dry run', async () => {
    const ids = await orders();
    const dry = await world.as.branch.call<ActionResult>(CLAIM, { ids, dryRun: true });
    expect(dry.countCheck).toEqual({
      count: LARGE,
      over: { rows: LARGE - 1 },
      holdSeconds: HOLD_MS / 1_000,
    });
    const few = await world.as.branch.call<ActionResult>(CLAIM, { ids: ids.slice(1), dryRun: true });
    expect(few.countCheck).toBeUndefined();
    const done = await world.as.branch.command<ActionResult>(CLAIM, { ids: ids.slice(1) });
    expect(done.done).toHaveLength(LARGE - 1);
  });

  it('must come, with the dry run it was read from, and be that of its rows', async () => {
    const ids = await orders();
    const body = await lookAtCommand(world.as.branch, CLAIM, { ids });
    expect(body.confirmed).toBe(LARGE);
    expect(await codeOf(CLAIM, { ids })).toBe('countRequired');
    expect(await codeOf(CLAIM, { ids, previewDigests: body.previewDigests! })).toBe('countRequired');
    expect(await codeOf(CLAIM, { ids, confirmed: LARGE })).toBe('dryRunRequired');
    expect(await codeOf(CLAIM, { ...body, confirmed: LARGE - 1 })).toBe('countDiffers');
    // One more row than the dry run saw.
    const more = [...ids, ...(await orders(1))];
    expect(await codeOf(CLAIM, { ...body, ids: more, confirmed: more.length })).toBe('dryRunRequired');
    expect(await codeOf(CLAIM, { ...body, ids: [...ids, ids[0]!], confirmed: LARGE + 1 })).toBe(
      'countDiffers',
    );
    expect(await claimed(more)).toBe(0);
    expect(await sql("select from job where status = 'held'")).toEqual([]);
  });

  it('is of the rows that will be done, of those run and of those counted, though all of them make it large', async () => {
    // More than a dry run executes, and of both kinds among those that it only counts.
    const ids = [...(await paid(4)), ...(await orders(98)), ...(await paid(3))];
    const count = 7;
    const dry = await world.as.branch.call<ActionResult>(SETTLE, { ids, dryRun: true });
    expect(dry.countCheck).toMatchObject({ count, over: { rows: LARGE - 1 } });
    expect(dry.impact?.able).toBe(count);
    expect(dry.refused.length).toBeGreaterThan(0);
    expect(ids.length - dry.done.length - dry.refused.length).toBeGreaterThan(0);
    const body = await lookAtCommand(world.as.branch, SETTLE, { ids });
    expect(await codeOf(SETTLE, { ...body, confirmed: ids.length })).toBe('countDiffers');
    const { jobId = '' } = await world.as.branch.command<ActionResult>(SETTLE, body);
    expect(await detail(jobId)).toMatchObject({ status: 'held', total: ids.length, confirmed: count });
    expect(await logs(jobId)).toMatchObject([{ event: 'bulkHeld', orderNo: `batchSettle × ${count}` }]);
    await post('jobs/startNow', jobId);
    worker = await startWorker(world.server.deps);
    await endsAs(jobId, 'done');
    expect(((await detail(jobId)).result as ActionResult).done).toHaveLength(count);
  });

  it('is asked for everything that matches, too', async () => {
    await orders();
    const all = { merchantId: world.merchants.lone, status: 0 };
    const body = await lookAtCommand(world.as.branch, CLAIM, { all });
    const { confirmed: count, ...without } = body;
    expect(count).toBeGreaterThanOrEqual(LARGE);
    expect(await codeOf(CLAIM, without)).toBe('countRequired');
    expect(await codeOf(CLAIM, { ...body, confirmed: count! - 1 })).toBe('countDiffers');
    const { jobId = '' } = await world.as.branch.command<ActionResult>(CLAIM, body);
    // Orders that are claimed by now match too.
    expect(await detail(jobId)).toMatchObject({ status: 'held', confirmed: count });
    expect((await post('jobs/undo', jobId)).body.result.status).toBe('cancelled');
  });
});

describe('the amount', () => {
  const limit = async (limits: Record<string, string> | null) => {
    const [role] = await sql<{ id: string; version: number }>(
      'select r.id::text, r.version from sys_role r join sys_user_role u on u.role_id = r.id where u.user_id = $1',
      [world.userIds.branch],
    );
    await world.as.admin.call('sysRole/update', { ...role, bulkLimits: limits });
  };

  it('is what the role sets per currency, of the rows that would be done', async () => {
    const ids = await paid(2, '600');
    const unpaid = await world.order('lone', { amount: '9000' });
    await limit({ INR: '1,200' });
    const dryRun = { ids: [...ids, unpaid], dryRun: true };
    const at = await world.as.branch.call<ActionResult>(SETTLE, dryRun);
    expect(at.countCheck).toBeUndefined();
    await limit({ INR: '1199.99', USD: '5' });
    const above = await world.as.branch.call<ActionResult>(SETTLE, dryRun);
    expect(above.countCheck).toMatchObject({
      // Of the third, which is not paid, nothing would be done.
      count: 2,
      over: { currency: 'INR', amount: '1200', most: '1199.99' },
    });
    expect(await codeOf(SETTLE, { ids })).toBe('countRequired');
    // A claim moves no money, whatever its orders come to.
    const claim = await world.as.branch.call<ActionResult>(CLAIM, { ids, dryRun: true });
    expect(claim.countCheck).toBeUndefined();
    // Another person's role sets none: what holds without one is far above.
    const other = await world.as.all.call<ActionResult>(SETTLE, { ids, dryRun: true });
    expect(other.countCheck).toBeUndefined();
    await limit(null);
    const { done } = await world.as.branch.command<ActionResult>(SETTLE, { ids });
    expect(done).toHaveLength(2);
  });

  it('has a sensible limit where no role sets one, and a repeat is answered whatever the limit is by then', async () => {
    const ids = await paid(2, '900000');
    const key = randomUUID();
    const first = await world.as.branch.command<ActionResult>(SETTLE, { ids }, key);
    await limit({ INR: '0' });
    const rest = await paid(3, '1');
    expect(await codeOf(SETTLE, { ids: rest })).toBe('countRequired');
    expect(await world.as.branch.command<ActionResult>(SETTLE, { ids }, key)).toEqual(first);
    await limit(null);
    const large = await paid(6, '900000');
    expect(await codeOf(SETTLE, { ids: large.slice(0, 5) })).toBeUndefined();
  });

  it('refuses a limit that is no amount of a known currency', async () => {
    for (const limits of [{ INR: '-1' }, { INR: '1.234' }, { XXX: '1' }, { INR: 'much' }, 'x', ['5']])
      await expect(
        limit(limits as unknown as Record<string, string>),
        JSON.stringify(limits),
      ).rejects.toThrow('bulkLimits');
  });
});

describe('the hold', () => {
  it('changes nothing before its end, and is started by whichever server is there then', async () => {
    const ids = await orders();
    const jobId = await held(ids);
    const { startsAt, startsInMs = 0, createdAt } = await detail(jobId);
    expect(Date.parse(startsAt!) - Date.parse(createdAt)).toBe(HOLD_MS);
    expect(startsInMs).toBeGreaterThan(0);
    expect(startsInMs).toBeLessThanOrEqual(HOLD_MS);
    worker = await startWorker(world.server.deps);
    await endsAs(jobId, 'done');
    expect(await claimed(ids)).toBe(LARGE);
    expect(await claimedBefore(startsAt!, ids)).toBe(0);
    const mine = await world.as.branch.call<{ id: string; startsAt: string | null }[]>('jobs/mine', {});
    expect(mine.find(({ id }) => id === jobId)?.startsAt).toBeUndefined();
  });

  it('is undone, again when the answer was lost, and the log says so', async () => {
    const ids = await orders();
    const jobId = await held(ids);
    for (let time = 0; time < 2; time += 1) {
      const { body } = await post('jobs/undo', jobId);
      expect(body.result).toMatchObject({
        status: 'cancelled',
        done: 0,
        result: { done: [], refused: [] },
        undone: true,
      });
    }
    expect((await post('jobs/startNow', jobId)).body.extras?.errorCode).toBe('jobCancelled');
    worker = await startWorker(world.server.deps);
    await sleep(HOLD_MS + 1_000);
    expect(await claimed(ids)).toBe(0);
    const about = { operator: 'branch', orderNo: `claim × ${LARGE}` };
    expect(await logs(jobId)).toEqual([
      { event: 'bulkHeld', ...about },
      { event: 'bulkUndone', ...about },
    ]);
  });

  it('is ended by a cancel as by an undo', async () => {
    const jobId = await held(await orders());
    expect((await post('jobs/cancel', jobId)).body.result.status).toBe('cancelled');
    expect((await logs(jobId)).map(({ event }) => event)).toEqual(['bulkHeld', 'bulkUndone']);
  });

  it('starts at once when it is told to, and cannot be undone from then on', async () => {
    const ids = await orders();
    const jobId = await held(ids);
    const { startsAt } = await detail(jobId);
    worker = await startWorker(world.server.deps);
    for (let time = 0; time < 2; time += 1)
      expect((await post('jobs/startNow', jobId)).body.result.status).not.toBe('held');
    await endsAs(jobId, 'done');
    expect(await claimedBefore(startsAt!, ids)).toBeGreaterThan(0);
    const late = await post('jobs/undo', jobId);
    expect(late.body.extras?.errorCode).toBe('jobStarted');
    expect(late.body.message).toContain(`${LARGE} of ${LARGE}`);
    expect((await logs(jobId)).map(({ event }) => event)).toEqual(['bulkHeld', 'bulkStarted']);
  });

  it('is its owner’s alone', async () => {
    const jobId = await held(await orders());
    for (const path of ['jobs/undo', 'jobs/startNow', 'jobs/cancel'])
      expect((await post(path, jobId, 'all')).body.extras?.errorCode).toBe('notFound');
    expect((await detail(jobId)).status).toBe('held');
    await post('jobs/undo', jobId);
  });

  it('answers a repeat of the key with the same job, held or undone', async () => {
    const body = await lookAtCommand(world.as.branch, CLAIM, { ids: await orders() });
    const key = randomUUID();
    const give = () => world.as.branch.command<ActionResult>(CLAIM, body, key);
    const [{ jobId = '' }, twin] = await Promise.all([give(), sleep(100).then(give)]);
    expect(twin.jobId).toBe(jobId);
    await post('jobs/undo', jobId);
    expect((await give()).jobId).toBe(jobId);
    expect((await logs(jobId)).map(({ event }) => event)).toEqual(['bulkHeld', 'bulkUndone']);
  });

  it('fails where its counted rows hold other money by its end, and a repeat says which job it was', async () => {
    const ids = await paid(104);
    const body = await lookAtCommand(world.as.branch, SETTLE, { ids });
    const key = randomUUID();
    const give = () => world.as.branch.command<ActionResult>(SETTLE, body, key);
    const { jobId = '' } = await give();
    await sql('update collect_order set fee = fee + 1 where id = $1', [ids[103]]);
    expect((await give()).jobId).toBe(jobId);
    worker = await startWorker(world.server.deps);
    await endsAs(jobId, 'failed');
    expect((await detail(jobId)).error).toContain('figures have changed');
    expect(await sql('select from order_settlement where order_id = any($1::bigint[])', [ids])).toEqual([]);
  });
});

describe('an undo against a start', () => {
  it('has one winner when both come at once', async () => {
    worker = await startWorker(world.server.deps);
    for (let round = 0; round < 8; round += 1) {
      const ids = await orders();
      const jobId = await held(ids);
      const asks = ['jobs/undo', 'jobs/startNow', 'jobs/undo', 'jobs/startNow'];
      const answers = await Promise.all(asks.map((path) => post(path, jobId)));
      const undone = answers.some(({ body }, at) => at % 2 === 0 && body.code === 200);
      const started = answers.some(({ body }, at) => at % 2 === 1 && body.code === 200);
      expect([undone, started].filter(Boolean)).toHaveLength(1);
      await endsAs(jobId, undone ? 'cancelled' : 'done');
      expect(await claimed(ids)).toBe(undone ? 0 : LARGE);
    }
  });

  it('has one winner at the very end of the hold', async () => {
    worker = await startWorker(world.server.deps);
    for (let round = 0; round < 3; round += 1) {
      const ids = await orders();
      const jobId = await held(ids);
      const { startsInMs = 0 } = await detail(jobId);
      await sleep(Math.max(0, startsInMs - 20));
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => sleep(at * 60).then(() => post('jobs/undo', jobId))),
      );
      const undone = answers.some(({ body }) => body.code === 200);
      await endsAs(jobId, undone ? 'cancelled' : 'done');
      expect(answers.every(({ body }) => (body.code === 200) === undone)).toBe(true);
      expect(await claimed(ids)).toBe(undone ? 0 : LARGE);
    }
  });
});
