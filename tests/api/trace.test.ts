import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TimelineItem } from '../../contract/timeline.ts';
import type { Trace, TraceItem } from '../../contract/trace.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/** Rows of all logs say of which request they are a consequence, however late. */

let server: TestServer;
let admin: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeAll(async () => {
  server = await demoWorld(60);
  admin = await server.signIn('admin', PASSWORD);
  worker = await startWorker(server.deps);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

interface Page<T> {
  items: T[];
}

/** The trace of the last call of its kind, once it is logged. */
async function traceOfLast(controllerName: string, actionName: string): Promise<string> {
  const last = async () =>
    (
      await admin.call<Page<{ traceId: string }>>('sysLogOp/page', {
        controllerName,
        actionName,
        pageSize: 1,
      })
    ).items[0]?.traceId;
  await expect.poll(last, { interval: 200 }).toBeDefined();
  return (await last())!;
}

const traceOf = (who: Client, traceId: string) => who.call<Trace>('logTrace/items', { find: traceId });
const logsIn = ({ items }: Trace) => [...new Set(items.map(({ log }) => log))];

it('joins the request, what it changed of an order, and the callback that a worker sends for it later', async () => {
  const { items } = await admin.call<Page<{ id: string; orderNo: string }>>('collectOrder/page', {
    status: ['success'],
    pageSize: 1,
  });
  const order = items[0]!;
  await admin.command('collectOrder/notify', { ids: [order.id], input: {} });
  const traceId = await traceOfLast('collectOrder', 'notify');
  await expect
    .poll(async () => logsIn(await traceOf(admin, traceId)), { interval: 300 })
    .toEqual(expect.arrayContaining(['sysLogOp', 'orderLog', 'callback']));
  const trace = await traceOf(admin, traceId.toUpperCase());
  expect(trace).toMatchObject({ cut: [], hidden: [] });
  const about = trace.items.filter(({ log }) => log === 'orderLog' || log === 'callback');
  expect(about.every(({ row }) => row.orderNo === order.orderNo)).toBe(true);
  const begins = trace.items.map(({ from }) => from);
  expect(begins).toEqual(begins.toSorted());
  expect(trace.items.every(({ from, at }) => from <= at)).toBe(true);
  const detail = await admin.call<{ timeline: TimelineItem[] }>(`collectOrder/detail?id=${order.id}`);
  const kinds = detail.timeline.filter((item) => item.traceId === traceId).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['log', 'callback']));
});

it('joins a request and the fields that it changed, its own rows alone', async () => {
  const added = await admin.call<{ id: string }>('sysPos/add', { name: 'Traced', code: 'traced' });
  const first = await traceOfLast('sysPos', 'add');
  await admin.call('sysPos/update', { id: added.id, version: 1, name: 'Renamed', code: 'traced' });
  const second = await traceOfLast('sysPos', 'update');
  expect(second).not.toBe(first);
  const difference = ({ items }: Trace): TraceItem['row'] | undefined =>
    items.find(({ log }) => log === 'sysLogDiff')?.row;
  expect(difference(await traceOf(admin, first))).toMatchObject({ diffType: 'add' });
  expect(difference(await traceOf(admin, second))).toMatchObject({
    diffType: 'update',
    beforeData: { name: 'Traced' },
    afterData: { name: 'Renamed' },
  });
});

it('finds a call of the Open API that was refused by the number in its answer', async () => {
  const answer = await fetch(`${server.base}/api/open/balance`, { method: 'POST', body: '{}' });
  const { extras } = (await answer.json()) as { extras: { traceId: string } };
  const { rows } = await server.database.pool.query(
    'select trace_id from open_api_log order by id desc limit 1',
  );
  expect(rows).toEqual([{ trace_id: extras.traceId }]);
  expect(logsIn(await traceOf(admin, extras.traceId))).toEqual(['openApiLog']);
});

