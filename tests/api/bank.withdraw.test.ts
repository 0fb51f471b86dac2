import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { BankBook } from '../../contract/bankBook.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { makeOperator, PASSWORD } from '../safety/staff.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, HEADER, makeBankWorld, orderOf, stamp, take, upload } from './bankWorld.ts';

/** A statement that was sent amiss is taken back whole, and its file may be sent again. */

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
const command = (path: string, id: string, input?: Record<string, unknown>) =>
  world.finance.command<ActionResult>(path, { ids: [id], ...(input && { input }) });
const withdraw = (id: string) => command('bankBatch/withdraw', id, { reason: 'sent to the wrong account' });
async function paying(amount: string): Promise<string> {
  const id = await openOrder(pool(), world, { amount });
  await pool().query(`update collect_order set payer_id = 'usha1@ybl' where id = $1`, [id]);
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
async function anotherAccount(): Promise<string> {
  const id = newId();
  await pool().query(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency)
     select $1, tenant_id, bank_type_id, $2, $2, currency from bank_account where id = $3`,
    [id, `Account ${id}`, world.accountId],
  );
  return id;
}
const statusOf = async (id: string) =>
  (await pool().query('select status, remark from bank_batch where id = $1', [id])).rows[0];

it('is counted for nothing, and pays from the account that it is sent to next', async () => {
  const [wrong, order, reference] = [await anotherAccount(), await paying('810'), utr()];
  const lines = `${HEADER}${stamp()},${reference},810,,usha1@ybl,UPI CR`;
  const { id } = await upload(server, world.finance, wrong, lines, '&autoMatch=false');
  await processBatch(server.deps, id);
  expect(await upload(server, world.finance, world.accountId, lines)).toMatchObject({
    errorCode: 'fileTwice',
  });
  expect((await withdraw(id)).done).toEqual([id]);
  expect(await statusOf(id)).toEqual({ status: 6, remark: 'sent to the wrong account' });
  const [gone] = await billsOf(server, id);
  expect(gone).toMatchObject({ status: 5, candidateNo: null });
  for (const path of ['bankBill/match', 'bankBill/ignore', 'bankBill/autoMatch'])
    expect(
      (await command(path, gone!.id, path.endsWith('/match') ? { orderNo: 'C1' } : undefined)).refused,
    ).toMatchObject([{ code: 'guard' }]);
  const { history } = await world.finance.call<{ history: object[] }>(`bankBill/detail?id=${gone!.id}`);
  expect(history).toMatchObject([{ event: 'withdraw', reason: 'sent to the wrong account' }]);
  const next = await upload(server, world.finance, world.accountId, lines, '&autoMatch=true');
  await processBatch(server.deps, next.id);
  expect(await billsOf(server, next.id)).toMatchObject([{ status: 1, effect: 'paid' }]);
  expect(await orderOf(server, order)).toMatchObject({ status: 2 });
  expect((await withdraw(id)).refused).toMatchObject([{ code: 'guard' }]);
  expect((await command('bankBatch/rerun', id)).refused).toMatchObject([{ code: 'guard' }]);
});

it('stays where lines of it are matched, until these are undone', async () => {
  const [order, reference] = [await paying('811'), utr()];
  await transact(pool(), (tx) => succeedOrder(tx, order, { paidAmount: '811', utr: reference }));
  const batch = await take(server, world, `${stamp()},${reference},811,,usha1@ybl,UPI CR`, true);
  expect((await withdraw(batch)).refused).toMatchObject([{ code: 'batchMatched' }]);
  const [bill] = await billsOf(server, batch);
  expect(bill).toMatchObject({ status: 1 });
  await command('bankBill/unmatch', bill!.id);
  expect((await withdraw(batch)).done).toEqual([batch]);
});

it('leaves its place to the first line that repeated it', async () => {
  const order = await paying('812');
  const line = `${stamp()},${utr()},812,,usha1@ybl,UPI CR`;
  const first = await take(server, world, line);
  const second = await take(server, world, `${line}\n${stamp()},${utr()},3,,x,UPI CR`, true);
  const third = await take(server, world, `${line}\n${stamp()},${utr()},4,,x,UPI CR`, true);
  expect((await billsOf(server, second))[0]).toMatchObject({ status: 4 });
  await withdraw(first);
  await processBatch(server.deps, second);
  const [repeated] = await billsOf(server, second);
  expect(repeated).toMatchObject({ status: 1, effect: 'paid', repeats: null });
  expect((await billsOf(server, third))[0]).toMatchObject({ status: 4, repeats: repeated!.billNo });
  expect(await orderOf(server, order)).toMatchObject({ status: 2 });
});

describe('the book of the account', () => {
  const book = async (id: string) =>
    (await world.finance.call<{ book: BankBook }>(`bankAccount/detail?id=${id}`)).book;
  it('ends with the statement that is left', async () => {
    const typeId = newId();
    await pool().query(
      `insert into bank_type (id, name, code, currency, parser) values ($1, $2, $2, 'INR', $3)`,
      [
        typeId,
        `Bank ${typeId}`,
        { date: 'Date', reference: 'Ref', credit: 'Credit', debit: 'Debit', balance: 'Balance', zone: 'UTC' },
      ],
    );
    const account = await anotherAccount();
    await pool().query('update bank_account set bank_type_id = $2 where id = $1', [account, typeId]);
    const send = async (lines: string) => {
      const content = `Date,Ref,Credit,Debit,Balance\n${lines}`;
      const { id } = await upload(server, world.finance, account, content, '&autoMatch=false');
      await processBatch(server.deps, id);
      return id;
    };
    const kept = await send(`2026-03-05 10:00,${utr()},100,,1100`);
    const amiss = await send(`2026-03-06 10:00,${utr()},7,,9007`);
    expect(await book(account)).toMatchObject({ opening: '1000', statement: '9007' });
    await withdraw(amiss);
    expect(await book(account)).toMatchObject({ opening: '1000', statement: '1100', open: { count: 1 } });
    await withdraw(kept);
    expect(await book(account)).toMatchObject({ statement: null, open: { count: 0 } });
  });
});

it('is nobody’s who may only read', async () => {
  const batch = await take(server, world, `${stamp()},${utr()},815,,usha1@ybl,UPI CR`);
  const reader = await server.signIn(await makeOperator(pool(), world, ['bankBatch:page']), PASSWORD);
  const { body } = await reader.ask('bankBatch/withdraw', { ids: [batch], input: { reason: 'x' } });
  expect(body).toMatchObject({ code: 403 });
  expect(await statusOf(batch)).toMatchObject({ status: 2 });
});
