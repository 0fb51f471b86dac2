import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ActionResult, Job } from '../../contract/calls.ts';
import { SERVER_NAME } from '../../server/platform/db/pool.ts';
import { enqueue } from '../../server/platform/jobs/enqueue.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import type { Client } from '../support/client.ts';
import { type EngineWorld, engineWorld, plentyOf } from './engineWorld.ts';

const ROWS = 24;
/** The row in hand when a bulk is stopped, and what may slip in before the stop has its turn. */
const FEW = 11 + 4;
/** A bulk asks again whether it may go on after this long. */
const ASKED_MS = 1_100;

let world: EngineWorld;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await world.server.database.pool.query(text, values)).rows as T[];
const detail = (who: Client, id: string) => who.call<Job>(`jobs/detail?id=${id}`);
const handled = async (jobId: string) =>
  (await sql<{ n: number }>('select count(*)::int as n from job_row where job_id = $1', [jobId]))[0]?.n ?? 0;

beforeAll(async () => {
  world = await engineWorld({ bulkFrom: 20, exportBatch: 1 });
  await plentyOf(world, 'south', 1_500);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(() => world?.stop());

interface Blocked {
  jobId: string;
  ids: string[];
  release(): Promise<void>;
}

/** A running bulk that cannot take its row number `at`, until that is released. */
async function blockedBulk(who: Client, at = 10, keep = 0): Promise<Blocked> {
  const ids: string[] = [];
  for (let n = 0; n < ROWS; n += 1) ids.push(await world.order('lone'));
  const lock = await world.server.database.pool.connect();
  await lock.query('begin');
  await lock.query('select from collect_order where id = $1 for update', [ids[at]]);
  const { jobId = '' } = await who.command<ActionResult>('collectOrder/claim', { ids });
  worker ??= await startWorker(world.server.deps);
  await expect.poll(() => handled(jobId)).toBeGreaterThanOrEqual(at);
  await sleep(keep);
  const release = async () => {
    await lock.query('rollback');
    lock.release();
  };
  return { jobId, ids, release };
}

/** The bulk waits for its blocked row, and whoever stops it for the bulk. */
async function twoWait(): Promise<void> {
  const waiting = async () =>
    (
      await sql<{ n: number }>(
        `select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
         where datname = current_database() and not granted`,
      )
    )[0]?.n;
  await expect.poll(waiting, { interval: 20 }).toBeGreaterThanOrEqual(2);
}

const stopped = async (jobId: string): Promise<Job> => {
  const read = async () =>
    (
      await sql<Job>('select id::text, status, done::int, total::int, result, error from job where id = $1', [
        jobId,
      ])
    )[0];
  await expect.poll(async () => (await read())?.status).toBe('cancelled');
  return (await read()) as Job;
};

async function wasAccounted(jobId: string, ids: string[], most: number): Promise<Job> {
  const job = await stopped(jobId);
  const { done, refused } = job.result as ActionResult;
  expect(done.length + refused.length).toBe(job.done);
  expect(done.length).toBeLessThanOrEqual(most);
  const claimed = await sql<{ id: string }>(
    'select id::text from collect_order where id = any($1::bigint[]) and claimed_by is not null',
    [ids],
  );
  expect(claimed.map((row) => row.id).sort()).toEqual([...done].sort());
  await sleep(300);
  expect(await handled(jobId)).toBe(job.done);
  return job;
}

it('whoever holds a job is known to live, so that nobody takes it away from them', async () => {
  const { jobId, release } = await blockedBulk(world.as.all);
  const held = await sql<{ lives: boolean }>(
    `select exists (select from lease l where l.name = 'worker:' || j.locked_by and l.expires_at > now()) as lives
     from graphile_worker.jobs j where j.locked_by is not null`,
  );
  expect(held.length).toBeGreaterThan(0);
  expect(held.every(({ lives }) => lives)).toBe(true);
  await release();
  await expect.poll(async () => (await detail(world.as.all, jobId)).status).toBe('done');
});

it('a running bulk asks again: permission lost, a merchant’s person now, password given anew, session stolen', async () => {
  const button = `role_id in (select role_id from sys_user_role where user_id = $1)
     and menu_id in (select id from sys_menu where permission = 'collectOrder:claim')`;
  const losses: { why: string; loss: string; back?: string; who: 'branch' | 'all' }[] = [
    {
      who: 'branch',
      why: 'You are not authorized to do this',
      loss: `delete from sys_role_menu where ${button}`,
      back: `insert into sys_role_menu (role_id, menu_id)
        select ur.role_id, m.id from sys_user_role ur, sys_menu m
        where ur.user_id = $1 and m.permission = 'collectOrder:claim'`,
    },
    {
      who: 'branch',
      why: 'Only the platform’s staff may do this',
      loss: `update sys_user set merchant_id = ${world.merchants.lone} where id = $1`,
      back: 'update sys_user set merchant_id = null where id = $1',
    },
    {
      who: 'branch',
      why: 'Choose a password of your own first',
      loss: 'update sys_user set must_change_password = true where id = $1',
      back: 'update sys_user set must_change_password = false where id = $1',
    },
    {
      who: 'all',
      why: 'Your session has ended, please sign in again',
      loss: "update sys_session set revoked_at = now(), revoked_reason = 'reuse' where user_id = $1",
    },
  ];
  for (const { who, why, loss, back } of losses) {
    const { jobId, ids, release } = await blockedBulk(world.as[who], 10, ASKED_MS);
    await sql(loss, [world.userIds[who]]);
    await release();
    const job = await wasAccounted(jobId, ids, 11);
    expect(job.error).toBe(why);
    if (back) await sql(back, [world.userIds[who]]);
  }
});

it('a running bulk keeps to the scope of this moment', async () => {
  const { jobId, ids, release } = await blockedBulk(world.as.branch, 10, ASKED_MS);
  await sql('update sys_user set org_id = $2 where id = $1', [world.userIds.branch, world.south]);
  await release();
  await expect
    .poll(async () => (await detail(world.as.admin, jobId).catch(() => undefined))?.status)
    .toBe(undefined);
  await expect.poll(() => handled(jobId)).toBe(ROWS);
  const rows = await sql<{ code: string }>(
    'select code from job_row where job_id = $1 and code is not null',
    [jobId],
  );
  await sql('update sys_user set org_id = $2 where id = $1', [world.userIds.branch, world.north]);
  expect(rows).toHaveLength(ids.length - 11);
  expect(new Set(rows.map((row) => row.code))).toEqual(new Set(['notFound']));
});

it('cancelling waits for the row in hand and tells exactly what was done', async () => {
  const { jobId, ids, release } = await blockedBulk(world.as.admin);
  const cancelled = world.as.admin.call<Job>('jobs/cancel', { id: jobId });
  await twoWait();
  await release();
  const answer = await cancelled;
  const job = await wasAccounted(jobId, ids, FEW);
  expect(answer).toMatchObject({ status: 'cancelled', done: job.done, result: job.result });
});

it('a cancelled export leaves no file, and one whose owner is disabled ends', async () => {
  worker = await startWorker(world.server.deps);
  const files = (id: string) => sql('select from export_file where job_id = $1', [id]);
  const begin = async () => {
    const { jobId } = await world.as.admin.call<{ jobId: string }>('collectOrder/export', {
      merchantId: world.merchants.south,
    });
    await expect
      .poll(async () => (await detail(world.as.admin, jobId)).done, { interval: 20 })
      .toBeGreaterThan(0);
    return jobId;
  };
  const one = await begin();
  expect(await world.as.admin.call('jobs/cancel', { id: one })).toMatchObject({ status: 'cancelled' });
  await expect.poll(() => files(one)).toEqual([]);
  const after = await detail(world.as.admin, one);
  expect(after.done).toBeLessThan(1_500);
  expect((await world.as.admin.ask(`jobs/file?id=${one}`)).body.extras?.errorCode).toBe('notFound');

  const two = await begin();
  await sql('update sys_user set status = 2 where id = $1', [world.userIds.admin]);
  const job = await stopped(two);
  await sql('update sys_user set status = 1 where id = $1', [world.userIds.admin]);
  expect(job.error).toBe('This account is disabled');
  await expect.poll(() => files(two)).toEqual([]);
});

it('a person has two exports and two bulks at once, and is told so', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.as.admin.ask<{ jobId: string }>('collectOrder/export', { merchantId: world.merchants.lone }),
    ),
  );
  const taken = answers.filter(({ body }) => body.code === 200).map(({ body }) => body.result.jobId);
  expect(taken).toHaveLength(2);
  const refused = answers.find(({ body }) => body.code !== 200);
  expect(refused?.body.extras?.errorCode).toBe('busy');
  expect(refused?.body.message).toBe(
    'You already have 2 exports waiting or running; wait for one to end or cancel it',
  );
  await world.as.admin.call('jobs/cancel', { id: taken[0] });
  const { jobId } = await world.as.admin.call<{ jobId: string }>('collectOrder/export', {
    merchantId: world.merchants.lone,
  });
  for (const id of [taken[1], jobId]) await world.as.admin.call('jobs/cancel', { id });
});