it('finds by the number of an order its events, its callbacks and the requests that led to them', async () => {
  const { items } = await admin.call<Page<{ id: string; orderNo: string }>>('collectOrder/page', {
    status: ['success'],
    pageSize: 2,
  });
  const [other, order] = items;
  await admin.command('collectOrder/notify', { ids: [order!.id], input: {} });
  const find = async (text: string) => admin.call<Trace>('logTrace/items', { find: text, days: 1 });
  await expect
    .poll(async () => logsIn(await find(order!.orderNo)), { interval: 300 })
    .toEqual(expect.arrayContaining(['sysLogOp', 'orderLog', 'callback']));
  const found = await find(order!.orderNo.toLowerCase());
  const keys = found.items.map(({ log, id }) => `${log}:${id}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(found.items.some(({ row }) => row.orderNo === other!.orderNo)).toBe(false);
  expect(found.items.find(({ log }) => log === 'sysLogOp')?.row).toMatchObject({
    controllerName: 'collectOrder',
    actionName: 'notify',
  });
  expect(logsIn(await find(order!.id))).toEqual(expect.arrayContaining(['orderLog', 'callback']));
});

it('finds by an account what the person did and what was done to the person, within the days', async () => {
  const { items } = await admin.call<Page<{ id: string; account: string; version: number }>>('sysUser/page', {
    account: 'operator',
  });
  const { id, version } = items[0]!;
  await admin.call('sysUser/update', { id, version, remark: 'Night shift' });
  const operator = await server.signIn('operator', PASSWORD);
  await operator.ask('sysUserMenu/add', { menuId: '1' });
  const of = async (text: string) =>
    (await admin.call<Trace>('logTrace/items', { find: text, days: 1 })).items;
  await expect
    .poll(async () => (await of('operator')).map(({ log }) => log), { interval: 200 })
    .toEqual(expect.arrayContaining(['sysLogVis', 'sysLogOp', 'sysLogDiff']));
  const rows = await of('operator');
  const change = rows.find(({ log, row }) => log === 'sysLogDiff' && row.rowId === id);
  expect(change?.row).toMatchObject({ account: 'admin', afterData: { remark: 'Night shift' } });
  // The request that changed the person is the administrator's.
  expect(rows.some(({ log, row }) => log === 'sysLogOp' && row.traceId === change?.row.traceId)).toBe(true);
  await server.database.owner.query(
    "update sys_log_vis set log_date_time = log_date_time - interval '40 days' where account = 'operator'",
  );
  expect((await of('operator')).some(({ log }) => log === 'sysLogVis')).toBe(false);
  const { body } = await admin.ask('logTrace/items', { find: 'operator', days: 400 });
  expect(body.code).not.toBe(200);
});

it('shows of a trace what its reader may read, and to a merchant’s people nothing', async () => {
  const { body } = await admin.ask('logTrace/items', { find: randomUUID() });
  expect(body.result).toMatchObject({ items: [] });
  expect((await server.anonymous.ask('logTrace/items', { find: 'xy' })).body.code).toBe(401);
  const { rows } = await server.database.owner.query<{ account: string }>(
    `select u.account from sys_user u where u.merchant_id is not null and u.status = 1 limit 1`,
  );
  const merchant = await server.signIn(rows[0]!.account, PASSWORD);
  const refused = await merchant.ask('logTrace/items', { find: randomUUID() });
  expect(refused.body.extras?.errorCode).toBe('wrongAudience');
  const { items } = await merchant.call<Page<{ id: string }>>('collectOrder/page', { pageSize: 1 });
  const detailOf = (who: Client) =>
    who.call<{ timeline: TimelineItem[] }>(`collectOrder/detail?id=${items[0]!.id}`);
  expect((await detailOf(admin)).timeline[0]).toHaveProperty('traceId');
  const { timeline } = await detailOf(merchant);
  expect(timeline.length).toBeGreaterThan(0);
  for (const item of timeline) expect(item).not.toHaveProperty('traceId');
});
