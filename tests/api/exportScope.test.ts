import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../contract/calls.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { endedJob, exportedText } from '../support/jobs.ts';
import { type EngineWorld, engineWorld, plentyOf, type Who } from './engineWorld.ts';

let world: EngineWorld;
let worker: Awaited<ReturnType<typeof startWorker>>;

type Merchant = keyof EngineWorld['merchants'];
/** Whose rows each kind of caller may take away. */
const SEES: Readonly<Record<Who, readonly Merchant[]>> = {
  admin: ['agent', 'sub', 'lone', 'south', 'foreign'],
  all: ['agent', 'sub', 'lone', 'south'],
  branch: ['agent', 'sub', 'lone'],
  self: [],
  merchant: ['lone'],
  agent: ['agent', 'sub'],
};
const KINDS = Object.keys(SEES) as Who[];
let claimed: string;

beforeAll(async () => {
  // One row a statement: an export that can be stopped on its way.
  world = await engineWorld({ exportBatch: 1 });
  for (const name of ['sub', 'lone', 'south', 'foreign'] as const) {
    const id = await world.paid(name);
    await world.as.admin.command('collectOrder/settle', { ids: [id] });
    await world.order(name);
  }
  claimed = await world.paid('lone');
  await world.server.database.pool.query(
    'update collect_order set claimed_by = $2, claimed_at = now() where id = $1',
    [claimed, world.userIds.self],
  );
  worker = await startWorker(world.server.deps);
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
});

/** The first column of what the caller takes away. */
async function exported(who: Who, resource: string, column: string): Promise<string[]> {
  const text = await exportedText(world.server.base, world.as[who], resource, { columns: [column] });
  const [, ...lines] = text.trim().split('\r\n');
  return lines.filter((line) => line !== '').sort();
}

/** What the tables hold for these merchants; `mine` lets in the order that "self" has claimed. */
async function truth(text: string, who: Who): Promise<string[]> {
  const merchants = SEES[who].map((name) => world.merchants[name]);
  const order = who === 'self' ? claimed : '0';
  const { rows } = await world.server.database.pool.query<{ text: string }>(text, [merchants, order]);
  return rows.map((row) => row.text).sort();
}

describe.each(KINDS)('an export of %s', (who) => {
  it('holds its orders and no others', async () => {
    const rows = await exported(who, 'collectOrder', 'orderNo');
    expect(rows).toEqual(
      await truth(
        'select order_no as text from collect_order where merchant_id = any($1::bigint[]) or id = $2::bigint',
        who,
      ),
    );
    expect(rows.length > 0).toBe(true);
  });

  it('holds its fund details and no others', async () => {
    expect(await exported(who, 'fundDetail', 'orderNo')).toEqual(
      await truth(
        'select order_no as text from fund_detail where merchant_id = any($1::bigint[]) or order_id = $2::bigint',
        who,
      ),
    );
  });

  it('holds its merchants and no others', async () => {
    expect(await exported(who, 'merchant', 'name')).toEqual(
      await truth(
        'select name as text from merchant where id = any($1::bigint[]) and $2::text is not null',
        who,
      ),
    );
  });

  it('leaves out rows that were named although they are foreign', async () => {
    const { rows } = await world.server.database.pool.query<{ id: string }>('select id from collect_order');
    const { jobId } = await world.as[who].call<{ jobId: string }>('collectOrder/export', {
      format: 'csv',
      ids: rows.map(({ id }) => id),
    });
    const job = await endedJob(world.as[who], jobId);
    const mine = await truth(
      'select order_no as text from collect_order where merchant_id = any($1::bigint[]) or id = $2::bigint',
      who,
    );
    expect(job).toMatchObject({ status: 'done', result: { rows: mine.length } });
  });
});

it('an export leaves out the rows that were taken out of all that match', async () => {
  const mine = await truth(
    'select id::text as text from collect_order where merchant_id = any($1::bigint[]) or id = $2::bigint',
    'merchant',
  );
  const [left, ...kept] = mine;
  const { jobId } = await world.as.merchant.call<{ jobId: string }>('collectOrder/export', {
    format: 'csv',
    except: [left],
  });
  expect(await endedJob(world.as.merchant, jobId)).toMatchObject({
    status: 'done',
    total: kept.length,
    result: { rows: kept.length },
  });
});

it('an export that is cancelled on its way stops, leaves nothing behind and offers nothing', async () => {
  await plentyOf(world, 'lone', 6_000);
  const { merchant } = world.as;
  const { jobId } = await merchant.call<{ jobId: string }>('collectOrder/export', { format: 'csv' });
  await expect
    .poll(async () => (await merchant.call<Job>(`jobs/detail?id=${jobId}`)).done, {
      interval: 20,
    })
    .toBeGreaterThan(10);
  expect(await merchant.call('jobs/cancel', { id: jobId })).toMatchObject({ status: 'cancelled' });
  const left = async () =>
    (await world.server.database.pool.query('select from export_file where job_id = $1', [jobId])).rows;
  await expect.poll(left).toEqual([]);
  const { done } = await merchant.call<Job>(`jobs/detail?id=${jobId}`);
  await sleep(300);
  expect(await merchant.call(`jobs/detail?id=${jobId}`)).toMatchObject({ status: 'cancelled', done });
  expect(done).toBeLessThan(6_000);
  expect((await merchant.ask(`jobs/file?id=${jobId}`)).body.extras?.errorCode).toBe('notFound');
});
