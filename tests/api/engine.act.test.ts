import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, Job } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

let world: EngineWorld;
const sql = async <T>(text: string, values: unknown[] = []) =>
  (await world.server.database.pool.query(text, values)).rows as T[];
const one = async (id: string) =>
  (
    await sql<{ status: number; version: number; claimed_by: string | null }>(
      'select * from collect_order where id = $1',
      [id],
    )
  )[0];
const numberOf = async (id: string) =>
  (await sql<{ orderNo: string }>('select order_no as "orderNo" from collect_order where id = $1', [id]))[0]
    ?.orderNo;

beforeAll(async () => {
  world = await engineWorld({ bulkFrom: 20 });
});
afterAll(() => world?.stop());

describe('actions', () => {
  it('claim: effect, log, outbox and version in one transaction', async () => {
    const id = await world.order('lone');
    const before = await one(id);
    const result = await world.as.branch.command<ActionResult>('collectOrder/claim', { ids: [id] });
    expect(result).toMatchObject({ done: [id], refused: [] });
    expect(await one(id)).toMatchObject({
      claimed_by: world.userIds.branch,
      version: (before?.version ?? 0) + 1,
    });
    expect(await sql("select operator from order_log where order_id = $1 and event = 'claim'", [id])).toEqual(
      [{ operator: 'branch' }],
    );
    const other = await world.as.all.command<ActionResult>('collectOrder/claim', { ids: [id] });
    expect(other.refused[0]).toMatchObject({ id, code: 'claimedByOther' });
    expect(other.refused[0]?.message).toContain('branch');
  });

  it('a guard is told with its reasons and changes nothing', async () => {
    const id = await world.order('lone');
    const result = await world.as.branch.command<ActionResult>('collectOrder/settle', { ids: [id] });
    const message = 'Not possible in the current state (Status: Created)';
    expect(result.refused).toEqual([{ id, code: 'guard', message, name: await numberOf(id) }]);
    const key = { 'Idempotency-Key': randomUUID(), 'Accept-Language': 'zh-cn' };
    const chinese = await world.as.branch.call<ActionResult>('collectOrder/settle', { ids: [id] }, key);
    expect(chinese.refused[0]?.message).toBe('当前状态不允许此操作（订单状态：已创建）');
    expect((await one(id))?.version).toBe(1);
  });

  it('one means one, none means choose, and unknown keys are refused', async () => {
    const ids = [await world.paid('lone'), await world.paid('lone')];
    const code = async (body: unknown, key: string | undefined = randomUUID()) =>
      (await world.as.branch.ask('collectOrder/settle', body, key ? { 'Idempotency-Key': key } : {})).body
        .extras?.errorCode;
    expect(await code({ ids })).toBe('selectOne');
    expect(await code({ ids: [] })).toBe('selectSome');
    expect(await code({ ids: [ids[0]], settled: true })).toBe('validation');
    expect(await code({ ids: [ids[0]], input: { amount: '5' } })).toBe('validation');
    const bare = await world.as.branch.ask('collectOrder/settle', { ids: [ids[0]] });
    expect(bare.body.extras?.errorCode).toBe('idempotencyMissing');
  });

  it('the same key answers the same, with another body it is refused, in flight it is busy', async () => {
    const id = await world.paid('lone');
    const key = randomUUID();
    const first = await world.as.branch.command<ActionResult>('collectOrder/settle', { ids: [id] }, key);
    expect(first.done).toEqual([id]);
    const again = await world.as.branch.command<ActionResult>('collectOrder/settle', { ids: [id] }, key);
    expect(again).toMatchObject({ done: [id], refused: [] });
    const other = await world.as.branch.ask('collectOrder/notify', { ids: [id] }, { 'Idempotency-Key': key });
    expect(other.body.extras?.errorCode).toBe('idempotencyReused');
    expect(await sql('select id from order_settlement where order_id = $1', [id])).toHaveLength(1);
    const paid = await world.paid('lone');
    const race = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.as.branch.ask<ActionResult>(
          'collectOrder/settle',
          { ids: [paid] },
          { 'Idempotency-Key': race },
        ),
      ),
    );
    for (const { body } of answers) {
      if (body.code === 200) expect(body.result.done).toEqual([paid]);
      else expect(['idempotencyBusy', 'busy']).toContain(body.extras?.errorCode);
    }
    expect(await sql('select id from order_settlement where order_id = $1', [paid])).toHaveLength(1);
  });

  it('a dry run shows before and after and leaves no trace', async () => {
    const id = await world.paid('lone');
    const result = await world.as.branch.call<ActionResult>('collectOrder/settle', {
      ids: [id],
      dryRun: true,
    });
    expect(result.preview?.[0]).toMatchObject({
      id,
      before: { settled: false },
      after: { settled: true, net: '980' },
    });
    expect(await sql('select id from order_settlement where order_id = $1', [id])).toHaveLength(0);
    expect(
      await sql("select id from outbox where row_id = $1 and change = 'update' and id > 1000000", [id]),
    ).toEqual([]);
  });

  it('a command on several rows: each its own outcome, in any mixture', async () => {
    const good = [await world.paid('lone'), await world.paid('sub')];
    const bad = [await world.order('lone'), await world.paid('south'), newId()];
    const key = randomUUID();
    const body = { ids: [...good, ...bad] };
    const result = await world.as.branch.command<ActionResult>('collectOrder/batchSettle', body, key);
    expect([...result.done].sort()).toEqual([...good].sort());
    expect(new Map(result.refused.map((row) => [row.id, row.code]))).toEqual(
      new Map([
        [bad[0], 'guard'],
        [bad[1], 'notFound'],
        [bad[2], 'notFound'],
      ]),
    );
    expect(await world.as.branch.command<ActionResult>('collectOrder/batchSettle', body, key)).toEqual(
      result,
    );
    // People know an order by its number; of one they may not see nothing is shown.
    const names = new Map(result.refused.map((row) => [row.id, row.name]));
    expect(names).toEqual(
      new Map([
        [bad[0], await numberOf(bad[0]!)],
        [bad[1], undefined],
        [bad[2], undefined],
      ]),
    );
    const dry = await world.as.branch.call<ActionResult>('collectOrder/batchSettle', {
      ids: bad,
      dryRun: true,
    });
    expect(new Map(dry.refused.map((row) => [row.id, row.name]))).toEqual(names);
  });

  it('all of a filter needs the token of a dry run and touches only what that saw', async () => {
    const seen = [await world.order('sub', { amount: '77' }), await world.order('sub', { amount: '77' })];
    const all = { amount: { from: '77', to: '77' }, merchantId: [world.merchants.sub] };
    const bare = await world.as.branch.ask(
      'collectOrder/cancel',
      { all },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(bare.body.extras?.errorCode).toBe('dryRunRequired');
    const dry = await world.as.branch.call<ActionResult & { total: number }>('collectOrder/cancel', {
      all,
      except: [seen[1]],
      dryRun: true,
    });
    expect(dry).toMatchObject({ total: 1, done: [seen[0]] });
    const late = await world.order('sub', { amount: '77' });
    const token = dry.token;
    const forged = await world.as.branch.ask(
      'collectOrder/cancel',
      { all, token },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(forged.body.extras?.errorCode).toBe('dryRunRequired');
    const result = await world.as.branch.command<ActionResult>('collectOrder/cancel', {
      all,
      except: [seen[1]],
      token,
    });
    expect(result.done).toEqual([seen[0]]);
    expect((await one(late))?.status).toBe(0);
    expect((await one(seen[1] ?? ''))?.status).toBe(0);
  });

  it('the rollup follows every change of status', async () => {
    const mismatch = await sql(
      `select 1 from (select status as b, count(*) as n from collect_order group by 1) o
       full join (select bucket as b, sum(rows) as n from (select resource, bucket, rows from rollup union all select resource, bucket, rows from rollup_delta) x
         where resource = 'collectOrder' group by 1) r using (b) where coalesce(o.n, 0) <> coalesce(r.n, 0)`,
    );
    expect(mismatch).toEqual([]);
  });
});

