import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillCandidates } from '../../contract/billCandidates.ts';
import type { ActionResult } from '../../contract/calls.ts';
import { expireOrder, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { returnPayout } from '../../server/domain/orders/payout/payMoves.ts';
import { lockPayout } from '../../server/domain/orders/payStore.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import {
  balancesOf,
  openPayout,
  type PayoutWorld,
  upstreamAnswer,
  submitted,
} from '../safety/payoutWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  type BankWorld,
  billsOf,
  makePayingBankWorld,
  orderOf,
  stamp,
  suspendedOf,
  take,
} from './bankWorld.ts';

/** The line of money that is booked already brings nothing to another order that it would fit as well. */

let server: TestServer;
let world: PayoutWorld & BankWorld;
const PAYER = 'asha7@okaxis';

beforeAll(async () => {
  server = await startServer();
  world = await makePayingBankWorld(server, '90000');
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
async function paying(amount: string): Promise<string> {
  const id = await openOrder(pool(), world, { amount });
  await pool().query('update collect_order set payer_id = $2 where id = $1', [id, PAYER]);
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
const bookNotice = (id: string, amount: string, reference?: string) =>
  transact(pool(), (tx) =>
    succeedOrder(tx, id, { paidAmount: amount, utr: reference, upstreamOrderNo: `n${id}` }),
  );
const credit = async (amount: string, reference = '') =>
  (
    await billsOf(server, await take(server, world, `${stamp()},${reference},${amount},,${PAYER},UPI`, true))
  )[0]!;
const returned = async (id: string) =>
  transact(pool(), async (tx) => returnPayout(tx, await lockPayout(tx, id), false, 'bounced', new Date()));
const shown = async (id: string) =>
  (await world.finance.call<BillCandidates>('bankBill/candidates', { id })).orders
    .map(({ orderNo, status, score }) => ({ orderNo, status, score }))
    .sort((one, next) => one.status - next.status);

describe('a credit', () => {
  it.each([
    ['told of without a reference', '711', undefined, utr()],
    ['told of by a reference that the line lacks', '712', utr(), ''],
  ])('is nobody’s beside another order of the payer, where it was %s', async (_, amount, reference, line) => {
    const [paid, open] = [await paying(amount), await paying(amount)];
    await bookNotice(paid, amount, reference);
    const bill = await credit(amount, line);
    expect(bill).toMatchObject({ status: 0, effect: null });
    const [own, other] = [await orderOf(server, paid), await orderOf(server, open)];
    expect(other).toMatchObject({ status: 1, paid: null });
    // Both are listed with it for a person, with how well they fit and what they are.
    expect(await shown(bill.id)).toEqual([
      { orderNo: other.orderNo, status: 1, score: 85 },
      { orderNo: own.orderNo, status: 2, score: 85 },
    ]);
    const input = { orderNo: own.orderNo };
    const { done } = await world.finance.command<ActionResult>('bankBill/match', { ids: [bill.id], input });
    expect(done).toEqual([bill.id]);
    // The next one of the payer is the other's: this one has its line.
    expect(await credit(amount, utr())).toMatchObject({ effect: 'paid', orderNo: other.orderNo });
    expect(await orderOf(server, paid)).toMatchObject({ status: 2, paid: amount });
  });

  it('puts no abandoned order of the payer in review', async () => {
    const [paid, left] = [await paying('713'), await paying('713')];
    await bookNotice(paid, '713');
    await transact(pool(), (tx) => expireOrder(tx, left));
    expect(await credit('713', utr())).toMatchObject({ status: 0 });
    expect(await orderOf(server, left)).toMatchObject({ status: 4, paid: null });
  });

  it('ties to the paid order where no other fits, and moves nothing', async () => {
    const paid = await paying('714');
    await bookNotice(paid, '714');
    const before = await balancesOf(pool(), world.merchantId);
    const { orderNo } = await orderOf(server, paid);
    expect(await credit('714', utr())).toMatchObject({ status: 1, effect: 'tied', orderNo });
    expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
    expect(await suspendedOf(server, paid)).toBe('0');
  });

  it('pays the other order where the paid one has another reference, or its line', async () => {
    const [paid, open] = [await paying('715'), await paying('715')];
    const own = utr();
    await bookNotice(paid, '715', own);
    const { orderNo } = await orderOf(server, open);
    expect(await credit('715', utr())).toMatchObject({ status: 1, effect: 'paid', orderNo });
    const third = await paying('715');
    expect(await credit('715', own)).toMatchObject({ status: 1, effect: 'tied' });
    const next = await orderOf(server, third);
    expect(await credit('715')).toMatchObject({ status: 1, effect: 'paid', orderNo: next.orderNo });
  });
});

describe('a credit of the payer’s other order', () => {
  const apart = (id: string, by: string) =>
    pool().query(
      `update collect_order set created_at = created_at - $2::interval, paid_at = paid_at - $2::interval where id = $1`,
      [id, by],
    );
  it('is left to a person where the paid one was paid another sum', async () => {
    const [short, open] = [await paying('1721'), await paying('721')];
    await bookNotice(short, '721');
    const bill = await credit('721', utr());
    expect(bill).toMatchObject({ status: 0, effect: null });
    expect(await orderOf(server, open)).toMatchObject({ status: 1, paid: null });
    const input = { orderNo: (await orderOf(server, short)).orderNo };
    await world.finance.command<ActionResult>('bankBill/match', { ids: [bill.id], input });
    expect(await suspendedOf(server, short)).toBe('721');
    expect(await credit('721', utr())).toMatchObject({ effect: 'paid' });
  });

  it('ties to money told of for an order of another sum, where no other fits', async () => {
    const short = await paying('1722');
    await bookNotice(short, '722');
    const { orderNo } = await orderOf(server, short);
    expect(await credit('722', utr())).toMatchObject({ status: 1, effect: 'suspense', orderNo });
    expect(await suspendedOf(server, short)).toBe('722');
    expect((await orderOf(server, short)).status).toBe(7);
  });

  it('is left to a person where an order of days before was paid late', async () => {
    const [late, open] = [await paying('723'), await paying('723')];
    await transact(pool(), (tx) => expireOrder(tx, late));
    await apart(late, '9 days');
    await bookNotice(late, '723');
    expect(await credit('723', utr())).toMatchObject({ status: 0 });
    expect((await orderOf(server, open)).status).toBe(1);
  });

  it('is left to a person where the upstream calls the payment otherwise than the bank', async () => {
    const [paid, open] = [await paying('724'), await paying('724')];
    await bookNotice(paid, '724', 'PG-88213-A');
    const bill = await credit('724', utr());
    expect(bill).toMatchObject({ status: 0 });
    expect((await orderOf(server, open)).status).toBe(1);
  });

  it('is left to a person where word came after the line, and more of the payer’s money has a line', async () => {
    const [paid, open] = [await paying('725'), await paying('725')];
    await bookNotice(paid, '725');
    const input = { orderNo: (await orderOf(server, paid)).orderNo };
    const more = await credit('725.5');
    await world.finance.command<ActionResult>('bankBill/match', { ids: [more.id], input });
    const hour = new Date(Date.now() - 3_600_000);
    await pool().query('update collect_order set created_at = $2 where id = any($1)', [
      [paid, open],
      new Date(hour.getTime() - 60_000),
    ]);
    const line = `${stamp(hour)},,725,,${PAYER},UPI`;
    const [bill] = await billsOf(server, await take(server, world, line, true));
    expect(bill).toMatchObject({ status: 0 });
    expect((await orderOf(server, open)).status).toBe(1);
  });

  it('finds the payer’s order among a hundred of the same sum', async () => {
    const own = await paying('726');
    await Promise.all(Array.from({ length: 100 }, () => openOrder(pool(), world, { amount: '726' })));
    const { orderNo } = await orderOf(server, own);
    expect(await credit('726', utr())).toMatchObject({ status: 1, effect: 'paid', orderNo });
  });
});

it('a debit pays no second payout of the beneficiary where the first is paid and has no line', async () => {
  const about = { amount: '1201', receivingAddress: 'ravi.k@okaxis' };
  const [paid, open] = [await openPayout(pool(), world, about), await openPayout(pool(), world, about)];
  const attempt = await submitted(pool(), paid.id);
  await submitted(pool(), open.id);
  const answer = upstreamAnswer('paid', { amount: '1201' });
  await transact(pool(), (tx) => applyPayoutAnswer(tx, paid.id, attempt, answer, new Date()));
  const line = () => take(server, world, `${stamp()},${utr()},,1201,ravi.k@okaxis,UPI DR`, true);
  const [bill] = await billsOf(server, await line());
  expect(bill).toMatchObject({ status: 0 });
  expect((await orderOf(server, open.id, 'pay_order')).status).toBe(3);
  expect(await shown(bill!.id)).toEqual([
    { orderNo: open.orderNo, status: 3, score: 85 },
    { orderNo: paid.orderNo, status: 4, score: 85 },
  ]);
  const input = { orderNo: paid.orderNo };
  await world.finance.command<ActionResult>('bankBill/match', { ids: [bill!.id], input });
  const [next] = await billsOf(server, await line());
  expect(next).toMatchObject({ status: 1, effect: 'paid', orderNo: open.orderNo });
});

it.each([
  ['names whom it was for', '1731', 'UPI'],
  ['says that it comes back', '1732', 'UPI-RETURN'],
])('a credit that %s pays no collection by the rules', async (what, amount, text) => {
  const party = `foo${amount}@ybl`;
  if (what.startsWith('names')) {
    const { id } = await openPayout(pool(), world, { amount, receivingAddress: party });
    const attempt = await submitted(pool(), id);
    const answer = upstreamAnswer('paid', { amount });
    await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, answer, new Date()));
  }
  const order = await paying(amount);
  await pool().query('update collect_order set payer_id = $2 where id = $1', [order, party]);
  const line = `${stamp()},${utr()},${amount},,,${text} ${party}`;
  const [bill] = await billsOf(server, await take(server, world, line, true));
  expect(bill).toMatchObject({ status: 0, effect: null });
  expect((await orderOf(server, order)).status).toBe(1);
});

it('a debit ties to its own payout that came back since, also after it was undone', async () => {
  const { id } = await openPayout(pool(), world, { amount: '1204' });
  const attempt = await submitted(pool(), id);
  const reference = utr();
  const paid = upstreamAnswer('paid', { amount: '1204', utr: reference });
  await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, paid, new Date()));
  await returned(id);
  const { orderNo } = await orderOf(server, id, 'pay_order');
  const before = await balancesOf(pool(), world.merchantId);
  const line = `${stamp()},${reference},,1204,bank,UPI DR`;
  const batch = await take(server, world, line, true);
  const [bill] = await billsOf(server, batch);
  expect(bill).toMatchObject({ status: 1, effect: 'tied', orderNo });
  await world.finance.command<ActionResult>('bankBill/unmatch', { ids: [bill!.id] });
  const input = { orderNo };
  const again = await world.finance.command<ActionResult>('bankBill/match', { ids: [bill!.id], input });
  expect(again.done).toEqual([bill!.id]);
  expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
  expect((await orderOf(server, id, 'pay_order')).status).toBe(8);
});

it.each([
  ['came back since', '1202', (id: string) => returned(id)],
  [
    'was made days before it was sent',
    '1203',
    (id: string) =>
      pool().query(`update pay_order set created_at = created_at - interval '2 days' where id = $1`, [id]),
  ],
])('a debit of a payout that %s pays no other one of the beneficiary', async (_, amount, then) => {
  const about = { amount, receivingAddress: `ravi${amount}@okaxis` };
  const [paid, open] = [await openPayout(pool(), world, about), await openPayout(pool(), world, about)];
  const attempt = await submitted(pool(), paid.id);
  await submitted(pool(), open.id);
  await transact(pool(), (tx) =>
    applyPayoutAnswer(tx, paid.id, attempt, upstreamAnswer('paid', { amount }), new Date()),
  );
  await then(paid.id);
  const text = `${stamp()},${utr()},,${amount},${about.receivingAddress},UPI DR`;
  const [bill] = await billsOf(server, await take(server, world, text, true));
  expect(bill).toMatchObject({ status: 0 });
  expect((await orderOf(server, open.id, 'pay_order')).status).toBe(3);
});
