import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { BillCandidates } from '../../contract/billCandidates.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { makeOperator, PASSWORD } from '../safety/staff.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, type BillState, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(() => server.stop());

const pool = () => server.database.pool;

it('a line proposes what stands first beside it, of equal ones the nearest amount', async () => {
  const order = (amount: string) => openOrder(pool(), world, { amount });
  await order('7600');
  await order('8000');
  const [{ id }] = (await billsOf(server, await take(server, world, `${stamp()},${utr()},7787.7,,,`))) as [
    BillState,
  ];
  const proposal = async () => {
    const { rows } = await pool().query(
      'select candidate_no as "orderNo", trim_scale(difference)::text as difference from bank_bill where id = $1',
      [id],
    );
    return rows[0];
  };
  const first = async (orderNo?: string) => {
    const { orders } = await world.finance.call<BillCandidates>('bankBill/candidates', {
      id,
      ...(orderNo && { orderNo }),
    });
    return { orderNo: orders[0]!.orderNo, difference: orders[0]!.difference };
  };
  expect(await proposal()).toMatchObject({ difference: '187.7' });
  expect(await first()).toEqual(await proposal());
  // An order that came later fits better: who looks at the line has it proposed there, too.
  const { orderNo } = await orderOf(server, await order('7800'));
  expect(await first()).toEqual({ orderNo, difference: '-12.3' });
  expect(await proposal()).toEqual({ orderNo, difference: '-12.3' });
  // What somebody asks for by its number is not proposed to everybody.
  const asked = await orderOf(server, await order('20'));
  expect((await first(asked.orderNo)).orderNo).toBe(asked.orderNo);
  expect(await proposal()).toMatchObject({ orderNo });
});

const billOf = async (reference: string, amount: string): Promise<string> =>
  (await billsOf(server, await take(server, world, `${stamp()},${reference},${amount},,,`)))[0]!.id;
const candidates = (id: string, orderNo?: string) =>
  world.finance.call<BillCandidates>('bankBill/candidates', { id, ...(orderNo && { orderNo }) });
const match = (id: string, orderNo: string) =>
  world.finance.command<ActionResult>('bankBill/match', { ids: [id], input: { orderNo } });

async function request(table: 'manual_order' | 'recharge_order', reference: string, status: number) {
  const id = newId();
  const column = table === 'manual_order' ? 'utr' : 'reference';
  await pool().query(
    `insert into ${table} (id, order_no, merchant_id, currency, amount, ${column}, status)
     values ($1::bigint, $1::text, $2, 'INR', 3100, $3, $4)`,
    [id, world.merchantId, reference, status],
  );
  return id;
}

it.each([
  ['manual_order', 'manualOrder'],
  ['recharge_order', 'rechargeOrder'],
] as const)(
  'offers no order to a line whose reference an approved %s has, and says whose it is',
  async (table, view) => {
    const reference = utr();
    const { orderNo } = await orderOf(server, await openOrder(pool(), world, { amount: '3100' }));
    const id = await billOf(reference, '3100');
    expect((await candidates(id)).orders.map((each) => each.orderNo)).toContain(orderNo);
    const draft = await request(table, reference, 1);
    // Anybody may write any number: a request that nobody has approved keeps the line from nothing.
    expect(await candidates(id)).toMatchObject({ owner: null });
    await pool().query(`update ${table} set status = 2 where id = $1`, [draft]);
    expect(await candidates(id)).toEqual({ orders: [], owner: { view, no: draft } });
    // Not even where it is asked for by its number, which a match would refuse.
    expect((await candidates(id, orderNo)).orders).toEqual([]);
    expect((await match(id, orderNo)).refused[0]?.code).toBe('utrUsed');
    const proposed = await pool().query('select candidate_no from bank_bill where id = $1', [id]);
    expect(proposed.rows[0].candidate_no).toBeNull();
    // By the rules it is the line of just that request.
    const { done } = await world.finance.command<ActionResult>('bankBill/autoMatch', { ids: [id] });
    expect(done).toEqual([id]);
    const tied = await pool().query('select order_no, effect from bank_bill where id = $1', [id]);
    expect(tied.rows).toEqual([{ order_no: draft, effect: 'tied' }]);
  },
);

it('offers the order that has the reference alone, and after its match names it to another line', async () => {
  const reference = utr();
  const own = await openOrder(pool(), world, { amount: '3200' });
  await openOrder(pool(), world, { amount: '3200' });
  const payment = { paidAmount: '3200', utr: reference };
  await transact(pool(), (tx) => succeedOrder(tx, own, payment));
  const { orderNo } = await orderOf(server, own);
  const id = await billOf(reference, '3200');
  expect(await candidates(id)).toMatchObject({ orders: [{ orderNo }], owner: null });
  expect((await match(id, orderNo)).done).toEqual([id]);
  const twin = await billOf(`UTR:${reference}`, '3200');
  expect(await candidates(twin)).toEqual({ orders: [], owner: { view: 'collectOrder', no: orderNo } });
});

it('names the line that brought a reference to an order which has none of its own', async () => {
  const reference = utr();
  const order = await openOrder(pool(), world, { amount: '3300' });
  const { orderNo } = await orderOf(server, order);
  const first = await billOf(reference, '3300');
  expect((await match(first, orderNo)).done).toEqual([first]);
  await pool().query('update collect_order set utr = null where id = $1', [order]);
  const [{ billNo }] = (
    await pool().query('select bill_no as "billNo" from bank_bill where id = $1', [first])
  ).rows as [{ billNo: string }];
  const twin = await billOf(`UTR:${reference}`, '3300');
  expect((await candidates(twin)).owner).toEqual({ view: 'bankBill', no: billNo });
});

it('tells whoever may not see the owner that there is one, and no more', async () => {
  const reference = utr();
  await request('manual_order', reference, 2);
  const id = await billOf(reference, '3400');
  const account = await makeOperator(pool(), world, ['bankBill:page', 'bankBill:match']);
  await pool().query('update sys_role set data_scope = 2 where code = $1', [account]);
  const org = newId();
  await pool().query(`insert into sys_org (id, tenant_id, name) values ($1, $2, 'Elsewhere')`, [
    org,
    world.tenantId,
  ]);
  await pool().query('update sys_user set org_id = $2 where account = $1', [account, org]);
  const client = await server.signIn(account, PASSWORD);
  expect(await client.call('bankBill/candidates', { id })).toEqual({ orders: [], owner: { view: null } });
});
