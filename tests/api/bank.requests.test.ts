import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, stamp, take } from './bankWorld.ts';

/** Money that a manual or a recharge order credits has its line in the statement as well. */

let server: TestServer;
let world: BankWorld;
let maker: Hand;
let checker: Hand;
const RIGHTS = ['manualOrder', 'rechargeOrder'].flatMap((resource) =>
  ['page', 'add', 'submit', 'approve', 'reject'].map((verb) => `${resource}:${verb}`),
);

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  maker = await hand(server, world, RIGHTS);
  checker = await hand(server, world, RIGHTS);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
const KINDS = [
  ['a manual order', 'manualOrder', 'utr'],
  ['a recharge order', 'rechargeOrder', 'reference'],
] as const;
const asking = (resource: string, field: string, reference: string, amount: string) =>
  maker.client.ask<{ id: string; orderNo: string }>(`${resource}/add`, {
    merchantId: world.merchantId,
    currency: 'INR',
    amount,
    [field]: reference,
  });
async function asked(resource: string, field: string, reference: string, amount: string) {
  const { body } = await asking(resource, field, reference, amount);
  await maker.client.command<ActionResult>(`${resource}/submit`, { ids: [body.result.id] });
  return body.result;
}
const approve = (resource: string, id: string) =>
  checker.client.command<ActionResult>(`${resource}/approve`, { ids: [id] });
let lines = 0;
const line = (reference: string, amount: string) => `${stamp()},${reference},${amount},,,transfer ${++lines}`;
const bill = async (reference: string, amount: string, match = true) =>
  (await billsOf(server, await take(server, world, line(reference, amount), match)))[0]!;
const act = (action: string, id: string, input?: object) =>
  world.finance.command<ActionResult>(`bankBill/${action}`, { ids: [id], ...(input && { input }) });
const log = async (id: string) =>
  (await pool().query('select event from order_log where order_id = $1 order by id', [id])).rows.map(
    ({ event }) => event,
  );

it.each(KINDS)('ties to %s that was approved, by the rules', async (_, resource, field) => {
  const reference = utr();
  const { id, orderNo } = await asked(resource, field, reference, '510');
  expect(await bill(utr(), '510')).toMatchObject({ status: 0 });
  expect((await approve(resource, id)).done).toEqual([id]);
  const before = await balancesOf(pool(), world.merchantId);
  const tied = await bill(reference, '510');
  expect(tied).toMatchObject({ status: 1, effect: 'tied', orderNo });
  expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
  expect(await log(id)).toContain('billMatch');
  expect((await act('unmatch', tied.id)).done).toEqual([tied.id]);
  expect(await log(id)).toContain('billUnmatch');
  expect((await act('match', tied.id, { orderNo })).done).toEqual([tied.id]);
});

it.each(KINDS)('that came first ties to %s when that is approved', async (_, resource, field) => {
  const reference = utr();
  const open = await bill(reference, '520');
  expect(open).toMatchObject({ status: 0 });
  const { id, orderNo } = await asked(resource, field, reference, '520');
  await approve(resource, id);
  const { rows } = await pool().query(
    'select status, effect, order_no as "orderNo" from bank_bill where id = $1',
    [open.id],
  );
  expect(rows).toEqual([{ status: 1, effect: 'tied', orderNo }]);
});

it.each(KINDS)('of another sum refuses %s', async (_, resource, field) => {
  const reference = utr();
  const open = await bill(reference, '530', false);
  const { body } = await asking(resource, field, reference, '99999');
  expect(body).toMatchObject({
    message: `The bank says 530 INR under this reference (bill ${open.billNo})`,
    extras: { errorCode: 'statementLineDiffers' },
  });
});

it('of another sum, when it comes after the request, refuses the approval', async () => {
  const reference = utr();
  const { id } = await asked('manualOrder', 'utr', reference, '540');
  await bill(reference, '5.40', false);
  expect((await approve('manualOrder', id)).refused).toMatchObject([{ code: 'statementLineDiffers' }]);
});

it('is tied to no request that is undecided, of another sum, or has its line', async () => {
  const reference = utr();
  const { id, orderNo } = await asked('manualOrder', 'utr', reference, '550');
  const [bare, more, late] = [
    await bill('', '550', false),
    await bill('', '551', false),
    await bill('', '550', false),
  ];
  const code = async (billId: string) =>
    (await act('match', billId, { orderNo })).refused.map((each) => each.code)[0];
  expect(await code(bare.id)).toBe('billOrderState');
  await approve('manualOrder', id);
  expect(await code(more.id)).toBe('billDiffers');
  expect(await code((await bill(utr(), '550', false)).id)).toBe('billOtherUtr');
  expect(await code(bare.id)).toBeUndefined();
  expect(await code(late.id)).toBe('orderMatched');
});
