import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** What was asked of the system, and what it changed. */

type Row = Record<string, unknown> & { id: string };

let server: TestServer;
let world: World;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, 'sysLogDiff:page');
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const pageOf = async (who: Client, log: string, filter: Record<string, unknown> = {}): Promise<Row[]> =>
  (await who.call<{ items: Row[] }>(`${log}/page`, { pageSize: 1_000, ...filter })).items;

/** Logs are written within a second or two of the answer. */
async function logged(log: string, filter: Record<string, unknown>, count = 1): Promise<Row[]> {
  await expect.poll(() => pageOf(admin, log, filter), { interval: 200 }).toHaveLength(count);
  return pageOf(admin, log, filter);
}

const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;

describe('the access log', () => {
  it('has each sign-in, a refused one by its account and never by what else was typed', async () => {
    const agent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
    const typed = `secret-${randomUUID()}`;
    const wrong = { account: 'colleague', password: 'not theirs' };
    await server.anonymous.ask('sysAuth/login', wrong, { 'User-Agent': agent });
    await server.anonymous.ask('sysAuth/login', { account: typed, password: PASSWORD });
    const [refused] = await logged('sysLogVis', { account: 'colleague' });
    expect(refused).toMatchObject({
      realName: 'colleague person',
      status: expect.any(Number) as unknown,
      controllerName: 'sysAuth',
      actionName: 'login',
      browser: 'Chrome 149',
      os: 'Linux',
      remoteIp: '127.0.0.1',
    });
    expect(refused?.status).not.toBe(200);
    const { rows } = await server.database.pool.query(
      "select 1 from sys_log_vis v where v::text like '%secret-%' or v::text like '%not theirs%' or v::text like $1",
      [`%${PASSWORD}%`],
    );
    expect(rows).toEqual([]);
    const all = await pageOf(admin, 'sysLogVis');
    expect(all.filter(({ account }) => account === 'admin').map(({ status }) => status)).toContain(200);
  });
});

describe('the operation log', () => {
  it('has of a file that came in its size alone', async () => {
    const content = 'x'.repeat(5_000);
    const answer = await fetch(`${server.base}/api/bankBatch/upload?bankAccountId=1&fileName=a.csv`, {
      method: 'POST',
      body: content,
      headers: { 'Content-Type': 'text/csv', Authorization: `Bearer ${admin.token}` },
    });
    const { extras } = (await answer.json()) as { extras: { traceId: string } };
    const [row] = await logged('sysLogOp', { traceId: extras.traceId });
    expect(row?.requestParam).toEqual({ bytes: 5_000 });
  });
  it('has each write with its rows and trace, without what was typed into it', async () => {
    const { id } = await admin.call<Row>('sysPos/add', { name: 'Typed text', code: 'logged' });
    const [row] = await logged('sysLogOp', { controllerName: 'sysPos', actionName: 'add' });
    expect(row).toMatchObject({
      account: 'admin',
      status: 200,
      httpMethod: 'POST',
      requestUrl: '/api/sysPos/add',
    });
    expect(row?.requestParam).toEqual({ fields: ['name', 'code'] });
    expect(JSON.stringify(row)).not.toContain('Typed text');
    const answer = await admin.ask('sysPos/update', { id, version: 7, name: 'Never' });
    const [refused] = await logged('sysLogOp', { traceId: String(answer.body.extras?.traceId) });
    expect(refused).toMatchObject({
      errorCode: 'staleVersion',
      requestParam: { id, version: 7, fields: ['name'] },
    });
    expect(refused?.status).not.toBe(200);
    expect(await admin.call(`sysLogOp/detail/${refused!.id}`)).toMatchObject({ traceId: refused!.traceId });
    expect(await pageOf(admin, 'sysLogOp', { actionName: 'page' })).toEqual([]);
  });

  it('is searched by the time of the caller’s clock', async () => {
    await logged('sysLogOp', { actionName: 'add' });
    const zone = { 'Time-Zone': 'Asia/Tokyo' };
    const at = (ms: number) =>
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Asia/Tokyo',
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(Date.now() + ms);
    const found = async (startTime: string, endTime: string) => {
      const body = { actionName: 'add', startTime, endTime };
      return ((await admin.ask('sysLogOp/page', body, zone)).body.result as { total: number }).total;
    };
    expect(await found(at(-600_000), at(60_000))).toBe(1);
    expect(await found(at(60_000), at(600_000))).toBe(0);
    expect(await found('', at(-600_000))).toBe(0);
  });
});

