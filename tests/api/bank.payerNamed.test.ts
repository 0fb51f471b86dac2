import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { balancesOf } from '../safety/payoutWorld.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openCall } from '../support/openClient.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';
import { utr } from '../safety/world.ts';

/** A payer is who the line names in full: what a merchant writes of its own order brings it no line of another's. */

interface Created {
  orderNo: string;
}
type Access = Parameters<typeof openCall>[1];

let server: TestServer;
let world: BankWorld;
let own: Access;
let foreign: Access;
let channelCode: string;
const PAYER = 'bhavna.k@okaxis';

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  const access = (merchantId: string) =>
    world.finance.call<Access>('openAccess/add', { status: 1, merchantId });
  [own, foreign] = [await access(world.merchantId), await access(world.loneId)];
  const { rows } = await pool().query('select channel_code from channel where id = $1', [world.channelId]);
  channelCode = rows[0].channel_code;
});
afterAll(() => server.stop());

const pool = () => server.database.pool;
let made = 0;
async function order(by: Access, amount: string, payerId?: string, no?: string) {
  made += 1;
  const merchantOrderNo = no ?? `n-${made}`;
  const about = { merchantOrderNo, channelCode, amount, ...(payerId && { payerId }) };
  const { body } = await openCall<Created>(server.base, by, 'collectOrder/create', about);
  const { orderNo } = body.result!;
  const { rows } = await pool().query('select id::text from collect_order where order_no = $1', [orderNo]);
  return { id: rows[0].id as string, orderNo };
}
const line = async (amount: string, text = 'UPI/CR', payer = PAYER) =>
  (
    await billsOf(server, await take(server, world, `${stamp()},${utr()},${amount},,${payer},${text}`, true))
  )[0]!;

describe('another merchant’s order', () => {
  it.each([
    ['a part of the address as its payer', '888', 'okaxis', undefined],
    ['the end of the address as its payer', '889', 'k@okaxis', undefined],
    ['a part of the address as its own number', '890', undefined, 'okaxis'],
    ['a word of the text as its own number', '891', undefined, 'HDFC0000521'],
    ['the day as its own number', '892', undefined, stamp().slice(0, 10).replaceAll('-', '')],
  ])('has %s, and no line for it', async (_, amount, payerId, no) => {
    const honest = await order(own, amount);
    const other = await order(foreign, amount, payerId, no);
    const day = stamp().slice(0, 10).replaceAll('-', '');
    expect(await line(amount, `UPI/CR/HDFC0000521/${day}`)).toMatchObject({ status: 0, effect: null });
    for (const { id } of [honest, other]) expect((await orderOf(server, id)).status).toBeLessThan(2);
    expect((await balancesOf(pool(), world.loneId)).pending).toBe('0');
  });

  it('keeps the line from no order that names its payer in full', async () => {
    const honest = await order(own, '893', PAYER);
    await order(foreign, '893', 'okaxis');
    await transact(pool(), (tx) => submitOrder(tx, honest.id));
    expect(await line('893')).toMatchObject({ status: 1, effect: 'paid', orderNo: honest.orderNo });
  });
});

it('a merchant’s own number is a word of its own, and of an order within the window', async () => {
  const [cut, whole] = [
    await order(own, '894', undefined, 'shop-7712'),
    await order(own, '894', undefined, 'shop-771234'),
  ];
  expect(await line('894', 'for shop-771234 thanks')).toMatchObject({ status: 1, orderNo: whole.orderNo });
  expect((await orderOf(server, cut.id)).status).toBeLessThan(2);
  const old = await order(own, '895', undefined, 'shop-881234');
  await pool().query("update collect_order set created_at = created_at - interval '3 days' where id = $1", [
    old.id,
  ]);
  expect(await line('895', 'for shop-881234')).toMatchObject({ status: 0 });
});
