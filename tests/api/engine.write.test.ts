import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, JobLine } from '../../contract/calls.ts';
import { decryptSecret } from '../../server/platform/secrets.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

type Row = Record<string, unknown> & { id: string; version: number };
let world: EngineWorld;
const sql = async <T>(text: string, values: unknown[] = []) =>
  (await world.server.database.pool.query(text, values)).rows as T[];
const upstream = {
  name: 'ICICI',
  code: 'ICICI-07',
  status: 1,
  currency: 'INR',
  isCollect: true,
  isPay: false,
  orderBy: 5,
  rate: '0.012',
  fixed: '0',
  miniAmount: '1',
  maxAmount: '1000',
  payRate: '0',
  payFixed: '0',
  payMiniAmount: '0',
  payMaxAmount: '0',
  config: '{"baseUrl":"https://8.8.8.8/v1","key":"paydesk","secret":"s3cret-s3cret"}',
  remark: 'r',
};

beforeAll(async () => {
  world = await engineWorld({ exportBatch: 7 });
});
afterAll(() => world?.stop());

describe('writes', () => {
  it('add, update by version, delete; secrets are encrypted and masked', async () => {
    const added = await world.as.all.call<Row>('upstream/add', upstream);
    expect(added).toMatchObject({ name: 'ICICI', rate: '0.012', config: '••••••', version: 1 });
    const [stored] = await sql<{ config: string }>('select config from upstream where id = $1', [added.id]);
    expect(stored?.config).not.toContain('s3cret');
    expect(decryptSecret(SECRETS_KEY, stored?.config ?? '')).toBe(upstream.config);
    const updated = await world.as.all.call<Row>('upstream/update', {
      id: added.id,
      version: 1,
      name: 'ICICI 2',
      config: '••••••',
    });
    expect(updated).toMatchObject({ name: 'ICICI 2', version: 2 });
    expect(
      (await sql<{ config: string }>('select config from upstream where id = $1', [added.id]))[0]?.config,
    ).toBe(stored?.config);
    const stale = await world.as.all.ask('upstream/update', { id: added.id, version: 1, name: 'x' });
    expect(stale.body).toMatchObject({
      code: 409,
      extras: { errorCode: 'staleVersion', values: { version: 2 } },
    });
    const list = await world.as.all.call<{ items: Row[] }>('upstream/rows', {});
    expect(JSON.stringify(list)).not.toContain('config');
    await world.as.all.call('upstream/delete', { id: added.id });
    expect((await world.as.all.ask(`upstream/detail?id=${added.id}`)).body.extras?.errorCode).toBe(
      'notFound',
    );
  });

  it('refuse a connection that nobody could use, and say what is wrong with it', async () => {
    const messageFor = async (config: string, headers = {}) => {
      const { body } = await world.as.all.ask('upstream/add', { ...upstream, code: 'BAD', config }, headers);
      return body.message;
    };
    expect(await messageFor('{"key"')).toEqual({ config: ['Config must be valid JSON'] });
    expect(await messageFor('{"key":"k","secret":"s"}')).toEqual({
      config: ['Config: Please enter baseUrl!; Secret must have at least 8 characters'],
    });
    // With every other fault of the form.
    const more = { ...upstream, code: 'BAD', config: '{}', expand: '{bad' };
    const both = (await world.as.all.ask('upstream/add', more)).body.message;
    expect(both).toEqual({
      config: [expect.stringContaining('Please enter key!')],
      expand: ['Expand must be valid JSON'],
    });
    const inner = JSON.stringify({ ...JSON.parse(upstream.config), baseUrl: 'http://10.0.0.7' });
    expect(await messageFor(inner, { 'Accept-Language': 'zh-CN' })).toEqual({
      config: [expect.stringContaining('baseUrl 不允许访问')],
    });
    expect(await sql('select from upstream where code = $1', ['BAD'])).toEqual([]);
  });

  it('says what to enter and what to select, in the language asked for', async () => {
    const en = await world.as.all.ask('upstream/add', {});
    expect(en.body.message).toMatchObject({
      name: [expect.stringMatching(/^Please enter .+!$/)],
      status: [expect.stringMatching(/^Please select .+!$/)],
    });
    const zh = await world.as.all.ask('upstream/add', {}, { 'Accept-Language': 'zh-CN' });
    expect(zh.body.message).toMatchObject({ name: [expect.stringMatching(/^请输入.+！$/)] });
  });

  it('mass assignment: unknown, readonly and once fields are refused', async () => {
    const binding = (
      await sql<{ id: string }>('select id from channel_binding where merchant_id = $1', [
        world.merchants.lone,
      ])
    )[0];
    for (const body of [
      { id: binding?.id, version: 1, tenantId: '1' },
      { id: binding?.id, version: 1, currency: 'USD' },
      { id: binding?.id, version: 1, merchantId: world.merchants.south },
      { id: binding?.id, version: 1, createdAt: '2020-01-01T00:00:00Z' },
    ]) {
      expect((await world.as.branch.ask('channelBinding/update', body)).body.extras?.errorCode).toBe(
        'validation',
      );
    }
    expect((await world.as.all.ask('upstream/add', { ...upstream, id: '5' })).body.extras?.errorCode).toBe(
      'validation',
    );
    expect((await world.as.all.ask('collectOrder/add', {})).status).toBe(404);
  });

  it('amounts fit the currency, maxima stay above minima, duplicates and use are told', async () => {
    const digits = await world.as.all.ask('upstream/add', { ...upstream, code: 'D', miniAmount: '1.005' });
    expect(digits.body.message).toHaveProperty('miniAmount');
    const order = await world.as.all.ask('upstream/add', {
      ...upstream,
      code: 'D',
      miniAmount: '5',
      maxAmount: '4',
    });
    expect(order.body.message).toHaveProperty('maxAmount');
    const twin = await world.as.all.ask('upstream/add', { ...upstream, code: 'UP' });
    expect(twin.body.extras).toMatchObject({ errorCode: 'duplicate', values: { names: ['code'] } });
    expect((await world.as.all.ask('channel/delete', { id: world.channelId })).body.extras?.errorCode).toBe(
      'inUse',
    );
  });

  it('nobody writes to a merchant or organisation outside their scope', async () => {
    const body = {
      merchantId: world.merchants.south,
      channelId: world.channelId,
      type: 1,
      rate: '0.001',
      fixedFee: '0',
      minAmount: '0',
      maxAmount: '10',
    };
    const foreign = await world.as.branch.ask('extensionRate/add', body);
    const missing = await world.as.branch.ask('extensionRate/add', { ...body, merchantId: '12345' });
    expect(foreign.body.message).toEqual(missing.body.message);
    const [binding] = await sql<{ id: string }>('select id from channel_binding where merchant_id = $1', [
      world.merchants.south,
    ]);
    expect(
      (await world.as.branch.ask('channelBinding/delete', { id: binding?.id })).body.extras?.errorCode,
    ).toBe('notFound');
    const merchant = { code: 'NEW', name: 'New', type: 1, status: 1, orgId: world.south, remark: 'x' };
    expect((await world.as.branch.ask('merchant/add', merchant)).body.extras?.errorCode).toBe('validation');
    const made = await world.as.branch.call<Row>('merchant/add', { ...merchant, orgId: world.north });
    expect((await sql('select tenant_id from merchant where id = $1', [made.id]))[0]).toEqual({
      tenant_id: world.tenant,
    });
    const share = await world.as.branch.call<Row>('extensionRate/add', {
      ...body,
      merchantId: world.merchants.agent,
    });
    expect(share).toMatchObject({ currency: 'INR', rate: '0.001' });
  });
});

