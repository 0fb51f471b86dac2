import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { lockPayout } from '../../server/actions/payStore.ts';
import { releasePayout } from '../../server/actions/payMoves.ts';
import { lookAgain } from '../../server/bank/stale.ts';
import { transact } from '../../server/db/transaction.ts';
import {
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
  said,
  submitted,
} from '../safety/payoutWorld.ts';
import { applyPayoutAnswer } from '../../server/upstreams/payoutOutcome.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, stamp, take } from './bankWorld.ts';

/** What a statement's line proposes is an order that it can be matched with, and is what it is found by. */

let server: TestServer;
let world: PayoutWorld & BankWorld;
let staff: Hand;
const AMOUNT = '1200';

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const payouts = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9');
  world = { ...payouts, ...(await makeBankWorld(server, payouts)) };
  await fund(pool(), world.merchantId, '9000');
  const own = ['payOrder:page', 'payOrder:confirmFailed', 'payOrder:forceConfirm', 'payOrder:supervise'];
  const bills = ['page', 'match', 'ignore'].map((verb) => `bankBill:${verb}`);
  staff = await hand(server, world, [...own, ...bills]);
});

const pool = () => server.database.pool;

/** A payout whose upstream never said what became of it. */
async function unknown(amount = AMOUNT): Promise<{ id: string; orderNo: string }> {
  const { id, orderNo } = await openPayout(pool(), world, { amount });
  const attempt = await submitted(pool(), id);
  await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, said('unknown'), new Date()));
  return { id, orderNo };
}
async function debit(text: string, payer = '', amount = AMOUNT, reference = utr()) {
  const batch = await take(server, world, `${stamp()},${reference},,${amount},${payer},${text}`);
  return (await billsOf(server, batch))[0]!;
}
const again = async (id: string) =>
  (await pool().query('select candidate_no as "orderNo", score from bank_bill where id = $1', [id])).rows[0];

it('is proposed no longer once it has failed, by its number or by its amount', async () => {
  const named = await unknown();
  const alike = await unknown('1300');
  const [one, two] = [await debit(`Payout ${named.orderNo}`), await debit('', '', '1300')];
  expect([one.candidateNo, two.candidateNo]).toEqual([named.orderNo, alike.orderNo]);
  for (const { id } of [named, alike])
    await transact(pool(), async (tx) => {
      const actor = { operator: 'test', operatorId: null };
      await releasePayout(tx, await lockPayout(tx, id), 'fail', 'asked the bank', new Date(), actor);
    });
  await lookAgain(server.deps);
  for (const { id } of [one, two]) expect(await again(id)).toEqual({ orderNo: null, score: 0 });
});

it('is proposed by one line no longer once another one is its own', async () => {
  const { orderNo } = await unknown();
  const [own, twin] = [await debit(`Payout ${orderNo}`), await debit(`Payout ${orderNo}`)];
  await staff.client.command('bankBill/match', { ids: [own.id], input: { orderNo } });
  expect((await again(twin.id)).orderNo).toBe(orderNo);
  await lookAgain(server.deps);
  expect((await again(twin.id)).orderNo).toBeNull();
});

it('finds a line by the order that its row shows, be it only proposed', async () => {
  const { orderNo } = await unknown();
  const line = await debit(`Payout ${orderNo}`);
  const id = await openOrder(pool(), world, { amount: '7777' });
  const { rows } = await pool().query('select order_no as "no" from collect_order where id = $1', [id]);
  const credit = (await billsOf(server, await take(server, world, `${stamp()},${utr()},7777,,,`)))[0]!;
  const found = async (anyId: string) =>
    (await staff.client.call<{ items: Row[] }>('bankBill/page', { anyId })).items.map((row) => row.id);
  expect(await found(orderNo)).toEqual([line.id]);
  expect(await found(rows[0].no)).toEqual([credit.id]);
});
