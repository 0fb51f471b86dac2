import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../contract/calls.ts';
import { fund, makePayoutWorld, openPayout, type PayoutWorld, submitted } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { paidOrder } from '../safety/world.ts';
import { exportedText } from '../support/jobs.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';

/** Fields of the specification that follow from what is stored: in lists, details and exports, for staff and merchants. */

let server: TestServer;
let world: PayoutWorld;
let operator: Hand;
let own: Hand;
const pool = () => server.database.pool;
const URL = 'https://shop.example/paid-out';

beforeAll(async () => {
  server = await startServer();
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:1/none');
  await fund(pool(), world.merchantId, '20000');
  const pages = ['payOrder', 'fundDetail', 'openApiLog'].map((id) => `${id}:page`);
  operator = await hand(server, world, [
    ...pages,
    'payOrder:forceConfirm',
    'payOrder:supervise',
    'payOrder:export',
  ]);
  own = await hand(server, world, pages, world.merchantId);
});
afterAll(() => server.stop());

async function payout(): Promise<string> {
  const { id } = await openPayout(pool(), world, { callbackUrl: URL });
  await submitted(pool(), id);
  return id;
}
const rowOf = async (who: Hand, resource: string, id: string): Promise<Row> => {
  const { items } = await who.client.call<{ items: Row[] }>(`${resource}/rows`, { ids: [id] });
  return items[0]!;
};

it('a payout is settled once it is paid and booked, and is notified of as its callbacks say', async () => {
  const [open, paid] = [await payout(), await payout()];
  const input = { utr: '123456789012', reason: 'seen at the bank', otp: operator.phone.code() };
  const key = { 'Idempotency-Key': randomUUID() };
  await operator.client.call('payOrder/forceConfirm', { ids: [paid], input }, key);
  await pool().query('update pay_order set callback_status = 2, callback_count = 3 where id = $1', [paid]);
  for (const who of [operator, own]) {
    expect(await rowOf(who, 'payOrder', open)).toMatchObject({ settled: false, settledAt: null });
    const row = await rowOf(who, 'payOrder', paid);
    expect(row).toMatchObject({ settled: true, notifyStatus: 2, notifyCount: 3, notifyUrl: URL });
    expect(row.settledAt).toBe(row.paidAt);
    // What only a payer leaves is there, and empty.
    const { visitedCashier, payerId, jumpUrl, payUrl } = row;
    expect({ visitedCashier, payerId, jumpUrl, payUrl }).toEqual({
      visitedCashier: null,
      payerId: null,
      jumpUrl: null,
      payUrl: null,
    });
    expect('upstreamPayUrl' in row).toBe(who === operator);
    expect(await who.client.call(`payOrder/detail?id=${paid}`)).toMatchObject({
      settled: true,
      notifyCount: 3,
    });
  }
  const worker = await startWorker(server.deps);
  try {
    const columns = ['orderNo', 'settled', 'settledAt', 'notifyStatus', 'notifyCount', 'notifyUrl', 'payUrl'];
    const text = await exportedText(server.base, operator.client, 'payOrder', { ids: [paid], columns });
    expect(text).toContain(URL);
  } finally {
    await worker.stop();
  }
});

it('a fund detail has the proof of the order or request behind it', async () => {
  const order = await paidOrder(pool(), world);
  await pool().query("update collect_order set proof = '/upload/seen.png' where id = $1", [order]);
  const paidOut = await payout();
  await pool().query("update pay_order set proof = '/upload/slip.png' where id = $1", [paidOut]);
  const proofsOf = async (who: Hand, id: string) => {
    const { rows } = await pool().query<{ id: string }>(
      'select id::text from fund_detail where order_id = $1 and merchant_id = $2 order by id',
      [id, world.merchantId],
    );
    expect(rows.length).toBeGreaterThan(0);
    const found = await Promise.all(rows.map((row) => rowOf(who, 'fundDetail', row.id)));
    return new Set(found.map(({ proof }) => proof));
  };
  for (const who of [operator, own]) {
    expect(await proofsOf(who, order)).toEqual(new Set(['/upload/seen.png']));
    expect(await proofsOf(who, paidOut)).toEqual(new Set(['/upload/slip.png']));
  }
});

it('a refused call of the Open API has its message in a field, and the account behind the merchant', async () => {
  const { rows } = await pool().query<{ id: string; account: string }>(
    `insert into open_api_log (id, merchant_id, method, path, headers, reason, error_message, answer_code, milliseconds)
     select 7, $1, 'POST', '/api/open/balance', '{}', 'refused', 'Not enough available', 400, 3
     returning id::text, (select account from sys_user where merchant_id = $1 order by id limit 1) as account`,
    [world.merchantId],
  );
  const { id, account } = rows[0]!;
  for (const who of [operator, own])
    expect(await rowOf(who, 'openApiLog', id)).toMatchObject({
      errorMessage: 'Not enough available',
      userAccount: account,
    });
});