describe('detail', () => {
  it('tells an order’s whole story, newest first, each part under its own scope', async () => {
    const id = await world.paid('sub');
    await world.as.branch.command('collectOrder/settle', { ids: [id] });
    interface Story {
      timeline: { kind: string; at: string; merchantName?: string }[];
    }
    const staff = await world.as.branch.call<Story>(`collectOrder/detail?id=${id}`);
    expect(new Set(staff.timeline.map((item) => item.kind))).toEqual(new Set(['log', 'fund']));
    const times = staff.timeline.map((item) => item.at);
    expect(times).toEqual([...times].sort().reverse());
    const agent = await world.as.agent.call<Story>(`collectOrder/detail?id=${id}`);
    expect(new Set(agent.timeline.flatMap((item) => item.merchantName ?? []))).toContain('Sub');
  });
});

describe('bulk', () => {
  it('becomes a job above the limit, resumes after a death in the middle and doubles nothing', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await world.paid('lone'));
    const key = randomUUID();
    const { jobId } = await world.as.branch.command<ActionResult>('collectOrder/batchSettle', { ids }, key);
    expect(jobId).toMatch(/^\d+$/);
    // A server that had handled some rows and died: their notes are there, the job says running.
    for (const id of ids.slice(0, 5)) {
      await world.as.branch.command('collectOrder/settle', { ids: [id] });
      await sql('insert into job_row (job_id, row_id) values ($1, $2)', [jobId, id]);
    }
    await sql("update job set status = 'running' where id = $1", [jobId]);
    await world.server.database.owner.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now() - interval '1 minute', attempts = 1
       where key = $1`,
      [`job:${jobId}`],
    );
    const worker = await startWorker(world.server.deps);
    let job: Job | undefined;
    try {
      for (let wait = 0; wait < 100 && job?.status !== 'done'; wait += 1) {
        await sleep(100);
        job = await world.as.branch.call<Job>(`jobs/detail?id=${jobId}`);
      }
    } finally {
      await worker.stop();
    }
    expect(job).toMatchObject({ kind: 'bulkAction', status: 'done', done: 30, total: 30 });
    expect(job?.result).toMatchObject({ done: expect.objectContaining({ length: 30 }) });
    const settled = await sql<{ n: number }>(
      'select count(*)::int as n from order_settlement where order_id = any($1::bigint[])',
      [ids],
    );
    expect(settled[0]?.n).toBe(30);
    expect(
      await world.as.branch.command<ActionResult>('collectOrder/batchSettle', { ids }, key),
    ).toMatchObject({ jobId });
    expect((await world.as.all.ask(`jobs/detail?id=${jobId}`)).body.extras?.errorCode).toBe('notFound');
    expect((await world.as.branch.call<Job[]>('jobs/mine', {})).map((mine) => mine.id)).toContain(jobId);
  });
});
