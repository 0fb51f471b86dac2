import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { ROUNDS } from '../safety/racing.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, HEADER, makeBankWorld, orderOf, stamp, upload } from './bankWorld.ts';

/** Whatever is done about a statement while it is moved, its lines are all of one account and count once in each. */

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
type Given = Record<string, unknown>;
const command = (path: string, id: string, given: Given = {}) =>
  world.finance.command<ActionResult>(path, { ids: [id], ...given });
/** As its sheet sends it: what was shown is what is done, or nothing. */
async function prepared(path: string, id: string, input: Given): Promise<() => Promise<ActionResult>> {
  const { previewDigests } = await world.finance.call<ActionResult>(path, { ids: [id], input, dryRun: true });
  return () => command(path, id, { input, previewDigests });
}
const moving = (id: string, toAccountId: string) =>
  prepared('bankBatch/move', id, { toAccountId, reason: 'sent amiss' });
const withdrawing = (id: string) => prepared('bankBatch/withdraw', id, { reason: 'sent amiss' });

async function account(): Promise<string> {
  const id = newId();
  await pool().query(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency)
     select $1, tenant_id, bank_type_id, $2, $2, currency from bank_account where id = $3`,
    [id, `Account ${id}`, world.accountId],
  );
  return id;
}
const credit = (amount: string, ref = utr(), name = 'nobody') =>
  `${stamp()},${ref},${amount},,${name},UPI CR`;
async function sent(accountId: string, lines: readonly string[]): Promise<string> {
  const { id, message } = await upload(
    server,
    world.finance,
    accountId,
    HEADER + lines.join('\n'),
    '&autoMatch=false',
  );
  if (!id) throw new Error(JSON.stringify(message));
  return id;
}
async function send(accountId: string, lines: readonly string[]): Promise<string> {
  const id = await sent(accountId, lines);
  await processBatch(server.deps, id);
  return id;
}
/** The account of a batch, which all its lines must be of. */
async function accountOf(batchId: string): Promise<string> {
  const { rows } = await pool().query<{ of: string }>(
    `select bank_account_id::text as of from bank_batch where id = $1
     union select bank_account_id::text from bank_bill where batch_id = $1`,
    [batchId],
  );
  expect(rows).toHaveLength(1);
  return rows[0]!.of;
}
const COUNTED = `select count(*)::int as count from bank_bill
  where bank_account_id = $1 and utr = $2 and status not in (4, 5)`;
const counted = async (accountId: string, ref: string): Promise<number> =>
  (await pool().query<{ count: number }>(COUNTED, [accountId, ref])).rows[0]!.count;
const wins = (results: readonly ActionResult[]): number =>
  results.filter(({ done }) => done.length === 1).length;

it('has one winner beside another move and beside a withdrawal', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wrong, right, third] = [await account(), await account(), await account()];
    const batch = await send(wrong, [credit('10'), credit('11')]);
    const hands = [
      await moving(batch, right),
      await moving(batch, right),
      await moving(batch, third),
      await withdrawing(batch),
    ];
    expect(wins(await Promise.all(hands.map((go) => go())))).toBe(1);
    const lines = await billsOf(server, batch);
    expect(new Set(lines.map(({ status }) => status)).size).toBe(1);
    expect((await accountOf(batch)) === wrong).toBe(lines[0]!.status === 5);
  }
});

it('has one winner of two statements with one line that go to one account', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wrong, right, ref] = [await account(), await account(), utr()];
    const batches = [
      await send(wrong, [credit('20', ref)]),
      await send(wrong, [credit('20', ref), credit('21')]),
    ];
    const hands = await Promise.all(batches.map((batch) => moving(batch, right)));
    expect(wins(await Promise.all(hands.map((go) => go())))).toBe(1);
    for (const id of [wrong, right]) expect(await counted(id, ref)).toBe(1);
  }
});

it('waits for no statement that goes the other way, goes elsewhere or is withdrawn', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other, third] = [await account(), await account(), await account()];
    const [ref, back] = [utr(), utr()];
    const batches = [
      await send(one, [credit('30', ref)]),
      await send(one, [credit('30', ref), credit('31')]),
      await send(one, [credit('30', ref), credit('32')]),
      await send(other, [credit('33', back)]),
      await send(other, [credit('33', back), credit('34')]),
    ];
    const hands = [
      await moving(batches[0]!, other),
      await moving(batches[1]!, third),
      await withdrawing(batches[2]!),
      await moving(batches[3]!, one),
      await moving(batches[4]!, third),
    ];
    const answers = await Promise.all(hands.map((go) => go()));
    expect(answers.flatMap(({ refused }) => refused)).toEqual([]);
    expect(wins(answers)).toBe(5);
    expect(await Promise.all([one, other, third].map((id) => counted(id, ref)))).toEqual([0, 1, 1]);
    expect(await Promise.all([one, other, third].map((id) => counted(id, back)))).toEqual([1, 0, 1]);
  }
});

it('takes along what is matched and undone meanwhile', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wrong, right, reference] = [await account(), await account(), utr()];
    const orders = [await openOrder(pool(), world), await openOrder(pool(), world)];
    for (const order of orders) await transact(pool(), (tx) => submitOrder(tx, order));
    const [known, open] = await Promise.all(orders.map((id) => orderOf(server, id)));
    await transact(pool(), (tx) => succeedOrder(tx, orders[0]!, { paidAmount: '1000', utr: reference }));
    const batch = await send(wrong, [credit('1000', reference), credit('1000')]);
    const [tied, line] = await billsOf(server, batch);
    const match = (id: string, orderNo: string) => command('bankBill/match', id, { input: { orderNo } });
    await match(tied!.id, known!.orderNo);
    const go = await moving(batch, right);
    const results = await Promise.all([
      match(line!.id, open!.orderNo),
      go(),
      command('bankBill/unmatch', tied!.id),
    ]);
    expect(wins(results)).toBe(3);
    expect(await accountOf(batch)).toBe(right);
    expect(await billsOf(server, batch)).toMatchObject([{ status: 0 }, { status: 2, effect: 'paid' }]);
    expect(await orderOf(server, orders[1]!)).toMatchObject({ status: 2 });
  }
});

it('leaves one line that counts, whichever statement comes meanwhile', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wrong, right, ref] = [await account(), await account(), utr()];
    const batch = await send(wrong, [credit('50', ref)]);
    const next = [
      await sent(wrong, [credit('50', ref), credit('51')]),
      await sent(right, [credit('50', ref), credit('52')]),
    ];
    const go = await moving(batch, right);
    const [moved] = await Promise.all([go(), ...next.map((id) => processBatch(server.deps, id))]);
    expect(await counted(wrong, ref)).toBe(1);
    expect(await counted(right, ref)).toBe(1);
    if (wins([moved as ActionResult]) === 0) expect(await accountOf(batch)).toBe(wrong);
  }
});
