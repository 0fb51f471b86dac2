import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { plantFlow } from '../safety/flowWorld.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { openOrder, utr } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';

/** Above the limit of a force confirm nobody makes an order a success with a statement of their own. */

const PAYING = 1;
const SUCCESS = 2;
const UNMATCHED = 0;

let server: TestServer;
let world: BankWorld;
let colleague: Client;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  const [person] = await makeStaff(server.database.pool, world, 1);
  colleague = await server.signIn(person!.account, PASSWORD);
  await plantFlow(server.database.pool, world, { action: 'collectOrder:forceConfirm', limit: '5000' });
});
afterAll(async () => {
  expect(await checkInvariants(server.database.pool)).toEqual([]);
  await server.stop();
});

async function paying(amount: string): Promise<{ id: string; orderNo: string }> {
  const id = await openOrder(server.database.pool, world, { amount });
  await transact(server.database.pool, (tx) => submitOrder(tx, id));
  return { id, orderNo: (await orderOf(server, id)).orderNo };
}

const line = async (amount: string, reference: string, match = false) =>
  (await billsOf(server, await take(server, world, `${stamp()},${reference},${amount},,,`, match)))[0]!;

const match = async (who: Client, id: string, orderNo: string) => {
  const result = await who.command<ActionResult>('bankBill/match', { ids: [id], input: { orderNo } });
  return result.refused[0]?.code ?? 'done';
};

it('is matched by hand by another person than who sent the statement', async () => {
  const { id, orderNo } = await paying('5000.01');
  const bill = await line('5000.01', utr());
  expect(await match(world.finance, bill.id, orderNo)).toBe('ownStatement');
  const outcome = await world.finance.call<ActionResult>('bankBill/match', {
    ids: [bill.id],
    input: { orderNo },
    dryRun: true,
  });
  expect(outcome.refused[0]?.message).toBe(
    'Above 5,000 INR whoever sent the statement cannot match its line too',
  );
  expect((await orderOf(server, id)).status).toBe(PAYING);
  expect(await match(colleague, bill.id, orderNo)).toBe('done');
  expect((await orderOf(server, id)).status).toBe(SUCCESS);
});

it('is matched as ever up to the limit', async () => {
  const { id, orderNo } = await paying('5000');
  const bill = await line('5000', utr());
  expect(await match(world.finance, bill.id, orderNo)).toBe('done');
  expect((await orderOf(server, id)).status).toBe(SUCCESS);
});

it('is not matched by the rules at the wish of whoever sent it; the line proposes its order to a colleague', async () => {
  const { id, orderNo } = await paying('7100');
  const reference = utr();
  await server.database.pool.query('update collect_order set utr = $2 where id = $1', [id, reference]);
  const bill = await line('7100', reference, true);
  expect(bill).toMatchObject({ status: UNMATCHED, candidateNo: orderNo });
  const again = (who: Client) => who.command<ActionResult>('bankBill/autoMatch', { ids: [bill.id] });
  expect((await again(world.finance)).refused[0]?.code).toBe('ownStatement');
  expect((await again(colleague)).done).toHaveLength(1);
  expect((await orderOf(server, id)).status).toBe(SUCCESS);
});

it('is matched at once where a colleague noted the reference, and not where the sender did', async () => {
  for (const [who, status] of [
    [colleague, SUCCESS],
    [world.finance, PAYING],
  ] as const) {
    const { id } = await paying('9000');
    const reference = utr();
    await who.command('collectOrder/repairProof', { ids: [id], input: { utr: reference } });
    await line('9000', reference, true);
    expect((await orderOf(server, id)).status).toBe(status);
    // The line first, the proof then.
    const late = await paying('9100');
    const second = utr();
    await line('9100', second, true);
    await who.command('collectOrder/repairProof', { ids: [late.id], input: { utr: second } });
    expect((await orderOf(server, late.id)).status).toBe(status);
  }
});

it('proves whoever sent it what the upstream has brought in', async () => {
  const { id, orderNo } = await paying('6400');
  for (const paidAmount of ['6000', '400'])
    await transact(server.database.pool, (tx) =>
      succeedOrder(tx, id, { paidAmount, utr: undefined, upstreamOrderNo: newId() }),
    );
  const bill = await line('6400', '');
  expect(await match(world.finance, bill.id, orderNo)).toBe('done');
  expect((await orderOf(server, id)).status).toBe(SUCCESS);
});
