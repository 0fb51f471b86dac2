import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillCandidates } from '../../contract/billCandidates.ts';
import type { ActionResult } from '../../contract/calls.ts';
import { expireOrder, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { createPayout } from '../../server/domain/orders/payout/payCreate.ts';
import { payPayout } from '../../server/domain/orders/payout/payMoves.ts';
import { lockPayout, stepPayout } from '../../server/domain/orders/payStore.ts';
import { SYSTEM } from '../../server/domain/orders/moveRow.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { fund, newPayout } from '../safety/payoutWorld.ts';
import { makeOperator, PASSWORD } from '../safety/staff.ts';
import { openOrder, paidOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, suspendedOf, take } from './bankWorld.ts';

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  const { pool } = server.database;
  await pool.query('update channel set is_pay = true where id = $1', [world.channelId]);
  await pool.query(
    'update channel_binding set is_pay = true, pay_rate = 0.01, pay_fixed = 2, pay_max_amount = 500000 where channel_id = $1',
    [world.channelId],
  );
  await pool.query('update upstream set is_pay = true, pay_max_amount = 500000 where id = $1', [
    world.upstreamId,
  ]);
  await fund(pool, world.merchantId, '100000');
});
afterAll(async () => {
  expect(await checkInvariants(server.database.pool)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
const act = (action: string, id: string, input?: Record<string, unknown>) =>
  world.finance.command<ActionResult>(`bankBill/${action}`, { ids: [id], ...(input && { input }) });
async function bill(line: string): Promise<string> {
  const batch = await take(server, world, line);
  return (await billsOf(server, batch))[0]!.id;
}
const stateOf = async (id: string) =>
  (
    await pool().query(
      `select status, effect, order_no as "orderNo", matched_by as by from bank_bill where id = $1`,
      [id],
    )
  ).rows[0];
const suspended = (orderId: string) => suspendedOf(server, orderId);

describe('the rules alone', () => {
  it('pay the order that carries the reference, and tie one that the upstream told of', async () => {
    const noticed = await paidOrder(pool(), world, { amount: '400' });
    const { utr: reference } = await orderOf(server, noticed);
    const waiting = await openOrder(pool(), world, { amount: '410' });
    const proof = utr();
    await pool().query('update collect_order set utr = $2 where id = $1', [waiting, proof]);
    const batch = await take(
      server,
      world,
      `${stamp()},${reference},400,,,\n${stamp()},${proof},410,,,`,
      true,
    );
    expect(await billsOf(server, batch)).toMatchObject([
      { status: 1, effect: 'tied', orderNo: (await orderOf(server, noticed)).orderNo, score: 100 },
      { status: 1, effect: 'paid', orderNo: (await orderOf(server, waiting)).orderNo },
    ]);
    expect(await orderOf(server, waiting)).toMatchObject({ status: 2, utr: proof, paid: '410' });
    expect(await orderOf(server, noticed)).toMatchObject({ status: 2, paid: '400' });
  });

  it('go by exact amount, window and payer next, and leave two that fit to a person', async () => {
    const one = await openOrder(pool(), world, { amount: '421.5' });
    await pool().query(`update collect_order set payer_id = 'kavya99@okaxis' where id = $1`, [one]);
    const twins = [
      await openOrder(pool(), world, { amount: '430' }),
      await openOrder(pool(), world, { amount: '430' }),
    ];
    await pool().query(`update collect_order set payer_id = 'meera01@ybl' where id = any($1)`, [twins]);
    const batch = await take(
      server,
      world,
      `${stamp()},${utr()},421.50,,KAVYA99@OKAXIS,\n${stamp()},${utr()},430,,meera01@ybl,\n${stamp()},${utr()},439,,nobody,`,
      true,
    );
    const bills = await billsOf(server, batch);
    expect(bills.map(({ status, effect }) => [status, effect])).toEqual([
      [1, 'paid'],
      [0, null],
      [0, null],
    ]);
    expect(bills[1]!.candidateNo).toBeTruthy();
    expect(bills[1]!.score).toBe(85);
    expect((await orderOf(server, one)).status).toBe(2);
    const tried = await act('autoMatch', bills[1]!.id);
    expect(tried.refused[0]).toMatchObject({
      code: 'ambiguousMatch',
      message: 'Several orders fit equally; match it by hand',
    });
    expect((await act('autoMatch', bills[2]!.id)).refused[0]?.code).toBe('noMatch');
  });

  it('put another amount and late money in review, with the money in suspense', async () => {
    const short = await openOrder(pool(), world, { amount: '500' });
    const late = await openOrder(pool(), world, { amount: '510' });
    const [a, b] = [utr(), utr()];
    await pool().query('update collect_order set utr = $2 where id = $1', [short, a]);
    await pool().query('update collect_order set utr = $2 where id = $1', [late, b]);
    await transact(pool(), (tx) => expireOrder(tx, late));
    const batch = await take(server, world, `${stamp()},${a},450,,,\n${stamp()},${b},510,,,`, true);
    expect(await billsOf(server, batch)).toMatchObject([
      { status: 1, effect: 'suspense' },
      { status: 1, effect: 'suspense' },
    ]);
    expect(await orderOf(server, short)).toMatchObject({ status: 7, paid: '450' });
    expect(await orderOf(server, late)).toMatchObject({ status: 7, paid: '510' });
    expect([await suspended(short), await suspended(late)]).toEqual(['450', '510']);
  });
});

describe('a person', () => {
  it('sees before the match what it would do, and nothing has moved', async () => {
    const order = await openOrder(pool(), world, { amount: '600' });
    const { orderNo } = await orderOf(server, order);
    const id = await bill(`${stamp()},${utr()},600,,,`);
    const dry = await world.finance.call<ActionResult>('bankBill/match', {
      ids: [id],
      dryRun: true,
      input: { orderNo },
    });
    const after = dry.preview![0]!.after as Record<string, string>;
    expect(after).toMatchObject({
      orderNo,
      amount: '600',
      difference: '0',
      effect: 'paid',
      orderStays: false,
    });
    const { rows } = await pool().query(
      'select m.name as "merchantName", o.payer_id as party from collect_order o join merchant m on m.id = o.merchant_id where o.id = $1',
      [order],
    );
    expect(after).toMatchObject({ ...rows[0], orderWas: 0, orderUtr: null });
    expect(Number(after.pendingAfter) - Number(after.pendingBefore)).toBe(588);
    expect(await stateOf(id)).toMatchObject({ status: 0, orderNo: null });
    expect((await orderOf(server, order)).status).toBe(0);
  });

  it('matches by hand, is named, and the order tells of it', async () => {
    const order = await openOrder(pool(), world, { amount: '610' });
    const { orderNo } = await orderOf(server, order);
    const reference = utr();
    const id = await bill(`${stamp()},${reference},610,,,`);
    expect((await act('match', id, { orderNo })).done).toEqual([id]);
    expect(await stateOf(id)).toMatchObject({
      status: 2,
      effect: 'paid',
      orderNo,
      by: expect.stringMatching(/^racer0/),
    });
    expect(await orderOf(server, order)).toMatchObject({ status: 2, utr: reference, paid: '610' });
    const { rows } = await pool().query('select event from order_log where order_id = $1 order by id', [
      order,
    ]);
    expect(rows.map(({ event }) => event)).toEqual(['create', 'paid', 'billMatch']);
  });

  it.each([
    ['an order that has its bill', '620', 'orderMatched'],
    ['a success of another amount', '621', 'billDiffers'],
    ['an order of another currency', '622', 'billDiffers'],
    ['no order at all', '623', 'noSuchOrder'],
    ['a reference that proves another order', '624', 'utrUsed'],
  ])('is refused %s', async (what, amount, code) => {
    const order = await paidOrder(pool(), world, { amount });
    const found = await orderOf(server, order);
    let { orderNo } = found;
    let reference = utr();
    let sum = amount;
    if (code === 'orderMatched') {
      // A line without a reference may be the order's own again.
      reference = '';
      await act('match', await bill(`${stamp()},${found.utr},${amount},,,`), { orderNo });
    }
    // Under another reference it would be more money.
    if (what.includes('amount')) [sum, reference] = ['1', found.utr!];
    if (what.includes('currency'))
      await pool().query(`update bank_account set currency = 'USD' where id = $1`, [world.accountId]);
    if (code === 'noSuchOrder') orderNo = 'C0';
    if (code === 'utrUsed') reference = (await orderOf(server, await paidOrder(pool(), world))).utr!;
    const id = await bill(`${stamp()},${reference},${sum},,,`);
    await pool().query(`update bank_account set currency = 'INR' where id = $1`, [world.accountId]);
    const { refused } = await act('match', id, { orderNo });
    expect(refused.map((each) => each.code)).toEqual([code]);
    expect((await stateOf(id)).status).toBe(0);
  });

  it('sees that a line of another reference is a second payment, and has it wait in suspense', async () => {
    const order = await paidOrder(pool(), world, { amount: '631' });
    const { orderNo, utr: own } = await orderOf(server, order);
    const id = await bill(`${stamp()},${utr()},631,,,`);
    const about = { ids: [id], input: { orderNo } };
    const dry = await world.finance.call<ActionResult>('bankBill/match', { ...about, dryRun: true });
    expect(dry.preview?.[0]?.after).toMatchObject({ effect: 'suspense', otherUtr: own, orderStays: true });
    expect((await act('match', id, { orderNo })).done).toEqual([id]);
    expect(await stateOf(id)).toMatchObject({ effect: 'suspense', orderNo });
    expect(await suspended(order)).toBe('631');
    expect(await orderOf(server, order)).toMatchObject({ status: 2, utr: own, paid: '631' });
  });

  it.each([
    ['after', '632'],
    ['before', '633'],
  ])('ties an order’s own line %s a second payment', async (when, amount) => {
    const order = await paidOrder(pool(), world, { amount });
    const { orderNo, utr: own } = await orderOf(server, order);
    const line = (reference: string) => bill(`${stamp()},${reference},${amount},,,`);
    const [tied, more] = [await line(own!), await line(utr())];
    for (const id of when === 'after' ? [more, tied] : [tied, more])
      expect((await act('match', id, { orderNo })).done).toEqual([id]);
    expect([await stateOf(tied), await stateOf(more)]).toMatchObject([
      { effect: 'tied', orderNo },
      { effect: 'suspense', orderNo },
    ]);
    expect(await suspended(order)).toBe(amount);
    expect((await act('unmatch', more)).done).toEqual([more]);
    expect(await suspended(order)).toBe('0');
    expect(await orderOf(server, order)).toMatchObject({ status: 2, utr: own, paid: amount });
  });

  it('confirms no review by a line beside the one whose money it waits for', async () => {
    const order = await openOrder(pool(), world, { amount: '634' });
    await transact(pool(), async (tx) => {
      await submitOrder(tx, order);
      await expireOrder(tx, order);
    });
    const { orderNo } = await orderOf(server, order);
    const lines = [await bill(`${stamp()},,634,,a,`), await bill(`${stamp()},,634,,b,`)];
    for (const id of lines) expect((await act('match', id, { orderNo })).done).toEqual([id]);
    expect(await orderOf(server, order)).toMatchObject({ status: 7 });
    expect(await suspended(order)).toBe('1268');
  });

  it('confirms a review by its proof, drawing what waits in suspense', async () => {
    const order = await openOrder(pool(), world, { amount: '700' });
    const reference = utr();
    await transact(pool(), async (tx) => {
      await submitOrder(tx, order);
      await expireOrder(tx, order);
      await succeedOrder(tx, order, { paidAmount: '700', utr: reference });
    });
    expect(await orderOf(server, order)).toMatchObject({ status: 7, paid: '700' });
    const id = await bill(`${stamp()},${reference},700,,,`);
    await act('match', id, { orderNo: (await orderOf(server, order)).orderNo });
    expect(await orderOf(server, order)).toMatchObject({ status: 2, paid: '700' });
    expect(await suspended(order)).toBe('0');
  });

  it('undoes what waits in suspense, and may match it elsewhere', async () => {
    const [wrong, right] = [
      await openOrder(pool(), world, { amount: '800' }),
      await openOrder(pool(), world, { amount: '790' }),
    ];
    const reference = utr();
    const id = await bill(`${stamp()},${reference},790,,,`);
    await act('match', id, { orderNo: (await orderOf(server, wrong)).orderNo });
    expect(await orderOf(server, wrong)).toMatchObject({ status: 7, paid: '790', utr: reference });
    expect((await act('unmatch', id)).done).toEqual([id]);
    expect(await orderOf(server, wrong)).toMatchObject({ status: 7, paid: null, utr: null });
    expect(await suspended(wrong)).toBe('0');
    await act('match', id, { orderNo: (await orderOf(server, right)).orderNo });
    expect(await orderOf(server, right)).toMatchObject({ status: 2, paid: '790' });
    const { rows } = await pool().query('select event from bank_bill_log where bill_id = $1 order by id', [
      id,
    ]);
    expect(rows.map(({ event }) => event)).toEqual(['match', 'unmatch', 'match']);
  });

  it('does not undo what the match has paid before that payment is reversed', async () => {
    const order = await openOrder(pool(), world, { amount: '810' });
    const { orderNo } = await orderOf(server, order);
    const id = await bill(`${stamp()},${utr()},810,,,`);
    await act('match', id, { orderNo });
    expect((await act('unmatch', id)).refused[0]).toMatchObject({
      code: 'matchBooked',
      message: `Order ${orderNo} was paid by this bill: reverse or return it first, then undo the match`,
    });
    expect((await stateOf(id)).status).toBe(2);
  });

  it('who notes the proof on an order has it matched at once where its line has come', async () => {
    const order = await openOrder(pool(), world, { amount: '820' });
    await transact(pool(), (tx) => submitOrder(tx, order));
    const reference = utr();
    const id = await bill(`${stamp()},${reference},820,,,`);
    const { done } = await world.finance.command<ActionResult>('collectOrder/repairProof', {
      ids: [order],
      input: { utr: reference },
    });
    expect(done).toEqual([order]);
    expect(await orderOf(server, order)).toMatchObject({ status: 2, utr: reference, paid: '820' });
    expect(await stateOf(id)).toMatchObject({ status: 2, effect: 'paid' });
  });

  it('ignores and takes it back, with a history', async () => {
    const id = await bill(`${stamp()},${utr()},5,,,`);
    await act('ignore', id);
    expect((await stateOf(id)).status).toBe(3);
    expect((await act('match', id, { orderNo: 'x' })).refused[0]?.code).toBe('guard');
    await act('unmatch', id);
    expect((await stateOf(id)).status).toBe(0);
  });

  it('sees candidates best first, and the one asked for by number at the top', async () => {
    const near = await openOrder(pool(), world, { amount: '951' });
    const far = await openOrder(pool(), world, { amount: '4000' });
    const exact = await openOrder(pool(), world, { amount: '950' });
    const id = await bill(`${stamp()},${utr()},950,,,`);
    const numbers = async (orderNo?: string) =>
      (
        await world.finance.call<BillCandidates>('bankBill/candidates', {
          id,
          ...(orderNo && { orderNo }),
        })
      ).orders.map((each) => [each.orderNo, each.difference]);
    const no = async (order: string) => (await orderOf(server, order)).orderNo;
    expect(await numbers()).toEqual([
      [await no(exact), '0'],
      [await no(near), '-1'],
    ]);
    expect((await numbers(await no(far)))[0]).toEqual([await no(far), '-3050']);
  });

  it('of another organisation neither sees nor matches the order', async () => {
    const order = await openOrder(pool(), world, { amount: '960' });
    const id = await bill(`${stamp()},${utr()},960,,,`);
    const account = await makeOperator(pool(), world, ['bankBill:page', 'bankBill:match']);
    await pool().query(`update sys_role set data_scope = 2 where code = $1`, [account]);
    const org = (
      await pool().query(
        `insert into sys_org (id, tenant_id, name) values (99, $1, 'Elsewhere') returning id`,
        [world.tenantId],
      )
    ).rows[0].id;
    await pool().query('update sys_user set org_id = $2 where account = $1', [account, org]);
    const client = await server.signIn(account, PASSWORD);
    expect(await client.call('bankBill/candidates', { id })).toEqual({ orders: [], owner: null });
    const { orderNo } = await orderOf(server, order);
    const { refused } = await client.command<ActionResult>('bankBill/match', {
      ids: [id],
      input: { orderNo },
    });
    expect(refused[0]?.code).toBe('noSuchOrder');
  });
});

describe('a debit', () => {
  async function payout(amount: string, to: 'processing' | 'unknown'): Promise<string> {
    return transact(pool(), async (tx) => {
      const { id } = await createPayout(tx, newPayout(world, { amount }));
      await tx.query('update pay_order set status = 2, upstream_id = $2 where id = $1 and status = 0', [
        id,
        world.upstreamId,
      ]);
      await stepPayout(tx, await lockPayout(tx, id), { event: 'submitUpstream' }, new Date(), SYSTEM);
      if (to === 'unknown')
        await stepPayout(tx, await lockPayout(tx, id), { event: 'timeout' }, new Date(), SYSTEM);
      return id;
    });
  }

  it('is the proof that an unknown payout went out, in full alone', async () => {
    const order = await payout('1000', 'unknown');
    const { orderNo } = await orderOf(server, order, 'pay_order');
    const part = await bill(`${stamp()},${utr()},,999,asha.k@okaxis,`);
    expect((await act('match', part, { orderNo })).refused[0]?.code).toBe('billDiffers');
    expect((await orderOf(server, order, 'pay_order')).status).toBe(9);
    const reference = utr();
    const batch = await take(server, world, `${stamp()},${reference},,1000,asha.k@okaxis,`, true);
    expect(await billsOf(server, batch)).toMatchObject([{ status: 1, effect: 'paid', orderNo }]);
    expect(await orderOf(server, order, 'pay_order')).toMatchObject({ status: 4, utr: reference });
  });

  it('ties to a payout that the upstream told of, and lets go of it again', async () => {
    const order = await payout('1001', 'processing');
    await transact(pool(), async (tx) =>
      payPayout(tx, await lockPayout(tx, order), { utr: utr() }, new Date()),
    );
    const { orderNo, utr: reference } = await orderOf(server, order, 'pay_order');
    const id = await bill(`${stamp()},${reference},,1001,,`);
    await act('match', id, { orderNo });
    expect(await stateOf(id)).toMatchObject({ status: 2, effect: 'tied' });
    expect((await act('unmatch', id)).done).toEqual([id]);
  });
});
