import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { makeOperator, PASSWORD } from '../safety/staff.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, suspendedOf, take } from './bankWorld.ts';

/** Two payments stay two, whatever the bank prints for their references; what one file says twice is one. */

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
async function paying(amount: string, payer?: string): Promise<string> {
  const id = await openOrder(pool(), world, { amount });
  await pool().query('update collect_order set payer_id = $2 where id = $1', [id, payer ?? null]);
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
const act = (action: string, id: string, input?: Record<string, unknown>) =>
  world.finance.command<ActionResult>(`bankBill/${action}`, { ids: [id], ...(input && { input }) });
const separate = (id: string) => act('separate', id, { reason: 'two transfers, says the bank' });

it.each([
  ['-', '1100'],
  ['N/A', '1101'],
  ['NIL', '1102'],
  ['000000000000', '1103'],
  ['UPI', '1104'],
])('%s in the column of references makes no two payments one', async (reference, amount) => {
  const orders = [await paying(amount, 'kala1@ybl'), await paying(amount, 'moti2@ybl')];
  const third = await paying(`${amount}.5`, 'zeta3@ybl');
  const line = (sum: string, payer: string) => `${stamp()},${reference},${sum},,${payer},UPI CR`;
  const lines = [line(amount, 'kala1@ybl'), line(amount, 'moti2@ybl'), line(`${amount}.5`, 'zeta3@ybl')];
  const bills = await billsOf(server, await take(server, world, lines.join('\n'), true));
  expect(bills.map(({ status, effect }) => [status, effect])).toEqual(lines.map(() => [1, 'paid']));
  for (const id of [...orders, third])
    expect(await orderOf(server, id)).toMatchObject({ status: 2, utr: null });
});

it('a word in the column of references hides no reference in the text', async () => {
  const [id, reference] = [await paying('1110'), utr()];
  await transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount: '1110', utr: reference }));
  const line = `${stamp()},UPI,1110,,asha,UPI/${reference}/asha@okaxis`;
  const [bill] = await billsOf(server, await take(server, world, line, true));
  expect(bill).toMatchObject({ status: 1, effect: 'tied' });
});

it('a person says of a duplicate that it is another payment, and why', async () => {
  const reference = utr();
  const line = (text: string) => `${stamp()},${reference},1120,,Asha,${text}`;
  const batch = await take(server, world, `${line('one')}\n${line('two')}`);
  const [first, second] = await billsOf(server, batch);
  expect(second).toMatchObject({ status: 4, repeats: first!.billNo });
  expect((await separate(first!.id)).refused[0]?.code).toBe('guard');
  expect((await separate(second!.id)).done).toEqual([second!.id]);
  const [, now] = await billsOf(server, batch);
  expect(now).toMatchObject({ status: 0, repeats: first!.billNo });
  const { history } = await world.finance.call<{ history: { event: string; reason: string }[] }>(
    `bankBill/detail?id=${second!.id}`,
  );
  expect(history).toMatchObject([{ event: 'separate', reason: 'two transfers, says the bank' }]);
  // A later statement that has both lines brings neither of them again.
  const later = await billsOf(server, await take(server, world, `${line('one')}\n${line('two')}\n`));
  expect(later.map(({ status }) => status)).toEqual([4, 4]);
  const { orderNo } = await orderOf(server, await paying('1120'));
  expect((await act('match', second!.id, { orderNo })).done).toEqual([second!.id]);
});

it('is then matched beside the line whose reference it bore', async () => {
  const line = `${stamp()},${utr()},1130,,Asha`;
  const [first, second] = await billsOf(server, await take(server, world, `${line},one\n${line},two`));
  const orders = [await paying('1130'), await paying('1130')];
  const match = async (bill: string, order: string) =>
    act('match', bill, { orderNo: (await orderOf(server, order)).orderNo });
  expect((await match(first!.id, orders[0]!)).done).toEqual([first!.id]);
  expect((await separate(second!.id)).done).toEqual([second!.id]);
  expect((await match(second!.id, orders[1]!)).done).toEqual([second!.id]);
  expect((await act('unmatch', second!.id)).refused[0]?.code).toBe('matchBooked');
});

it('is seen in a second line without a reference, told of or not', async () => {
  const order = await paying('632');
  const { orderNo } = await orderOf(server, order);
  const lines = ['one', 'two'].map((text) => `${stamp()},,632,,asha,UPI ${text}`).join('\n');
  for (const { id } of await billsOf(server, await take(server, world, lines)))
    expect((await act('match', id, { orderNo })).done).toEqual([id]);
  expect(await suspendedOf(server, order)).toBe('632');
});

it('is no line that an overlapping statement says again in the same words, but one that it says once more', async () => {
  const [reference, other] = [utr(), utr()];
  const line = `${stamp()},${reference},1150,,rana1@ybl,UPI CR`;
  const rest = `${stamp()},${other},3,,x,UPI CR`;
  await take(server, world, line);
  const overlapping = await billsOf(server, await take(server, world, `${line}\n${line}\n${rest}`));
  expect(overlapping.map(({ status }) => status)).toEqual([4, 4, 0]);
  const [again, second] = overlapping;
  const { refused } = await separate(again!.id);
  expect(refused).toMatchObject([{ code: 'lineTwice' }]);
  expect((await separate(second!.id)).done).toEqual([second!.id]);
  expect((await separate(again!.id)).refused).toMatchObject([{ code: 'lineTwice' }]);
});

it('takes a reference that is another order’s from a line that nothing could be matched with', async () => {
  const [paid, open] = [await paying('1160'), await paying('1161')];
  const reference = utr();
  const line = (sum: string) => `${stamp()},${reference},${sum},,asha,UPI`;
  await transact(pool(), (tx) => succeedOrder(tx, paid, { paidAmount: '1160', utr: reference }));
  await take(server, world, line('1160'), true);
  const [bill] = await billsOf(server, await take(server, world, line('1161'), true));
  const { orderNo } = await orderOf(server, open);
  const [first] = (await act('match', bill!.id, { orderNo })).refused;
  expect(first).toMatchObject({ code: 'utrUsed' });
  expect((await separate(bill!.id)).done).toEqual([bill!.id]);
  expect((await act('match', bill!.id, { orderNo })).done).toEqual([bill!.id]);
  expect(await orderOf(server, open)).toMatchObject({ status: 2, utr: null });
});

it('takes no account of ours in the text for a reference', async () => {
  const no = '000205032206';
  await pool().query('update bank_account set account_no = $2 where id = $1', [world.accountId, no]);
  const payers = ['kala7@ybl', 'moti8@ybl'];
  const orders = [await paying('1170', payers[0]), await paying('1170', payers[1])];
  const lines = payers.map((payer) => `${stamp()},,1170,,${payer},UPI CR A/C ${no} ${payer}`);
  const bills = await billsOf(server, await take(server, world, lines.join('\n'), true));
  expect(bills.map(({ effect }) => effect)).toEqual(['paid', 'paid']);
  for (const id of orders) expect(await orderOf(server, id)).toMatchObject({ status: 2, utr: null });
});

it('needs the right to', async () => {
  const line = `${stamp()},${utr()},1140,,Asha,x`;
  const [, bill] = await billsOf(server, await take(server, world, `${line}\n${line}`));
  const reader = await makeOperator(pool(), world, ['bankBill:page', 'bankBill:match']);
  const client = await server.signIn(reader, PASSWORD);
  const { body } = await client.ask('bankBill/separate', { ids: [bill!.id], input: { reason: 'x' } });
  expect(body.code).toBe(403);
});
