import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { hand, type Hand } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, suspendedOf, take } from './bankWorld.ts';

/** Payments that wait in suspense and went into the confirmation of their order by another payment's reference. */

let server: TestServer;
let world: BankWorld;
let supervisor: Hand;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  supervisor = await hand(
    server,
    world,
    ['page', 'claim', 'forceConfirm', 'reverse', 'supervise'].map((verb) => `collectOrder:${verb}`),
  );
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
const tell = (id: string, paidAmount: string, reference: string) =>
  transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount, utr: reference, upstreamOrderNo: utr() }));
const decide = (action: 'forceConfirm' | 'reverse', id: string, input: object, dryRun = false) =>
  supervisor.client.command<ActionResult>(`collectOrder/${action}`, {
    ids: [id],
    input: { reason: 'seen', ...input, ...(!dryRun && { otp: supervisor.phone.code() }) },
    dryRun,
  });
const open = (amount: string) => openOrder(pool(), world, { amount });

/** An order of 1000 of which two parts came, with their references. */
async function inParts() {
  const [id, first, second] = [await open('1000'), utr(), utr()];
  await tell(id, '400', first);
  await tell(id, '600', second);
  return { id, first, second };
}

it('are another order’s money no more when an upstream tells of them again', async () => {
  const { id, first, second } = await inParts();
  expect((await decide('forceConfirm', id, { utr: first })).done).toEqual([id]);
  expect(await suspendedOf(server, id)).toBe('0');
  const other = await open('600');
  expect(await tell(other, '600', second)).toBe('review');
  expect(await suspendedOf(server, other)).toBe('600');
});

it('are counted for one of two orders that were told of them', async () => {
  const { id, first, second } = await inParts();
  const other = await open('1000');
  const own = utr();
  await tell(other, '400', own);
  await tell(other, '600', second);
  expect((await decide('forceConfirm', id, { utr: first })).done).toEqual([id]);
  const dry = await decide('forceConfirm', other, { utr: own }, true);
  expect(dry.preview?.[0]?.after).toMatchObject({ arrived: '400', bearer: 'adjustments' });
  expect((await decide('forceConfirm', other, { utr: own })).done).toEqual([other]);
  expect(await suspendedOf(server, other)).toBe('600');
});

it('are free again when the payment that they went into is reversed', async () => {
  const { id, first, second } = await inParts();
  await decide('forceConfirm', id, { utr: first });
  const other = await open('600');
  expect((await decide('forceConfirm', other, { utr: second })).refused[0]?.code).toBe('utrUsed');
  expect((await decide('reverse', id, {})).done).toEqual([id]);
  expect((await decide('forceConfirm', other, { utr: second })).done).toEqual([other]);
});

it('keep the line of a statement that brought them', async () => {
  const [id, first, second] = [await open('1000'), utr(), utr()];
  const batch = await take(server, world, `${stamp()},${first},600,,,\n${stamp()},${second},700,,,`);
  const bills = await billsOf(server, batch);
  const act = (action: string, bill: string, input?: object) =>
    world.finance.command<ActionResult>(`bankBill/${action}`, { ids: [bill], ...(input && { input }) });
  const { orderNo } = await orderOf(server, id);
  for (const bill of bills) expect((await act('match', bill.id, { orderNo })).done).toEqual([bill.id]);
  expect((await decide('forceConfirm', id, { utr: first })).done).toEqual([id]);
  // 600 of the first and 400 of the second: neither is whole in suspense any more.
  expect(await suspendedOf(server, id)).toBe('300');
  for (const bill of bills) expect((await act('unmatch', bill.id)).refused[0]?.code).toBe('matchBooked');
});