it('callbacks and other short tasks run while bulks hang, and one person holds one slot', async () => {
  const blocked: Blocked[] = [];
  try {
    for (const who of [world.as.admin, world.as.branch]) {
      const first = await blockedBulk(who, 2);
      blocked.push(first);
      // It would hang on the same row.
      const second = await who.command<ActionResult>('collectOrder/claim', { ids: first.ids.slice(1) });
      await enqueue(world.server.database.pool, 'compactRollup', {}, { key: 'short' });
      await expect.poll(() => sql("select from graphile_worker.jobs where key = 'short'")).toEqual([]);
      expect((await detail(who, second.jobId ?? '')).status).toBe('queued');
    }
  } finally {
    for (const { release } of blocked) await release();
  }
});

it('the retry of a command is busy while its server lives, and free once that is gone', async () => {
  const ids = [await world.order('lone'), await world.order('lone'), await world.order('lone')];
  const key = randomUUID();
  const first = await world.as.admin.command<ActionResult>('collectOrder/claim', { ids }, key);
  const [job] = await sql<{ id: string }>(
    "select id::text from job where kind = 'action' and user_id = $1 order by id desc limit 1",
    [world.userIds.admin],
  );
  const left = async (holder: string) => {
    await sql('update idempotency set answer = $2::jsonb where key = $1', [
      key,
      JSON.stringify({ operation: job?.id }),
    ]);
    await sql(
      `update job set status = 'running', updated_at = now(), payload = jsonb_set(payload, '{holder}', to_jsonb($2::text))
       where id = $1`,
      [job?.id, holder],
    );
    return world.as.admin.ask<ActionResult>('collectOrder/claim', { ids }, { 'Idempotency-Key': key });
  };
  const other = new pg.Client({
    connectionString: world.server.database.url,
    application_name: 'paydesk-other',
  });
  await other.connect();
  expect((await left('paydesk-other')).body.extras?.errorCode).toBe('idempotencyBusy');
  await other.end();
  expect((await left('paydesk-other')).body.result).toEqual(first);
  // A request of this server that failed: it is known at once that nobody has the operation in hand.
  expect((await left(SERVER_NAME)).body.result).toEqual(first);
});

