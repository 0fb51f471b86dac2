import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { keepCounts } from '../../server/domain/reconciliation/keepCounts.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';

/** A statement in the list says how many of its lines are matched and repeated, whoever has seen to them. */

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(() => server.stop());

const pool = () => server.database.pool;
const counts = keepCounts();
const act = (action: string, id: string, input?: Record<string, unknown>) =>
  world.finance.command<ActionResult>(`bankBill/${action}`, { ids: [id], ...(input && { input }) });

interface Counted {
  id: string;
  accepted: number;
  matched: number;
  duplicates: number;
  status: number;
  progress: number;
  version: number;
}
async function counted(batchId: string): Promise<Counted> {
  await counts(server.deps);
  const { items } = await world.finance.call<{ items: Counted[] }>('bankBatch/page', {
    page: 1,
    pageSize: 100,
  });
  return items.find(({ id }) => id === batchId)!;
}

it('follows a match, its undoing and another payment, and is left alone where nothing has changed', async () => {
  const order = await openOrder(pool(), world, { amount: '1210' });
  await transact(pool(), (tx) => submitOrder(tx, order));
  const { orderNo } = await orderOf(server, order);
  const reference = utr();
  const line = (text: string) => `${stamp()},${reference},1210,,Asha,${text}`;
  const batch = await take(server, world, `${line('one')}\n${line('two')}\n${stamp()},${utr()},7,,Mina,UPI`);
  const [first, second, third] = await billsOf(server, batch);
  const begun = await counted(batch);
  expect(begun).toMatchObject({ accepted: 2, matched: 0, duplicates: 1, status: 2, progress: 100 });

  expect((await act('match', first!.id, { orderNo })).done).toEqual([first!.id]);
  expect(await counted(batch)).toMatchObject({ accepted: 2, matched: 1, duplicates: 1, status: 2 });

  expect((await act('separate', second!.id, { reason: 'two transfers' })).done).toEqual([second!.id]);
  const apart = await counted(batch);
  expect(apart).toMatchObject({ accepted: 3, matched: 1, duplicates: 0, status: 2, progress: 100 });

  // Neither is a match: the row is as it was, and nobody is notified of it.
  expect((await act('ignore', third!.id)).done).toEqual([third!.id]);
  expect((await act('unmatch', third!.id)).done).toEqual([third!.id]);
  expect(await counted(batch)).toEqual(apart);
});

it('is right where many lines are matched at once', async () => {
  const amounts = Array.from({ length: 24 }, (_, at) => `${1300 + at}`);
  const orders = await Promise.all(amounts.map((amount) => openOrder(pool(), world, { amount })));
  for (const order of orders) await transact(pool(), (tx) => submitOrder(tx, order));
  const lines = amounts.map((amount) => `${stamp()},${utr()},${amount},,Asha,UPI`);
  const batch = await take(server, world, lines.join('\n'));
  const bills = await billsOf(server, batch);
  const matched = async (at: number) =>
    act('match', bills[at]!.id, { orderNo: (await orderOf(server, orders[at]!)).orderNo });
  const counting = Promise.all(Array.from({ length: 6 }, () => keepCounts()(server.deps)));
  const done = await Promise.all(amounts.map((_, at) => matched(at)));
  await counting;
  expect(done.flatMap((each) => each.done)).toHaveLength(24);
  expect(await counted(batch)).toMatchObject({ accepted: 24, matched: 24 });
});
