import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { lookAtBill } from '../../server/domain/reconciliation/auto.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { settleDirectly } from '../safety/direct.ts';
import { balancesOf } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { openOrder, paidOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';

const RIGHTS = [
  ...['rechargeOrder', 'manualOrder'].flatMap((resource) =>
    ['page', 'add', 'update', 'submit', 'approve', 'reject'].map((verb) => `${resource}:${verb}`),
  ),
  ...['page', 'claim', 'repairProof', 'forceConfirm', 'supervise'].map((verb) => `collectOrder:${verb}`),
];
const REQUESTS = [
  ['manualOrder', 'utr'],
  ['rechargeOrder', 'reference'],
] as const;

let server: TestServer;
let world: BankWorld;
let maker: Hand;
let checker: Hand;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  [maker, checker] = await Promise.all([hand(server, world, RIGHTS), hand(server, world, RIGHTS)]);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
async function payingOrder(): Promise<string> {
  const id = await openOrder(pool(), world);
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
const valuesOf = (column: string, reference: string) => ({
  merchantId: world.merchantId,
  currency: 'INR',
  amount: '1000',
  [column]: reference,
});
const add = (resource: string, column: string, reference: string) =>
  maker.client.ask(`${resource}/add`, valuesOf(column, reference));
const act = (who: Hand, path: string, id: string, input?: Record<string, unknown>) =>
  who.client.command<ActionResult>(path, { ids: [id], ...(input && { input }) });
const refusedOf = ({ refused }: ActionResult) => refused.map(({ code, message }) => [code, message]);

/** A request that is drafted, and goes on to what is asked. */
async function made(resource: string, column: string, reference: string, upTo: 'draft' | 'approved') {
  const row = await maker.client.call<{ id: string; orderNo: string }>(
    `${resource}/add`,
    valuesOf(column, reference),
  );
  if (upTo === 'draft') return row;
  expect((await act(maker, `${resource}/submit`, row.id)).done).toEqual([row.id]);
  expect((await act(checker, `${resource}/approve`, row.id)).done).toEqual([row.id]);
  return row;
}

it.each(REQUESTS)('a %s is refused the reference of an order that was paid', async (resource, column) => {
  const paid = await paidOrder(pool(), world);
  await settleDirectly(pool(), paid);
  const { orderNo, utr: reference } = await orderOf(server, paid);
  const before = await balancesOf(pool(), world.merchantId);
  const { body } = await add(resource, column, reference!);
  expect([body.extras?.errorCode, body.message]).toEqual([
    'utrUsed',
    `This reference belongs to order ${orderNo}`,
  ]);

  // The money of a draft that was there first may come by another way meanwhile.
  const late = utr();
  const draft = await made(resource, column, late, 'draft');
  const other = await paidOrder(pool(), world);
  await pool().query('update collect_order set utr = $2 where id = $1', [other, late]);
  const refusal = `This reference belongs to order ${(await orderOf(server, other)).orderNo}`;
  expect(refusedOf(await act(maker, `${resource}/submit`, draft.id))).toEqual([['utrUsed', refusal]]);
  await pool().query(
    `update ${column === 'utr' ? 'manual_order' : 'recharge_order'} set status = 1 where id = $1`,
    [draft.id],
  );
  const dry = { ids: [draft.id], dryRun: true };
  expect(refusedOf(await checker.client.call<ActionResult>(`${resource}/approve`, dry))).toEqual([
    ['utrUsed', refusal],
  ]);
  expect(refusedOf(await act(checker, `${resource}/approve`, draft.id))).toEqual([['utrUsed', refusal]]);
  expect((await act(checker, `${resource}/reject`, draft.id, { reason: 'booked' })).done).toEqual([draft.id]);
  expect((await balancesOf(pool(), world.merchantId)).available).toBe(before.available);
});

it.each(REQUESTS)('an order is refused the reference of an approved %s', async (resource, column) => {
  const reference = utr();
  const { orderNo } = await made(resource, column, reference, 'approved');
  const refusal = [['utrUsed', `This reference belongs to order ${orderNo}`]];
  const id = await payingOrder();
  const input = { utr: reference };
  expect(refusedOf(await act(maker, 'collectOrder/repairProof', id, input))).toEqual(refusal);
  const confirm = { ...input, reason: 'seen', otp: maker.phone.code() };
  expect(refusedOf(await act(maker, 'collectOrder/forceConfirm', id, confirm))).toEqual(refusal);

  const bill = (await billsOf(server, await take(server, world, `${stamp()},${reference},1000,,,`)))[0]!;
  const match = { ids: [bill.id], input: { orderNo: (await orderOf(server, id)).orderNo } };
  expect(refusedOf(await world.finance.command<ActionResult>('bankBill/match', match))).toEqual(refusal);
  // What came by a machine is neither refused nor booked: the line stays for a person.
  await lookAtBill(pool(), bill.id, true, new Date());
  expect(await orderOf(server, id)).toMatchObject({ status: 1, utr: null });

  await transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount: '1000', ...input }));
  expect(await orderOf(server, id)).toMatchObject({ status: 7, utr: null, paid: '1000' });
  const { rows } = await pool().query(
    `select remark from order_log where order_id = $1 and event = 'review'`,
    [id],
  );
  expect(rows).toEqual([{ remark: `1000 INR, UTR ${reference}: ${orderNo}` }]);
});

