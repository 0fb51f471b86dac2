import { afterAll, beforeAll, expect, it } from 'vitest';
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
    const found = await world.finance.call<{ orderNo: string; difference: string }[]>('bankBill/candidates', {
      id,
      ...(orderNo && { orderNo }),
    });
    return { orderNo: found[0]!.orderNo, difference: found[0]!.difference };
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