it('one id that is none poisons nothing', async () => {
  const [a, b] = [await world.paid('lone'), await world.paid('lone')];
  const key = randomUUID();
  const settle = (ids: string[]) =>
    world.as.admin.ask<ActionResult>('collectOrder/batchSettle', { ids }, { 'Idempotency-Key': key });
  const bad = await settle([a, '9999999999999999999', b]);
  expect(bad.status).toBe(200);
  expect(bad.body.extras?.errorCode).toBe('validation');
  expect(await sql('select from order_settlement where order_id = any($1::bigint[])', [[a, b]])).toEqual([]);
  expect((await settle([a, b])).body.result.done).toEqual([a, b]);
});

it('a retry is known by what it asks, not by how its body was written', async () => {
  const id = await world.order('lone');
  const key = randomUUID();
  const ask = (body: unknown) =>
    world.as.admin.ask<ActionResult>('collectOrder/claim', body, { 'Idempotency-Key': key });
  expect((await ask({ ids: [id] })).body.result.done).toEqual([id]);
  for (const same of [
    { dryRun: false, input: {}, ids: [id] },
    { except: [], ids: [id, id] },
  ])
    expect((await ask(same)).body.result?.done).toEqual([id]);
  expect((await ask({ ids: [await world.order('lone')] })).body.extras?.errorCode).toBe('idempotencyReused');
});

async function exported(resource: string, asked: Record<string, unknown>): Promise<string[]> {
  worker = await startWorker(world.server.deps);
  const body = { ...asked, format: 'csv' };
  const { jobId } = await world.as.admin.call<{ jobId: string }>(`${resource}/export`, body);
  await expect.poll(async () => (await detail(world.as.admin, jobId)).status).toBe('done');
  const file = await fetch(`${world.server.base}/api/jobs/file?id=${jobId}`, {
    headers: { Authorization: `Bearer ${world.as.admin.token}` },
  });
  // A byte order mark begins it.
  return (await file.text()).trim().split('\r\n');
}

it('an export writes codes of currencies and words of statuses as the list shows them', async () => {
  const id = await world.order('lone');
  const lines = await exported('collectOrder', { ids: [id], columns: ['currency', 'status'] });
  expect(lines[1]).toMatch(/^INR,\D+$/);
});

it.each([
  ['INR', '250.5', '250.50'],
  ['VND', '250', '250'],
  ['USDT', '250.5', '250.500000'],
  // A digit that the currency does not have is a fault to be seen, not to be rounded away.
  ['INR', '250.505', '250.505'],
])('an export writes %s %s as %s', async (currency, amount, written) => {
  const id = await world.order('lone');
  await sql('update collect_order set currency = $2, amount = $3 where id = $1', [id, currency, amount]);
  const lines = await exported('collectOrder', { ids: [id], columns: ['currency', 'amount'] });
  expect(lines[1]).toBe(`${currency},${written}`);
});

// The last one: the person is gone after it.
it('disabling somebody ends their bulk within a few rows, with its account', async () => {
  const { jobId, ids, release } = await blockedBulk(world.as.branch);
  const disabled = world.as.admin.call('sysUser/setStatus', { id: world.userIds.branch, status: 2 });
  await twoWait();
  await release();
  await disabled;
  const job = await wasAccounted(jobId, ids, FEW);
  expect(job.error).toBe('This account is disabled');
});
