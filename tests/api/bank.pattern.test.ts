import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BillCandidates } from '../../contract/billCandidates.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';

/** The order match regex of a merchant names its orders in the lines of statements. */

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
beforeEach(() => patternOf(world.merchantId, String.raw`shop\W+(?:inv|bill)\W*(?<no>\d{4,8})`));

const pool = () => server.database.pool;
const patternOf = (merchantId: string, pattern: string | null) =>
  pool().query('update merchant set order_match_regex = $2 where id = $1', [merchantId, pattern]);
async function numbered(merchantOrderNo: string, amount: string, merchantId = world.merchantId) {
  const id = await openOrder(pool(), world, { amount, merchantId });
  await pool().query('update collect_order set merchant_order_no = $2 where id = $1', [id, merchantOrderNo]);
  return id;
}
const line = async (amount: string, text: string) => {
  const batch = await take(server, world, `${stamp()},${utr()},${amount},,,${text}`, true);
  return (await billsOf(server, batch))[0]!;
};

it('pays the order whose number it finds, which is too short to tell anything by itself', async () => {
  const id = await numbered('40771', '511');
  expect(await line('511', 'UPI SHOP: INV-40771 OKAXIS')).toMatchObject({
    status: 1,
    effect: 'paid',
    orderNo: (await orderOf(server, id)).orderNo,
  });
  const plain = await numbered('40772', '512');
  expect(await line('512', 'UPI 40772 OKAXIS')).toMatchObject({ status: 0 });
  expect(await orderOf(server, plain)).toMatchObject({ status: 0 });
});

it('is of its own merchant’s orders alone', async () => {
  const foreign = await numbered('40773', '513', world.loneId);
  expect(await line('513', 'UPI SHOP: INV-40773 OKAXIS')).toMatchObject({ status: 0 });
  expect(await orderOf(server, foreign)).toMatchObject({ status: 0 });
  // Of two merchants whose expressions find it, a person says whose it is.
  await patternOf(world.loneId, String.raw`inv-(\d+)`);
  await numbered('40774', '514', world.loneId);
  await numbered('40774', '514');
  expect(await line('514', 'UPI SHOP: INV-40774 OKAXIS')).toMatchObject({ status: 0 });
});

it('proposes an order of another sum to a person, who sees why', async () => {
  const id = await numbered('40775', '900');
  const bill = await line('120', 'SHOP BILL 40775');
  expect(bill).toMatchObject({ status: 0 });
  const found = await world.finance.call<BillCandidates>('bankBill/candidates', { id: bill.id });
  const { orderNo } = await orderOf(server, id);
  expect(found.orders.find((each) => each.orderNo === orderNo)?.reasons).toContain('orderNo');
});

it('does not hold up the lines of a statement, however it is written', async () => {
  await patternOf(world.loneId, '(a+)+$');
  await patternOf(world.merchantId, String.raw`(\w+\s?)+!`);
  const id = await numbered('shop-40776', '516');
  const lines = Array.from({ length: 40 }, (_, at) => `${stamp()},${utr()},${600 + at},,,${'a'.repeat(280)}`);
  const batch = await take(
    server,
    world,
    [...lines, `${stamp()},${utr()},516,,,shop-40776`].join('\n'),
    true,
  );
  // An engine that goes back would be in the first of them for ever.
  expect((await billsOf(server, batch)).at(-1)).toMatchObject({
    status: 1,
    orderNo: (await orderOf(server, id)).orderNo,
  });
});

it('that does not compile finds nothing', async () => {
  await patternOf(world.merchantId, String.raw`(\d)\1`);
  await numbered('40777', '517');
  expect(await line('517', 'UPI SHOP: INV-40777 OKAXIS')).toMatchObject({ status: 0 });
});
