import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { BankBook } from '../../contract/bankBook.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { rematchBatch } from '../../server/domain/reconciliation/rematch.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { makeOperator, PASSWORD } from '../safety/staff.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, upload } from './bankWorld.ts';

/** A statement that was sent to the wrong account is the right one's in the end, with what it has paid. */

const HEADER = 'Date,Ref,Credit,Debit,Name,Balance\n';
const PARSER = { date: 'Date', reference: 'Ref', credit: 'Credit', debit: 'Debit', payer: 'Name' };
let server: TestServer;
let world: BankWorld;
let typeId: string;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  typeId = newId();
  await pool().query(
    `insert into bank_type (id, name, code, currency, parser) values ($1, $2, $2, 'INR', $3)`,
    [typeId, `Bank ${typeId}`, { ...PARSER, balance: 'Balance', zone: 'UTC', matchUnproven: true }],
  );
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
const run = (text: string, values: unknown[]) => pool().query(text, values);
const command = (path: string, id: string, input?: Record<string, unknown>) =>
  world.finance.command<ActionResult>(path, { ids: [id], ...(input && { input }) });
const REASON = 'sent to the wrong account';
const move = (id: string, toAccountId: string) =>
  command('bankBatch/move', id, { toAccountId, reason: REASON });
async function account(over: { upstreamId?: string; currency?: string; tenantId?: string } = {}) {
  const { upstreamId = null, currency = 'INR', tenantId = world.tenantId } = over;
  const id = newId();
  await run(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency, upstream_id)
     values ($1, $2, $3, $4, $4, $5, $6)`,
    [id, tenantId, typeId, `Account ${id}`, currency, upstreamId],
  );
  return id;
}
async function anotherUpstream(): Promise<string> {
  const id = newId();
  await run(
    `insert into upstream (id, name, code, currency, rate, fixed, mini_amount, max_amount, pay_rate, pay_fixed,
      pay_mini_amount, pay_max_amount) values ($1, $2, $2, 'INR', 0.012, 0, 1, 1000000, 0, 0, 0, 0)`,
    [id, `U ${id}`],
  );
  return id;
}
async function paying(amount: string, upstreamId?: string): Promise<string> {
  const id = await openOrder(pool(), world, { amount });
  await run(
    `update collect_order set payer_id = 'usha1@ybl', upstream_id = coalesce($2, upstream_id) where id = $1`,
    [id, upstreamId ?? null],
  );
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
async function send(accountId: string, lines: readonly string[], autoMatch = false): Promise<string> {
  const content = `${HEADER}${lines.join('\n')}`;
  const { id, message } = await upload(server, world.finance, accountId, content, `&autoMatch=${autoMatch}`);
  if (!id) throw new Error(JSON.stringify(message));
  await processBatch(server.deps, id);
  return id;
}
const credit = (amount: string, { ref = utr(), balance = '', at = stamp(), name = 'usha1@ybl' } = {}) =>
  `${at},${ref},${amount},,${name},${balance}`;
const book = async (id: string) =>
  (await world.finance.call<{ book: BankBook }>(`bankAccount/detail?id=${id}`)).book;
const batchOf = async (id: string) =>
  (
    await run(
      `select status, remark, bank_account_id::text as account, accepted, matched, duplicates from bank_batch where id = $1`,
      [id],
    )
  ).rows[0];
const accountsOf = async (id: string) =>
  (
    await run('select distinct bank_account_id::text as account from bank_bill where batch_id = $1', [id])
  ).rows.map((row) => row.account as string);
const states = async (id: string) => (await billsOf(server, id)).map(({ status }) => status);

it('goes to the right account with what it has paid', async () => {
  const [wrong, right] = [await account(), await account()];
  const orders = [await paying('1210'), await paying('1220')];
  const before = await send(wrong, [credit('100', { balance: '1100', at: '2026-03-04 10:00' })]);
  const lines = [
    credit('1210', { balance: '51210' }),
    credit('1220', { balance: '52430' }),
    credit('7', { balance: '52437', name: 'nobody' }),
  ];
  const batch = await send(wrong, lines, true);
  expect(await states(batch)).toEqual([1, 1, 0]);
  expect((await command('bankBatch/withdraw', batch, { reason: REASON })).refused).toMatchObject([
    { code: 'batchMatched' },
  ]);
  const again = (accountId: string) =>
    upload(server, world.finance, accountId, `${HEADER}${lines.join('\n')}`);
  expect(await again(right)).toMatchObject({ errorCode: 'fileTwice' });
  const entries = async () => (await run('select count(*) from journal_entry', [])).rows[0];
  const booked = await entries();
  const asked = { ids: [batch], dryRun: true };
  const shown = await world.finance.call<ActionResult>('bankBatch/move', asked);
  expect(shown.done).toEqual([batch]);
  expect(await move(batch, right)).toMatchObject({ done: [batch] });
  expect(await batchOf(batch)).toMatchObject({ status: 3, remark: REASON, account: right, matched: 2 });
  await processBatch(server.deps, batch);
  expect(await batchOf(batch)).toMatchObject({ status: 4, accepted: 3, matched: 2 });
  expect(await accountsOf(batch)).toEqual([right]);
  expect(await states(batch)).toEqual([1, 1, 0]);
  expect(await entries()).toEqual(booked);
  for (const order of orders) expect(await orderOf(server, order)).toMatchObject({ status: 2 });
  expect(await book(right)).toMatchObject({
    opening: '50000',
    in: '2430',
    book: '52430',
    statement: '52437',
    open: { count: 1, amount: '7' },
    unexplained: '0',
  });
  expect(await book(wrong)).toMatchObject({ opening: '1000', in: '0', statement: '1100', unexplained: '0' });
  expect(await states(before)).toEqual([0]);
  for (const id of [wrong, right]) expect(await again(id)).toMatchObject({ errorCode: 'fileTwice' });
  const [bill] = await billsOf(server, batch);
  const { history } = await world.finance.call<{ history: object[] }>(`bankBill/detail?id=${bill!.id}`);
  expect(history).toMatchObject([{ event: 'match' }, { event: 'move', reason: REASON }]);
  const { rows } = await run(
    `select before, after from bank_bill_log where bill_id = $1 and event = 'move'`,
    [bill!.id],
  );
  expect(rows).toMatchObject([
    { before: { status: 1, bankAccountId: wrong }, after: { status: 1, bankAccountId: right } },
  ]);
});

it('is matched and undone there as ever, and may be withdrawn', async () => {
  const [wrong, right] = [await account(), await account()];
  const [known, open] = [await paying('1310'), await paying('1320')];
  const reference = utr();
  await transact(pool(), (tx) => succeedOrder(tx, known, { paidAmount: '1310', utr: reference }));
  const batch = await send(
    wrong,
    [credit('1310', { ref: reference }), credit('1330', { name: 'nobody' })],
    true,
  );
  expect(await states(batch)).toEqual([1, 0]);
  await move(batch, right);
  await processBatch(server.deps, batch);
  const [tied, other] = await billsOf(server, batch);
  expect((await command('bankBill/unmatch', tied!.id)).done).toEqual([tied!.id]);
  const { orderNo } = await orderOf(server, open);
  expect((await command('bankBill/match', other!.id, { orderNo })).done).toEqual([other!.id]);
  expect((await command('bankBill/unmatch', other!.id)).done).toEqual([other!.id]);
  expect((await command('bankBatch/withdraw', batch, { reason: REASON })).done).toEqual([batch]);
  expect((await move(batch, wrong)).refused).toMatchObject([{ code: 'guard' }]);
});

describe('is refused, and nothing changes', () => {
  const refused = async (id: string, to: string) => {
    const before = [await batchOf(id), await billsOf(server, id), await accountsOf(id)];
    const { refused: why } = await move(id, to);
    expect([await batchOf(id), await billsOf(server, id), await accountsOf(id)]).toEqual(before);
    return why.map(({ code, message }) => `${code}: ${message}`).join();
  };

  it('for an account that it cannot be of', async () => {
    const own = await account();
    const batch = await send(own, [credit('1410')]);
    const foreign = await account({ tenantId: (await makeBankWorld(server)).tenantId });
    expect(await refused(batch, own)).toMatch(/^batchSameAccount/);
    expect(await refused(batch, await account({ currency: 'BRL' }))).toMatch(/^batchCurrency: .*BRL.*INR/);
    expect(await refused(batch, foreign)).toBe(await refused(batch, newId()));
    expect(await refused(batch, foreign)).toMatch(/^notFound/);
  });

  it('while it is being worked on, and where it could not be read', async () => {
    const to = await account();
    const batch = await send(await account(), [credit('1411')]);
    for (const status of [0, 1, 3, 5, 6]) {
      await run('update bank_batch set status = $2 where id = $1', [batch, status]);
      expect(await refused(batch, to)).toMatch(/^guard/);
    }
  });

  it('where a matched line is of an order that went to another upstream', async () => {
    const upstreamId = await anotherUpstream();
    await paying('1420', upstreamId);
    const batch = await send(await account(), [credit('1420'), credit('1421')], true);
    expect(await states(batch)).toEqual([1, 0]);
    expect(await refused(batch, await account({ upstreamId: world.upstreamId }))).toMatch(
      /^batchElsewhere: .* 1$/,
    );
    expect((await move(batch, await account({ upstreamId }))).done).toEqual([batch]);
  });

  it('where the account has lines of it from another statement', async () => {
    const [wrong, right] = [await account(), await account()];
    const plain = credit('1430', { ref: '' });
    const lines = [credit('1431'), plain, plain, credit('1432')];
    const batch = await send(wrong, lines);
    const other = await send(right, [...lines.slice(0, 2), credit('1433')]);
    expect(await refused(batch, right)).toMatch(/^batchTwice: .* 2\./);
    await command('bankBatch/withdraw', other, { reason: REASON });
    expect((await move(batch, right)).done).toEqual([batch]);
  });

  it('for who may only read', async () => {
    const batch = await send(await account(), [credit('1440')]);
    const reader = await server.signIn(
      await makeOperator(pool(), world, ['bankBatch:page', 'bankBatch:withdraw']),
      PASSWORD,
    );
    const input = { toAccountId: await account(), reason: REASON };
    const { body } = await reader.ask('bankBatch/move', { ids: [batch], input });
    expect(body).toMatchObject({ code: 403 });
  });
});

describe('lines that are said twice', () => {
  it('leave their place to the first that repeated them', async () => {
    const [wrong, right] = [await account(), await account()];
    const line = credit('1510', { name: 'nobody' });
    const first = await send(wrong, [line]);
    const second = await send(wrong, [line, credit('3')]);
    const third = await send(wrong, [line, credit('4')]);
    expect(await states(third)).toEqual([4, 0]);
    await move(first, right);
    const [repeated] = await billsOf(server, second);
    expect(repeated).toMatchObject({ status: 0, repeats: null });
    expect((await billsOf(server, third))[0]).toMatchObject({ status: 4, repeats: repeated!.billNo });
    expect(await batchOf(second)).toMatchObject({ accepted: 2, duplicates: 0, account: wrong });
    await move(second, await account());
    expect((await billsOf(server, third))[0]).toMatchObject({ status: 0, repeats: null });
  });

  it('count where the line that they repeated is not', async () => {
    const [wrong, right] = [await account(), await account()];
    const [line, plain, there] = [credit('1520'), credit('1521', { ref: '' }), credit('1522')];
    await send(wrong, [line, plain, there]);
    const kept = await send(right, [there]);
    const batch = await send(wrong, [line, line, plain, plain, there]);
    expect(await states(batch)).toEqual([4, 4, 4, 0, 4]);
    expect((await move(batch, right)).done).toEqual([batch]);
    const bills = await billsOf(server, batch);
    const [once] = await billsOf(server, kept);
    expect(bills).toMatchObject([
      { status: 0, repeats: null },
      { status: 4, repeats: bills[0]!.billNo },
      { status: 0, repeats: null },
      { status: 0, repeats: null },
      { status: 4, repeats: once!.billNo },
    ]);
    expect(await batchOf(batch)).toMatchObject({ accepted: 3, duplicates: 2 });
    expect(await book(right)).toMatchObject({ open: { count: 4 } });
    expect(await book(wrong)).toMatchObject({ open: { count: 3 } });
  });
});

it('proposes orders of the new account’s upstream, where it was not meant to be matched', async () => {
  const [here, there] = [await anotherUpstream(), await anotherUpstream()];
  const [wrong, right] = [await account({ upstreamId: here }), await account({ upstreamId: there })];
  const [one, other] = [await paying('1610', here), await paying('1610', there)];
  const batch = await send(wrong, [credit('1610')]);
  const proposed = async () => (await billsOf(server, batch))[0]?.candidateNo;
  expect(await proposed()).toBe((await orderOf(server, one)).orderNo);
  await move(batch, right);
  expect(await proposed()).toBeNull();
  await rematchBatch(server.deps, batch);
  expect(await proposed()).toBe((await orderOf(server, other)).orderNo);
  expect(await states(batch)).toEqual([0]);
  expect(await batchOf(batch)).toMatchObject({ status: 2 });
});
