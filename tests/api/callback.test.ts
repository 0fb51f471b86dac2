import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallbackTimeline } from '../../contract/callbackTimeline.ts';
import type { ActionResult } from '../../contract/calls.ts';
import { failOrder, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { createOrder } from '../../server/domain/orders/collect/collectCreate.ts';
import { deliver, recordLate, sweep } from '../../server/domain/callbacks/deliver.ts';
import {
  queueManualCallback,
  scheduleCallback,
  TRY_AFTER_S,
} from '../../server/domain/callbacks/schedule.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { createOutbound } from '../../server/platform/outbound/outbound.ts';
import type { Client } from '../support/client.ts';
import { TestClock, type TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
let admin: Client;
let route: { merchantId: string; channelId: string };
let count = 0;
/** The worker's time; sessions keep the server's. */
const clock = new TestClock();

interface Schedule {
  id: string;
  attempts: number;
  state: number;
  wait: number | null;
}

beforeAll(async () => {
  server = await demoWorld(200);
  admin = await server.signIn('admin', PASSWORD);
  const { rows } = await server.database.pool.query(
    `select b.merchant_id as "merchantId", b.channel_id as "channelId" from channel_binding b
     join merchant m on m.id = b.merchant_id where m.name = 'Kaveri Games' and b.currency = 'INR' limit 1`,
  );
  route = rows[0];
});
afterAll(() => server.stop());

const deps = () => ({ ...server.deps, clock });
const sandbox = (behaviour: string) => admin.call('demo/sandbox', { sandbox: 'kaveri-games', behaviour });

/** An order that has just come to an end, with its schedule due. */
async function ended(
  how: 'paid' | 'failed',
  callbackUrl?: string,
): Promise<{ orderId: string; scheduleId: string }> {
  const { pool } = server.database;
  const now = clock.now();
  count += 1;
  const order = {
    ...route,
    merchantOrderNo: `T${count}`,
    amount: '500',
    ...(callbackUrl ? { callbackUrl } : {}),
  };
  const { id } = await transact(pool, (tx) => createOrder(tx, order, now));
  await transact(pool, (tx) => submitOrder(tx, id, {}, now));
  await transact(pool, (tx) =>
    how === 'paid'
      ? succeedOrder(tx, id, { paidAmount: '500', utr: String(100_000_000_000 + count) }, now)
      : failOrder(tx, id, undefined, now),
  );
  const { rows } = await pool.query('select id from callback_schedule where order_id = $1', [id]);
  return { orderId: id, scheduleId: rows[0].id };
}

async function scheduleOf(id: string): Promise<Schedule> {
  const { rows } = await server.database.pool.query<Schedule>(
    'select id, attempts, state, extract(epoch from next_try_at - $2::timestamptz)::float8 as wait from callback_schedule where id = $1',
    [id, clock.now()],
  );
  return rows[0]!;
}

const orderOf = async (id: string) =>
  (
    await server.database.pool.query(
      'select callback_status as status, callback_count as count from collect_order where id = $1',
      [id],
    )
  ).rows[0];

describe('callbacks', () => {
  it('queue the first try with the change of status', async () => {
    const { scheduleId, orderId } = await ended('paid');
    const { rows } = await server.database.pool.query(`select from graphile_worker.jobs j where j.key = $1`, [
      `callback:${scheduleId}`,
    ]);
    expect(rows).toHaveLength(1);
    expect(await orderOf(orderId)).toEqual({ status: 1, count: 0 });
  });

  it('reach the merchant with a valid signature, once', async () => {
    await sandbox('well');
    const { orderId, scheduleId } = await ended('paid');
    expect(await deliver(deps(), { scheduleId })).toMatchObject({
      delivered: true,
      httpStatus: 200,
      answer: 'SUCCESS',
    });
    expect(await deliver(deps(), { scheduleId })).toBeUndefined();
    const { received } = await admin.call<{
      received: { eventId: string; signatureValid: boolean; status: number }[];
    }>('demo/sandbox');
    const mine = received.filter((entry) => entry.eventId === scheduleId);
    expect(mine).toEqual([expect.objectContaining({ signatureValid: true, status: 2 })]);
    expect(await orderOf(orderId)).toEqual({ status: 2, count: 1 });
    expect(await scheduleOf(scheduleId)).toMatchObject({ attempts: 1, state: 2, wait: null });
  });

  it('try eight times as planned, then have failed; a manual try is one more', async () => {
    await sandbox('fail');
    const { orderId, scheduleId } = await ended('failed');
    for (const [made, wait] of [...TRY_AFTER_S.slice(1), null].entries()) {
      expect(await deliver(deps(), { scheduleId })).toMatchObject({ delivered: false, failure: 'HTTP 500' });
      const schedule = await scheduleOf(scheduleId);
      expect(schedule).toMatchObject({ attempts: made + 1, state: wait === null ? 3 : 1 });
      if (wait === null) continue;
      expect(Math.abs(schedule.wait! - wait)).toBeLessThan(3);
      expect(await deliver(deps(), { scheduleId })).toBeUndefined();
      clock.advance(wait * 1000 + 3_000);
    }
    expect(await orderOf(orderId)).toEqual({ status: 3, count: TRY_AFTER_S.length });
    await sandbox('well');
    await deliver(deps(), { scheduleId, manual: true });
    expect(await orderOf(orderId)).toEqual({ status: 2, count: TRY_AFTER_S.length + 1 });
    const { rows } = await server.database.owner.query('select problem from invariant_i16');
    expect(rows).toEqual([]);
  });

  it('are sent once more from their own list, and tell the whole event beside it', async () => {
    await sandbox('fail');
    const { orderId, scheduleId } = await ended('paid');
    await deliver(deps(), { scheduleId });
    const { rows } = await server.database.pool.query(
      'select id::text, order_no from callback where schedule_id = $1',
      [scheduleId],
    );
    const tried = rows[0] as { id: string; order_no: string };
    const { done } = await admin.command<ActionResult>('callback/resend', { ids: [tried.id] });
    expect(done).toEqual([tried.id]);
    const jobs = await server.database.pool.query(
      `select payload from graphile_worker._private_jobs where payload ->> 'scheduleId' = $1 and payload ->> 'manual' = 'true'`,
      [scheduleId],
    );
    expect(jobs.rows).toHaveLength(1);
    const log = await server.database.pool.query(
      `select resource, operator from order_log where order_id = $1 and event = 'notify'`,
      [orderId],
    );
    expect(log.rows).toEqual([{ resource: 'collectOrder', operator: 'admin' }]);
    const { timeline, reported } = await admin.call<{ timeline: CallbackTimeline; reported: string }>(
      `callback/detail?id=${tried.id}`,
    );
    expect(reported).toBe('success');
    expect(timeline).toMatchObject({ state: 1, tries: 1, of: TRY_AFTER_S.length });
    expect(timeline.attempts).toMatchObject([{ attempt: 1, delivered: false, httpStatus: 500 }]);
    expect(timeline.request).toMatchObject({ eventId: scheduleId, orderNo: tried.order_no, status: 2 });
    expect(JSON.stringify(timeline)).not.toContain('signature');
  });

  it('take an answer other than SUCCESS for a failure, and a manual failure leaves the plan alone', async () => {
    await sandbox('wrong');
    const { scheduleId } = await ended('paid');
    await deliver(deps(), { scheduleId });
    const planned = await scheduleOf(scheduleId);
    expect(await deliver(deps(), { scheduleId, manual: true })).toMatchObject({
      failure: 'answer is not SUCCESS',
    });
    const after = await scheduleOf(scheduleId);
    expect(after).toMatchObject({ attempts: 1, state: 1 });
    expect(Math.abs(after.wait! - planned.wait!)).toBeLessThan(3);
    await sandbox('well');
  });

  it('stand in the order’s log and once in its timeline, planned or by hand', async () => {
    await sandbox('fail');
    const { orderId, scheduleId } = await ended('paid');
    await deliver(deps(), { scheduleId });
    await sandbox('well');
    await deliver(deps(), { scheduleId, manual: true });
    const { rows } = await server.database.pool.query(
      "select operator, before, after, remark from order_log where order_id = $1 and event = 'callback' order by id",
      [orderId],
    );
    expect(rows).toEqual([
      {
        operator: 'system',
        before: { callbackStatus: 1 },
        after: { callbackStatus: 1, delivered: false, httpStatus: 500 },
        remark: 'HTTP 500',
      },
      {
        operator: 'system',
        before: { callbackStatus: 1 },
        after: { callbackStatus: 2, delivered: true, httpStatus: 200 },
        remark: null,
      },
    ]);
    const { timeline } = await admin.call<{ timeline: { kind: string; event?: string; manual?: boolean }[] }>(
      `collectOrder/detail?id=${orderId}`,
    );
    const reports = timeline.filter(({ kind, event }) => kind === 'callback' || event === 'callback');
    expect(reports).toMatchObject([
      { kind: 'callback', manual: true, status: 2 },
      { kind: 'callback', manual: false, status: 2 },
    ]);
  });

  it('are recorded once, however often the job that records them runs', async () => {
    const { orderId, scheduleId } = await ended('paid');
    const attempt = { delivered: true, httpStatus: 200, milliseconds: 5, answer: 'ok', failure: null };
    const outcome = { id: newId(), job: { scheduleId }, attempt, sentAt: clock.now().toISOString() };
    await recordLate(deps(), outcome);
    await recordLate(deps(), outcome);
    const { rows } = await server.database.pool.query(
      `select o.callback_count as reports, s.attempts, (select count(*)::int from callback c where c.order_id = o.id) as rows,
         (select count(*)::int from order_log l where l.order_id = o.id and l.event = 'callback') as logged
       from collect_order o join callback_schedule s on s.order_id = o.id where o.id = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ reports: 1, attempts: 1, rows: 1, logged: 1 }]);
  });

  it('queue a lost try again', async () => {
    const { scheduleId } = await ended('paid');
    await server.database.owner.query('delete from graphile_worker._private_jobs where key = $1', [
      `callback:${scheduleId}`,
    ]);
    clock.advance(61_000);
    expect(await sweep(deps())).toBeGreaterThan(0);
    const { rows } = await server.database.pool.query('select 1 from graphile_worker.jobs where key = $1', [
      `callback:${scheduleId}`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('queue one manual try for an order that was notified', async () => {
    const { orderId, scheduleId } = await ended('paid');
    const order = {
      id: orderId,
      merchantId: route.merchantId,
      callbackUrl: 'http://example.com/',
      status: 2,
    };
    await transact(server.database.pool, (tx) => queueManualCallback(tx, order));
    const { rows } = await server.database.pool.query(
      `select payload from graphile_worker._private_jobs where payload ->> 'scheduleId' = $1 and payload ->> 'manual' = 'true'`,
      [scheduleId],
    );
    expect(rows).toHaveLength(1);
  });

  it('tell no status any more that a later one has followed', async () => {
    await sandbox('fail');
    const { orderId, scheduleId } = await ended('failed');
    await deliver(deps(), { scheduleId });
    const { pool } = server.database;
    const order = {
      id: orderId,
      merchantId: route.merchantId,
      callbackUrl: 'https://merchant.example.com/cb',
    };
    await transact(pool, (tx) => scheduleCallback(tx, order, 2, clock.now()));
    expect(await scheduleOf(scheduleId)).toMatchObject({ attempts: 1, state: 3, wait: null });
    clock.advance(3_600_000);
    await sandbox('well');
    expect(await deliver(deps(), { scheduleId })).toBeUndefined();
    const { rows } = await pool.query('select id from callback_schedule where order_id = $1 and state = 1', [
      orderId,
    ]);
    expect(rows).toHaveLength(1);
    // A try that was under way as the status changed is the last one.
    const late = await ended('failed', order.callbackUrl);
    const outbound = createOutbound({
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
      connect: async () => {
        await transact(pool, (tx) => scheduleCallback(tx, { ...order, id: late.orderId }, 2, clock.now()));
        return { status: 500, headers: {}, body: '', truncated: false };
      },
    });
    const attempt = await deliver({ ...deps(), outbound }, { scheduleId: late.scheduleId });
    expect(attempt).toMatchObject({ failure: 'HTTP 500' });
    expect(await scheduleOf(late.scheduleId)).toMatchObject({ attempts: 1, state: 3, wait: null });
  });

  it('never go to a private address', async () => {
    for (const url of [
      'http://127.0.0.1:80/',
      'http://10.0.0.5/',
      'http://[::ffff:192.168.1.1]/',
      'http://localhost/',
      'https://169.254.169.254/latest',
    ]) {
      const { scheduleId } = await ended('paid', url);
      expect(await deliver(deps(), { scheduleId }), url).toMatchObject({
        delivered: false,
        failure: 'address refused: private',
      });
    }
  });

  it('do not follow a redirect', async () => {
    const asked: string[] = [];
    const outbound = createOutbound({
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
      connect: async ({ url, address }) => {
        asked.push(`${url.hostname} at ${address}`);
        return { status: 302, headers: { location: 'http://127.0.0.1/' }, body: '', truncated: false };
      },
    });
    const { scheduleId } = await ended('paid', 'https://merchant.example.com/cb');
    const attempt = await deliver({ ...deps(), outbound }, { scheduleId });
    expect(attempt).toMatchObject({ delivered: false, failure: 'HTTP 302' });
    expect(asked).toEqual(['merchant.example.com at 93.184.216.34']);
  });
});