describe('the exception log', () => {
  it('has what failed unexpectedly, the same under one fingerprint and without values', async () => {
    const { pool } = server.deps;
    const query = pool.query.bind(pool);
    let failures = 2;
    Object.assign(pool, {
      query: (...given: unknown[]) => {
        if (failures > 0 && JSON.stringify(given[0]).includes('group_code')) {
          failures -= 1;
          throw new Error(`broken at ${failures}: "4929 value of somebody"`);
        }
        return (query as (...all: unknown[]) => unknown)(...given);
      },
    });
    for (let time = 0; time < 2; time += 1)
      expect(await refusal(admin, 'sysConfig/groupList')).toBe('internal');
    Object.assign(pool, { query });
    expect(server.failures.take()).toHaveLength(2);
    const rows = await logged('sysLogEx', { controllerName: 'sysConfig' }, 2);
    expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(rows[0]).toMatchObject({
      status: 500,
      exception: expect.stringContaining('broken at') as unknown,
    });
    expect(JSON.stringify(rows)).not.toContain('4929');
  });
});

describe('the difference log', () => {
  it('has each field that a write changed, and the write only where it was made', async () => {
    const { id } = await admin.command<Row>('sysOrg/add', {
      name: 'Before',
      code: 'differs',
      pid: world.head,
    });
    await admin.call('sysOrg/update', { id, version: 1, name: 'After', code: 'differs' });
    await admin.ask('sysOrg/update', { id, version: 1, name: 'Never' });
    await admin.call('sysOrg/delete', { id });
    const rows = await pageOf(admin, 'sysLogDiff', { rowId: id });
    expect(rows.map(({ diffType }) => diffType)).toEqual(['delete', 'update', 'add']);
    expect(rows[1]).toMatchObject({
      account: 'admin',
      resource: 'sysOrg',
      beforeData: { name: 'Before' },
      afterData: { name: 'After' },
    });
    expect(rows[2]).toMatchObject({ beforeData: null, afterData: { code: 'differs', pid: world.head } });
    expect(rows[0]).toMatchObject({ afterData: null, beforeData: { name: 'After' } });
  });
});

describe('all logs', () => {
  const LOGS = ['sysLogVis', 'sysLogOp', 'sysLogEx', 'sysLogDiff'];

  it.each(LOGS)('%s is cleared by nobody and read by whoever may', async (log) => {
    const { body } = await admin.ask(`${log}/clear`, {});
    expect([body.code, body.extras?.errorCode]).toEqual([403, 'logsKept']);
    expect(body.message).toContain('12');
    const nobody = await server.signIn('colleague', PASSWORD);
    expect(await refusal(nobody, `${log}/page`, {})).toBe('forbidden');
    for (const verb of ['add', 'update', 'delete'])
      expect((await admin.ask(`${log}/${verb}`, { id: '1' })).status).toBe(404);
  });

  it('keep the months that the setting says, each in a part of its own', async () => {
    const parts = async () =>
      (
        await server.database.pool.query<{ name: string }>(
          "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'sys_log_op'::regclass order by 1",
        )
      ).rows.map(({ name }) => name);
    expect(await parts()).toHaveLength(3);
    await server.database.owner.query(
      `create table sys_log_op_2024_01 partition of sys_log_op for values from (0) to (1000)`,
    );
    await server.database.pool.query('select keep_log_partitions(12)');
    expect(await parts()).not.toContain('sys_log_op_2024_01');
    expect(await parts()).toHaveLength(3);
    await expect(server.deps.pool.query('delete from sys_log_op')).rejects.toThrow(/permission denied/);
  });
});

it('gives the logs of their own tenant to whoever may read them', async () => {
  const operator = await server.signIn('operator', PASSWORD);
  await server.database.owner.query(
    `insert into sys_log_diff (id, tenant_id, log_date_time, resource, row_id, diff_type) values (7, 99, now(), 'x', 1, 'add')`,
  );
  const resources = (await pageOf(operator, 'sysLogDiff')).map(({ resource }) => resource);
  expect(resources).toContain('sysOrg');
  expect(resources).not.toContain('x');
});
