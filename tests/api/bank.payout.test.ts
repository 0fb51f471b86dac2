import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { lockPayout } from '../../server/domain/orders/payStore.ts';
import { releasePayout } from '../../server/domain/orders/payout/payMoves.ts';
import { lookAgain } from '../../server/domain/reconciliation/stale.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { openPayout, type PayoutWorld, upstreamAnswer, submitted } from '../safety/payoutWorld.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { newPlatform, openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makePayingBankWorld, stamp, take } from './bankWorld.ts';

/** A statement line of a payout keeps it from being given back, as long as nobody has seen to it. */

let server: TestServer;
let world: PayoutWorld & BankWorld;
let staff: Hand;
const AMOUNT = '1200';
const BENEFICIARY = 'asha.k@okaxis';

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makePayingBankWorld(server, '9000', await newPlatform(pool()));
  const own = ['payOrder:page', 'payOrder:confirmFailed', 'payOrder:forceConfirm', 'payOrder:supervise'];
  const bills = ['page', 'match', 'ignore'].map((verb) => `bankBill:${verb}`);
  staff = await hand(server, world, [...own, ...bills]);
});

const pool = () => server.database.pool;

/** A payout whose upstream never reported what became of it. */
async function unknown(amount = AMOUNT): Promise<{ id: string; orderNo: string }> {
  const { id, orderNo } = await openPayout(pool(), world, { amount, receivingAddress: BENEFICIARY });
  const attempt = await submitted(pool(), id);
  await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, upstreamAnswer('unknown'), new Date()));
  return { id, orderNo };
}
async function debit(text: string, payer = '', amount = AMOUNT, reference = utr()) {
  const batch = await take(server, world, `${stamp()},${reference},,${amount},${payer},${text}`);
  return (await billsOf(server, batch))[0]!;
}
const again = async (id: string) =>
  (await pool().query('select candidate_no as "orderNo", score from bank_bill where id = $1', [id])).rows[0];
const reason = { reason: 'the bank found nothing' };
const confirmFailed = (id: string) =>
  staff.client.command<ActionResult>('payOrder/confirmFailed', {
    ids: [id],
    input: { ...reason, otp: staff.phone.code() },
  });
const rehearse = (id: string) =>
  staff.client.call<ActionResult>('payOrder/confirmFailed', { ids: [id], dryRun: true });
const refusalsOf = ({ refused }: ActionResult) => refused.map(({ code, message }) => `${code}: ${message}`);

it('is not given back while a line of its amount names it; ignored, it is', async () => {
  const { id, orderNo } = await unknown();
  const line = await debit(`Payout ${orderNo}`);
  const why = [
    `payoutBillPending: Bill ${line.billNo} says that this payout has left: match it, or ignore it first`,
  ];
  expect(refusalsOf(await rehearse(id))).toEqual(why);
  expect(refusalsOf(await confirmFailed(id))).toEqual(why);
  await staff.client.command('bankBill/ignore', { ids: [line.id] });
  expect((await confirmFailed(id)).done).toEqual([id]);
});

it('is not given back where the rules would match a line with it', async () => {
  const { id, orderNo } = await unknown();
  const line = await debit('', BENEFICIARY);
  expect((await confirmFailed(id)).refused[0]?.code).toBe('payoutBillPending');
  const matched = { ids: [line.id], input: { orderNo } };
  expect((await staff.client.command<ActionResult>('bankBill/match', matched)).done).toEqual([line.id]);
});

it('is shown a line that might be of it, and does not wait for that', async () => {
  const { id } = await unknown();
  const line = await debit('transfer');
  const { preview } = await rehearse(id);
  expect(preview![0]!.after).toMatchObject({ lines: [{ billNo: line.billNo, amount: AMOUNT }] });
  expect((await confirmFailed(id)).done).toEqual([id]);
});

it('does not wait for a line that fits another payout better', async () => {
  const { id } = await unknown();
  const other = await unknown();
  await debit(`Payout ${other.orderNo}`);
  expect((await rehearse(id)).preview![0]!.after).not.toHaveProperty('lines');
  expect((await confirmFailed(id)).done).toEqual([id]);
});

it('is proposed no longer by its amount once it has failed, but by its number, as it may have left all the same', async () => {
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
  expect(await again(one.id)).toMatchObject({ orderNo: named.orderNo });
  expect(await again(two.id)).toEqual({ orderNo: null, score: 0 });
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

it('is neither sent again nor given back where a line of the bank says that it has left', async () => {
  const about = { amount: '1471', receivingAddress: 'leela9@okaxis' };
  const { id, orderNo } = await openPayout(pool(), world, about);
  const attempt = await submitted(pool(), id);
  const text = `${stamp()},${utr()},,1471,leela9@okaxis,UPI DR`;
  const [line] = await billsOf(server, await take(server, world, text));
  const failed = upstreamAnswer('failed', { reason: 'declined' });
  await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, failed, new Date()));
  const state = async () =>
    (await pool().query('select status, attempts from pay_order where id = $1', [id])).rows[0];
  expect(await state()).toEqual({ status: 9, attempts: 1 });
  const match = { ids: [line!.id], input: { orderNo } };
  expect((await staff.client.command<ActionResult>('bankBill/match', match)).done).toEqual([line!.id]);
  expect(await state()).toEqual({ status: 4, attempts: 1 });
});

it('is not paid by a line under which the bank takes a collection back', async () => {
  const { merchantId, channelId, upstreamId } = world;
  const [order, reference] = [
    await openOrder(pool(), { ...world, merchantId, channelId }, { amount: AMOUNT }),
    utr(),
  ];
  await transact(pool(), async (tx) => {
    await submitOrder(tx, order, { upstreamId });
    await succeedOrder(tx, order, { paidAmount: AMOUNT, utr: reference });
  });
  const { id, orderNo } = await openPayout(pool(), world, { amount: AMOUNT, receivingAddress: BENEFICIARY });
  await submitted(pool(), id);
  const batch = await take(server, world, `${stamp()},${reference},,${AMOUNT},${BENEFICIARY},returned`, true);
  const [line] = await billsOf(server, batch);
  expect(line).toMatchObject({ status: 0, orderNo: null });
  const match = await staff.client.command<ActionResult>('bankBill/match', {
    ids: [line!.id],
    input: { orderNo },
  });
  expect(match.refused.map(({ code }) => code)).toEqual(['utrUsed']);
  const { rows } = await pool().query('select status from pay_order where id = $1', [id]);
  expect(rows).toEqual([{ status: 3 }]);
});
