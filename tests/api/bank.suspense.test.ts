import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { openOrder, paidOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, suspendedOf, take } from './bankWorld.ts';

/** Lines of statements whose money an upstream has reported, and which waits in suspense. */

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.pool)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
const act = (action: string, id: string, input: Record<string, unknown>) =>
  world.finance.command<ActionResult>(`bankBill/${action}`, { ids: [id], input });
const suspended = (orderId: string) => suspendedOf(server, orderId);

describe('a line of money in suspense', () => {
  it('is tied to the part of an order in review that it proves', async () => {
    const order = await openOrder(pool(), world, { amount: '90200' });
    const named = utr();
    for (const [paidAmount, reference] of [
      ['40000', named],
      ['50200', undefined],
    ] as const)
      await transact(pool(), (tx) =>
        succeedOrder(tx, order, { paidAmount, utr: reference, upstreamOrderNo: utr() }),
      );
    const batch = await take(server, world, `${stamp()},${named},40000,,,`, true);
    expect(await billsOf(server, batch)).toMatchObject([{ status: 1, effect: 'suspense' }]);
    expect(await suspended(order)).toBe('90200');
  });

  it('is left to the order that its money waits for, be that a success', async () => {
    const done = await paidOrder(pool(), world, { amount: '70100' });
    const extra = utr();
    await transact(pool(), (tx) =>
      succeedOrder(tx, done, { paidAmount: '70200', utr: extra, upstreamOrderNo: utr() }),
    );
    const twin = await openOrder(pool(), world, { amount: '70200' });
    const taken = await take(server, world, `${stamp()},${extra},70200,,,`);
    const line = (await billsOf(server, taken))[0]!.id;
    const numberOf = async (id: string) => (await orderOf(server, id)).orderNo;
    const refused = await act('match', line, { orderNo: await numberOf(twin) });
    expect(refused.refused.map(({ code }) => code)).toEqual(['utrUsed']);
    expect((await act('match', line, { orderNo: await numberOf(done) })).done).toEqual([line]);
    expect(await billsOf(server, taken)).toMatchObject([{ status: 2, effect: 'suspense' }]);
    expect(await suspended(done)).toBe('70200');
  });
});
