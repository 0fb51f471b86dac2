import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import {
  expireOrder,
  type Payment,
  submitOrder,
  succeedOrder,
} from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { hand, type Hand } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';

/** One payment of one bank reference is booked once, whoever tells of it and in whatever order. */

let server: TestServer;
let world: BankWorld;
let supervisor: Hand;
const AMOUNT = '1000';

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  supervisor = await hand(
    server,
    world,
    ['page', 'claim', 'forceConfirm', 'supervise'].map((verb) => `collectOrder:${verb}`),
  );
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
async function paying(expired = false): Promise<string> {
  const id = await openOrder(pool(), world, { amount: AMOUNT });
  await transact(pool(), async (tx) => {
    await submitOrder(tx, id);
    if (expired) await expireOrder(tx, id);
  });
  return id;
}
const tell = (id: string, payment: Partial<Payment>) =>
  transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount: AMOUNT, ...payment }));
async function line(reference: string, amount = AMOUNT): Promise<string> {
  const [bill] = await billsOf(server, await take(server, world, `${stamp()},${reference},${amount},,,`));
  return bill!.id;
}
async function match(id: string, bill: string) {
  const input = { orderNo: (await orderOf(server, id)).orderNo };
  return world.finance.command<ActionResult>('bankBill/match', { ids: [bill], input });
}
const confirm = (id: string, reference: string) =>
  supervisor.client.command<ActionResult>('collectOrder/forceConfirm', {
    ids: [id],
    input: { utr: reference, reason: 'seen', otp: supervisor.phone.code() },
  });
/** What the upstream owes and what waits, for an order, as decimal text. */
async function owed(id: string): Promise<{ upstream: string; suspense: string }> {
  const { rows } = await pool().query<{ account: string; sum: string }>(
    `select split_part(p.account, ':', 1) as account, trim_scale(sum(p.amount))::text as sum
     from journal_entry e join platform_posting p on p.entry_id = e.id where e.order_id = $1 group by 1`,
    [id],
  );
  const sumOf = (name: string) => rows.find(({ account }) => account === name)?.sum ?? '0';
  return { upstream: sumOf('upstream'), suspense: sumOf('suspense') };
}
const logged = async (id: string) =>
  (
    await pool().query<{ remark: string }>(
      "select remark from order_log where order_id = $1 and remark ~ '^[=≠+]' order by id",
      [id],
    )
  ).rows.map(({ remark }) => remark);

it('by its bank line, then by the upstream', async () => {
  const [id, reference] = [await paying(), utr()];
  expect((await match(id, await line(reference))).done).toHaveLength(1);
  const before = await owed(id);
  const word = { utr: reference, upstreamOrderNo: `u${id}` };
  for (let again = 0; again < 3; again += 1) expect(await tell(id, word)).toBe('success');
  expect(await owed(id)).toEqual(before);
  expect(before.suspense).toBe('0');
  // The upstream's number is new, and is noted once.
  expect(await logged(id)).toEqual([`= 1000 INR, UTR ${reference}`]);
});

it('by a person, then by the upstream with the reference or without one', async () => {
  const [id, reference] = [await paying(), utr()];
  expect((await confirm(id, reference)).done).toEqual([id]);
  const before = await owed(id);
  expect(await tell(id, { upstreamOrderNo: `u${id}` })).toBe('success');
  expect(await tell(id, { utr: reference, upstreamOrderNo: `u${id}` })).toBe('success');
  expect(await owed(id)).toEqual(before);
});

it('by the answer to a query without the upstream’s number, then by its message with it', async () => {
  const [id, reference] = [await paying(), utr()];
  expect(await tell(id, { utr: reference })).toBe('success');
  const before = await owed(id);
  expect(await tell(id, { utr: reference, upstreamOrderNo: `u${id}` })).toBe('success');
  expect(await tell(id, {})).toBe('success');
  expect(await owed(id)).toEqual(before);
});

it('late, by its line and then by the upstream, and the other way round', async () => {
  const [one, two] = [await paying(true), await paying(true)];
  const [first, second] = [utr(), utr()];
  await match(one, await line(first));
  expect((await owed(one)).suspense).toBe(AMOUNT);
  expect(await tell(one, { utr: first, upstreamOrderNo: `u${one}` })).toBe('review');
  expect((await owed(one)).suspense).toBe(AMOUNT);

  expect(await tell(two, { utr: second, upstreamOrderNo: `u${two}` })).toBe('review');
  await match(two, await line(second));
  expect(await orderOf(server, two)).toMatchObject({ status: 2 });
  expect((await owed(two)).suspense).toBe('0');
});

it('a second payment waits once, is tied to its line, and is let go of with the upstream’s word intact', async () => {
  const [id, own, more] = [await paying(), utr(), utr()];
  await tell(id, { utr: own, upstreamOrderNo: `u${id}` });
  for (const number of [`v${id}`, `w${id}`]) await tell(id, { utr: more, upstreamOrderNo: number });
  expect((await owed(id)).suspense).toBe(AMOUNT);
  const bill = await line(more);
  expect((await match(id, bill)).done).toEqual([bill]);
  expect((await owed(id)).suspense).toBe(AMOUNT);
  await world.finance.command('bankBill/unmatch', { ids: [bill] });
  expect((await owed(id)).suspense).toBe(AMOUNT);
});

it('of another sum under the same reference moves nothing and is said', async () => {
  const [id, reference] = [await paying(), utr()];
  await tell(id, { utr: reference, upstreamOrderNo: `u${id}` });
  const before = await owed(id);
  expect(await tell(id, { paidAmount: '900', utr: reference, upstreamOrderNo: `v${id}` })).toBe('success');
  expect(await owed(id)).toEqual(before);
  expect(await logged(id)).toEqual([`≠ 900 INR, UTR ${reference}`]);
});

it('two payments are two: other references, other numbers without any', async () => {
  const [id, other] = [await paying(), await paying()];
  await tell(id, { utr: utr(), upstreamOrderNo: `u${id}` });
  await tell(id, { utr: utr(), upstreamOrderNo: `v${id}` });
  expect((await owed(id)).suspense).toBe(AMOUNT);
  await tell(other, { upstreamOrderNo: `u${other}` });
  await tell(other, { upstreamOrderNo: `v${other}` });
  expect((await owed(other)).suspense).toBe(AMOUNT);
});
