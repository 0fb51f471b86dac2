import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BillCandidates } from '../../contract/billCandidates.ts';
import type { ActionResult } from '../../contract/calls.ts';
import { expireOrder, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { releasePayout } from '../../server/domain/orders/payout/payMoves.ts';
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
import { type BankWorld, billsOf, makePayingBankWorld, orderOf, stamp, take } from './bankWorld.ts';

/** Banks book money days after it moved: over a weekend, a holiday, or in a statement that is fetched once a week. */

let server: TestServer;
let world: PayoutWorld & BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makePayingBankWorld(server, '90000');
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
async function paying(amount: string, payer: string): Promise<string> {
  const id = await openOrder(pool(), world, { amount });
  await pool().query('update collect_order set payer_id = $2 where id = $1', [id, payer]);
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
const ago = (table: 'collect_order' | 'pay_order', id: string, columns: readonly string[], by: string) =>
  pool().query(
    `update ${table} set ${columns.map((name) => `${name} = ${name} - interval '${by}'`).join(', ')} where id = $1`,
    [id],
  );
const line = async (text: string) => (await billsOf(server, await take(server, world, text, true)))[0]!;
const credit = (amount: string, payer: string, reference = '') =>
  line(`${stamp()},${reference},${amount},,${payer},UPI`);
const debit = (amount: string, address: string) => line(`${stamp()},${utr()},,${amount},${address},UPI DR`);
const shown = async (id: string) =>
  (await world.finance.call<BillCandidates>('bankBill/candidates', { id })).orders.map(
    ({ orderNo, score }) => ({ orderNo, score }),
  );

it.each(['30 hours', '60 hours', '9 days'])(
  'a credit booked %s after its money was told of pays no newer order of the payer',
  async (by) => {
    const payer = `late${by.replace(' ', '')}@okaxis`;
    const [paid, open] = [await paying('801', payer), await paying('801', payer)];
    await transact(pool(), (tx) =>
      succeedOrder(tx, paid, { paidAmount: '801', utr: undefined, upstreamOrderNo: `n${paid}` }),
    );
    await ago('collect_order', paid, ['created_at', 'paid_at'], by);
    const bill = await credit('801', payer, utr());
    expect(bill).toMatchObject({ status: 0, effect: null });
    const [own, other] = [await orderOf(server, paid), await orderOf(server, open)];
    expect(other).toMatchObject({ status: 1, paid: null });
    expect(await shown(bill.id)).toEqual([
      { orderNo: other.orderNo, score: 85 },
      { orderNo: own.orderNo, score: 70 },
    ]);
    const input = { orderNo: own.orderNo };
    await world.finance.command<ActionResult>('bankBill/match', { ids: [bill.id], input });
    expect(await credit('801', payer, utr())).toMatchObject({ effect: 'paid', orderNo: other.orderNo });
  },
);

it('a debit booked after the weekend pays no newer payout of the beneficiary', async () => {
  const about = { amount: '1111', receivingAddress: 'ravi1111@okaxis' };
  const [friday, monday] = [await openPayout(pool(), world, about), await openPayout(pool(), world, about)];
  const attempt = await submitted(pool(), friday.id);
  const paidAnswer = upstreamAnswer('paid', { amount: '1111' });
  await transact(pool(), (tx) => applyPayoutAnswer(tx, friday.id, attempt, paidAnswer, new Date()));
  await ago('pay_order', friday.id, ['created_at', 'submitted_at', 'paid_at'], '60 hours');
  await submitted(pool(), monday.id);
  const bill = await debit('1111', about.receivingAddress);
  expect(bill).toMatchObject({ status: 0, effect: null });
  expect((await orderOf(server, monday.id, 'pay_order')).status).toBe(3);
  expect((await shown(bill.id)).map(({ orderNo }) => orderNo)).toEqual([monday.orderNo, friday.orderNo]);
});

it('a debit stands against the failure of a payout that waited days for its approval', async () => {
  const about = { amount: '1312', receivingAddress: 'ravi1312@okaxis' };
  const payout = await openPayout(pool(), world, about);
  const attempt = await submitted(pool(), payout.id);
  await ago('pay_order', payout.id, ['created_at'], '62 hours');
  const batch = await take(server, world, `${stamp()},${utr()},,1312,${about.receivingAddress},UPI DR`);
  const [bill] = await billsOf(server, batch);
  expect(await shown(bill!.id)).toEqual([{ orderNo: payout.orderNo, score: 85 }]);
  await transact(pool(), (tx) =>
    applyPayoutAnswer(
      tx,
      payout.id,
      attempt,
      upstreamAnswer('failed', { reason: 'no such account' }),
      new Date(),
    ),
  );
  expect((await orderOf(server, payout.id, 'pay_order')).status).toBe(9);
});

it('a payout that had no answer for days is paid by its line alone through a person', async () => {
  const about = { amount: '1613', receivingAddress: 'ravi1613@okaxis' };
  const payout = await openPayout(pool(), world, about);
  await submitted(pool(), payout.id);
  await ago('pay_order', payout.id, ['created_at', 'submitted_at'], '50 hours');
  const bill = await debit('1613', about.receivingAddress);
  expect(bill).toMatchObject({ status: 0 });
  expect(await shown(bill.id)).toEqual([{ orderNo: payout.orderNo, score: 70 }]);
  const input = { orderNo: payout.orderNo };
  await world.finance.command<ActionResult>('bankBill/match', { ids: [bill.id], input });
  expect((await orderOf(server, payout.id, 'pay_order')).status).toBe(4);
});

it('a person sees the order of somebody who paid more than a day late', async () => {
  const late = await paying('803', 'meera803@okaxis');
  await transact(pool(), (tx) => expireOrder(tx, late));
  await ago('collect_order', late, ['created_at'], '30 hours');
  const bill = await credit('803', 'meera803@okaxis');
  expect(bill).toMatchObject({ status: 0 });
  const { orderNo } = await orderOf(server, late);
  expect(await shown(bill.id)).toEqual([{ orderNo, score: 70 }]);
});

it('a payout that bounces after a week of waiting and five days at the bank pays no collection', async () => {
  const about = { amount: '1814', receivingAddress: 'ravi1814@okaxis' };
  const { id } = await openPayout(pool(), world, about);
  const attempt = await submitted(pool(), id);
  await transact(pool(), (tx) =>
    applyPayoutAnswer(tx, id, attempt, upstreamAnswer('paid', { amount: '1814' }), new Date()),
  );
  await ago('pay_order', id, ['created_at'], '12 days');
  await ago('pay_order', id, ['submitted_at', 'paid_at'], '5 days');
  const order = await paying('1814', about.receivingAddress);
  expect(await line(`${stamp()},${utr()},1814,,,NEFT INW ${about.receivingAddress}`)).toMatchObject({
    status: 0,
    effect: null,
  });
  expect((await orderOf(server, order)).status).toBe(1);
});

it('a debit that names a payout which was given back ties to it, and is listed for a person', async () => {
  const payout = await openPayout(pool(), world, { amount: '1415', receivingAddress: 'ravi1415@okaxis' });
  await submitted(pool(), payout.id);
  await transact(pool(), async (tx) =>
    releasePayout(tx, await lockPayout(tx, payout.id), 'fail', 'asked the bank', new Date(), {
      operator: 'test',
      operatorId: null,
    }),
  );
  const before = await balancesOf(pool(), world.merchantId);
  const reference = utr();
  const text = `${stamp()},${reference},,1415,ravi1415@okaxis,UPI DR ${payout.orderNo}`;
  const [bill] = await billsOf(server, await take(server, world, text, true));
  expect(bill).toMatchObject({ status: 1, effect: 'tied', orderNo: payout.orderNo });
  expect((await orderOf(server, payout.id, 'pay_order')).status).toBe(5);
  expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
  const { rows } = await pool().query(
    'select kind, amount::int, utr, status from review_item where order_id = $1',
    [payout.id],
  );
  expect(rows).toEqual([{ kind: 'paidAfterEnd', amount: 1415, utr: reference, status: 'open' }]);
  const undone = await world.finance.command<ActionResult>('bankBill/unmatch', { ids: [bill!.id] });
  expect(undone.done).toEqual([bill!.id]);
});