it('an upstream that tells of one reference for two orders has the second wait in review', async () => {
  const reference = utr();
  const [first, second] = [await openOrder(pool(), world), await openOrder(pool(), world)];
  const tell = (id: string) =>
    transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount: '1000', utr: reference }));
  expect([await tell(first), await tell(second)]).toEqual(['success', 'review']);
  expect(await tell(second)).toBe('review');
  expect(await tell(first)).toBe('success');
});

it('a reference that is only noted gives way to the order the upstream names, and may not be used again', async () => {
  const reference = utr();
  const [noted, paid] = [await payingOrder(), await openOrder(pool(), world)];
  const proof = { utr: reference };
  expect((await act(maker, 'collectOrder/repairProof', noted, proof)).done).toEqual([noted]);
  const money = { paidAmount: '1000', utr: reference };
  expect(await transact(pool(), (tx) => succeedOrder(tx, paid, money))).toBe('success');
  const confirm = { utr: reference, reason: 'seen', otp: maker.phone.code() };
  expect(refusedOf(await act(maker, 'collectOrder/forceConfirm', noted, confirm))[0]?.[0]).toBe('utrUsed');
});

it('a merchant is not told the number of another merchant’s order', async () => {
  const foreign = await orderOf(server, await paidOrder(pool(), world, { merchantId: world.loneId }));
  const member = await hand(server, world, ['rechargeOrder:page', 'rechargeOrder:add'], world.merchantId);
  const ask = (reference: string | null) =>
    member.client.ask('rechargeOrder/add', { currency: 'INR', amount: '5', reference });
  const { body } = await ask(foreign.utr);
  expect([body.extras?.errorCode, body.message]).toEqual(['utrTaken', 'This reference is already in use']);
  const own = await orderOf(server, await paidOrder(pool(), world));
  expect((await ask(own.utr)).body.message).toContain(own.orderNo);
});

it('a request that nobody has approved keeps no other merchant from its own money', async () => {
  const reference = utr();
  const member = await hand(
    server,
    world,
    ['page', 'add', 'submit'].map((verb) => `rechargeOrder:${verb}`),
    world.loneId,
  );
  const asked = { currency: 'INR', amount: '1000', reference };
  const { id: claim } = await member.client.call<{ id: string }>('rechargeOrder/add', asked);
  expect((await act(member, 'rechargeOrder/submit', claim)).done).toEqual([claim]);
  // Not twice by the same merchant.
  expect((await member.client.ask('rechargeOrder/add', asked)).body.extras?.errorCode).toBe('utrUsed');

  const id = await payingOrder();
  const bill = (await billsOf(server, await take(server, world, `${stamp()},${reference},1000,,,`)))[0]!;
  const match = { ids: [bill.id], input: { orderNo: (await orderOf(server, id)).orderNo } };
  expect((await world.finance.command<ActionResult>('bankBill/match', match)).done).toEqual([bill.id]);
  expect(refusedOf(await act(checker, 'rechargeOrder/approve', claim))[0]?.[0]).toBe('utrUsed');
});

it('the log of an order names no order of another merchant', async () => {
  const foreign = await orderOf(server, await paidOrder(pool(), world, { merchantId: world.loneId }));
  const id = await payingOrder();
  const money = { paidAmount: '1000', utr: foreign.utr! };
  expect(await transact(pool(), (tx) => succeedOrder(tx, id, money))).toBe('review');
  const { rows } = await pool().query(
    "select remark from order_log where order_id = $1 and event = 'review'",
    [id],
  );
  expect(rows).toEqual([{ remark: `1000 INR, UTR ${foreign.utr} ×2` }]);
});
