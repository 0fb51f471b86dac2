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
  await expect.poll(last, { timeout: 10_000, interval: 200 }).toBeDefined();
  return (await last())!;
}

const traceOf = (who: Client, traceId: string) => who.call<Trace>('logTrace/items', { traceId });
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
    .poll(async () => logsIn(await traceOf(admin, traceId)), { timeout: 20_000, interval: 300 })
    .toEqual(expect.arrayContaining(['sysLogOp', 'orderLog', 'callback']));
  const trace = await traceOf(admin, traceId.toUpperCase());
  expect(trace).toMatchObject({ traceId, cut: [], hidden: [] });
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

it('shows of a trace what its reader may read, and to a merchant’s people nothing', async () => {
  const { body } = await admin.ask('logTrace/items', { traceId: randomUUID() });
  expect(body.result).toMatchObject({ items: [] });
  expect((await server.anonymous.ask('logTrace/items', { traceId: 'x' })).body.code).toBe(401);
  const { rows } = await server.database.owner.query<{ account: string }>(
    `select u.account from sys_user u where u.merchant_id is not null and u.status = 1 limit 1`,
  );
  const merchant = await server.signIn(rows[0]!.account, PASSWORD);
  const refused = await merchant.ask('logTrace/items', { traceId: randomUUID() });
  expect(refused.body.extras?.errorCode).toBe('wrongAudience');
  const { items } = await merchant.call<Page<{ id: string }>>('collectOrder/page', { pageSize: 1 });
  const detailOf = (who: Client) =>
    who.call<{ timeline: TimelineItem[] }>(`collectOrder/detail?id=${items[0]!.id}`);
  expect((await detailOf(admin)).timeline[0]).toHaveProperty('traceId');
  const { timeline } = await detailOf(merchant);
  expect(timeline.length).toBeGreaterThan(0);
  for (const item of timeline) expect(item).not.toHaveProperty('traceId');
});