describe('export', () => {
  async function exported(
    who: 'branch' | 'merchant',
    body: Record<string, unknown>,
  ): Promise<{ job: Job; text: string }> {
    const { jobId } = await world.as[who].call<{ jobId: string }>('collectOrder/export', {
      format: 'csv',
      ...body,
    });
    let job = await world.as[who].call<Job>(`jobs/detail?id=${jobId}`);
    for (let wait = 0; wait < 100 && job.status !== 'done' && job.status !== 'failed'; wait += 1) {
      await sleep(100);
      job = await world.as[who].call<Job>(`jobs/detail?id=${jobId}`);
    }
    const file = await fetch(`${world.server.base}/api/jobs/file?id=${jobId}`, {
      headers: { Authorization: `Bearer ${world.as[who].token}` },
    });
    return { job, text: await file.text() };
  }

  it('every row once, under the scope, formula-safe, localised, for its owner alone', async () => {
    for (let n = 0; n < 16; n += 1) await world.order('lone');
    const trap = await world.order('lone');
    await world.order('south');
    await sql('update collect_order set merchant_order_no = \'=HYPERLINK("x")\' where id = $1', [trap]);
    const worker = await startWorker(world.server.deps);
    try {
      const { job, text } = await exported('branch', {
        columns: ['orderNo', 'merchantOrderNo', 'merchantId', 'status', 'amount', 'createdAt'],
      });
      expect(job).toMatchObject({ status: 'done', done: 17, total: 17 });
      const lines = text.trim().split('\r\n');
      expect(lines).toHaveLength(18);
      // A time means nothing without its zone, nor a file whose name differs from the one that was given.
      expect(lines[0]).toMatch(/\(Asia\/Kolkata\)$/);
      const [line] = await world.as.branch.call<JobLine[]>('jobs/mine', {});
      expect(line).toMatchObject({ id: job.id, file: (job.result as { name: string }).name });
      expect(new Set(lines).size).toBe(18);
      expect(text).toContain("'=HYPERLINK");
      expect(text).not.toContain('Southern');
      expect(text).toMatch(/,Lone,/);
      expect((await world.as.all.ask(`jobs/file?id=${job.id}`)).body.extras?.errorCode).toBe('notFound');
      const mine = await exported('merchant', { status: [0] });
      expect(mine.job.done).toBe(17);
      expect(
        (await world.as.branch.ask('collectOrder/export', { columns: ['claimed_by'] })).body.extras
          ?.errorCode,
      ).toBe('validation');
    } finally {
      await worker.stop();
    }
  });

  it('a cancelled export leaves no file', async () => {
    const { jobId } = await world.as.branch.call<{ jobId: string }>('collectOrder/export', {});
    await world.as.branch.call('jobs/cancel', { id: jobId });
    expect(await world.as.branch.call(`jobs/detail?id=${jobId}`)).toMatchObject({ status: 'cancelled' });
    expect((await world.as.branch.ask(`jobs/file?id=${jobId}`)).body.extras?.errorCode).toBe('notFound');
  });
});
