import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { PreviewAnswer } from '../../contract/statementPreview.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { newId } from '../../server/platform/db/id.ts';
import { paidOrder } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, upload } from './bankWorld.ts';

/** What a statement's own figures prove of its reading, and what no rule does until they do. */

let server: TestServer;
let world: BankWorld;
/** Of a bank whose files have balances, with a column of sides named twice. */
let accountId: string;

const FORMAT = {
  date: 'Date',
  reference: 'Ref',
  amount: 'Amount',
  side: 'Dr / Cr',
  balance: 'Balance',
  description: 'Text',
  zone: 'UTC',
};
const TOP = 'Date,Text,Ref,Amount,Dr / Cr,Balance,Dr / Cr\n';

async function addAccount(format: object): Promise<string> {
  const [typeId, id] = [newId(), newId()];
  const { pool } = server.database;
  await pool.query(
    `insert into bank_type (id, name, code, currency, parser) values ($1, $2, $2, 'INR', $3)`,
    [typeId, `Bank ${typeId}`, JSON.stringify(format)],
  );
  await pool.query(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency) values ($1, $2, $3, $4, $4, 'INR')`,
    [id, world.tenantId, typeId, `Account ${id}`],
  );
  return id;
}

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  accountId = await addAccount(FORMAT);
});
afterAll(() => server.stop());

const today = (): string => server.clock.now().toISOString().slice(0, 10);
let next = 711_300_000_000;
const reference = (): string => String((next += 1));

/** An order that waits for just this reference, so that a rule finds its line for sure. */
async function waiting(amount: string, utr: string): Promise<string> {
  const id = await paidOrder(server.database.pool, world, { amount });
  await server.database.pool.query(
    'update collect_order set status = 0, utr = $2, paid_at = null where id = $1',
    [id, utr],
  );
  return id;
}
const statusOf = async (id: string): Promise<number> =>
  (await server.database.pool.query('select status from collect_order where id = $1', [id])).rows[0].status;

async function send(content: string, account = accountId): Promise<Record<string, unknown> & { id: string }> {
  const { id } = await upload(server, world.finance, account, content);
  await processBatch(server.deps, id);
  return world.finance.call(`bankBatch/detail?id=${id}`);
}
const act = (action: string, id: string) =>
  world.finance.command<ActionResult>(`bankBatch/${action}`, { ids: [id], input: { reason: 'looked at' } });

const line = (utr: string, amount: string, side: string, balance: string): string =>
  `${today()},UPI ${utr},${utr},"${amount}",${side},"${balance}",CR\n`;

describe('a statement whose balances agree', () => {
  it('is matched by the rules, and a debit never as a credit', async () => {
    const [one, two] = [reference(), reference()];
    const [paid, debited] = [await waiting('1000', one), await waiting('500', two)];
    const batch = await send(
      TOP + line(one, '1,000.00', 'CR', '11,000.00') + line(two, '500.00', 'DR', '10,500.00'),
    );
    expect(batch).toMatchObject({ status: 4, proof: 'proven', held: false, accepted: 2, matched: 1 });
    expect([await statusOf(paid), await statusOf(debited)]).toEqual([2, 0]);
  });
});

describe('a statement whose balances disagree', () => {
  let batch: Record<string, unknown> & { id: string };
  let utr: string;
  let order: string;

  beforeAll(async () => {
    accountId = await addAccount({ ...FORMAT, balanceSide: 'Dr / Cr (2)' });
    utr = reference();
    order = await waiting('700', utr);
    batch = await send(
      TOP + line(reference(), '100.00', 'CR', '1,100.00') + line(utr, '700.00', 'CR', '400.00'),
    );
  });

  it('is held, with the lines between which they part', async () => {
    expect(batch).toMatchObject({ status: 7, proof: 'broken', held: true, accepted: 2, matched: 0 });
    expect(batch.reading).toMatchObject({
      proof: { breaks: [{ above: 2, below: 3, expected: '1800', printed: '400' }] },
    });
    expect(await statusOf(order)).toBe(0);
  });
  it('is matched by no rule: not by hand, not when it runs again, not by the reference of an order', async () => {
    const [, bill] = await billsOf(server, batch.id);
    const byRule = await world.finance.command<ActionResult>('bankBill/autoMatch', { ids: [bill!.id] });
    expect(byRule.refused[0]?.code).toBe('batchHeld');
    const again = await world.finance.command<ActionResult>('bankBatch/rerun', { ids: [batch.id] });
    expect(again.refused[0]?.code).toBe('guard');
    const other = await paidOrder(server.database.pool, world, { amount: '700' });
    await server.database.pool.query(
      'update collect_order set status = 0, utr = null, paid_at = null where id = $1',
      [other],
    );
    await server.database.pool.query('update collect_order set utr = null where id = $1', [order]);
    await world.finance.command<ActionResult>('collectOrder/repairProof', { ids: [other], input: { utr } });
    expect(await statusOf(other)).not.toBe(2);
    await server.database.pool.query('update collect_order set utr = null where id = $1', [other]);
  });
  it('may be matched when a person has released it', async () => {
    await server.database.pool.query('update collect_order set utr = $2 where id = $1', [order, utr]);
    expect((await act('release', batch.id)).done).toHaveLength(1);
    await processBatch(server.deps, batch.id);
    expect(await world.finance.call(`bankBatch/detail?id=${batch.id}`)).toMatchObject({
      status: 4,
      held: false,
      matched: 1,
    });
    expect(await statusOf(order)).toBe(2);
    expect((await act('release', batch.id)).refused[0]?.code).toBe('guard');
  });
});

describe('a statement that names no figures', () => {
  const TYPED = { ...FORMAT, balance: undefined };
  const top = 'Date,Text,Ref,Amount,Dr / Cr\n';
  const row = (utr: string) => `${today()},UPI ${utr},${utr},900.00,CR\n`;

  it.each([
    [false, { status: 2, proof: 'unproven', held: true, matched: 0 }],
    [true, { status: 4, proof: 'unproven', held: false, matched: 1 }],
  ])('is matched where its bank type says so: %s', async (matchUnproven, expected) => {
    const account = await addAccount({ ...TYPED, matchUnproven });
    const utr = reference();
    await waiting('900', utr);
    expect(await send(top + row(utr), account)).toMatchObject(expected);
  });
});

describe('a statement that was read amiss', () => {
  it('is withdrawn and read again by one action', async () => {
    const account = await addAccount({ ...FORMAT, side: undefined, balance: undefined });
    const text = `Date,Text,Ref,Amount,Type\n${today()},x,${reference()},50.00,DR\n`;
    const first = await send(text, account);
    const directions = async (batchId: string) =>
      (await server.database.pool.query('select direction from bank_bill where batch_id = $1', [batchId]))
        .rows;
    expect(await directions(first.id)).toEqual([{ direction: 1 }]);
    await server.database.pool.query(
      `update bank_type set parser = parser || '{"side": "Type"}' where id = (select bank_type_id from bank_account where id = $1)`,
      [account],
    );
    expect((await act('readAgain', first.id)).done).toHaveLength(1);
    const { rows } = await server.database.pool.query<{ id: string; status: number }>(
      'select id::text, status from bank_batch where bank_account_id = $1 order by id',
      [account],
    );
    expect(rows.map(({ status }) => status)).toEqual([6, 0]);
    await processBatch(server.deps, rows[1]!.id);
    expect(await directions(rows[1]!.id)).toEqual([{ direction: 2 }]);
    expect((await billsOf(server, first.id))[0]).toMatchObject({ status: 5 });
  });
});

describe('one reference', () => {
  it('twice with two balances is two movements, and again after it went back is money again', async () => {
    const account = await addAccount(FORMAT);
    const [one, two] = [reference(), reference()];
    const batch = await send(
      TOP +
        line(one, '10.00', 'CR', '110.00') +
        line(one, '10.00', 'CR', '120.00') +
        line(two, '5.00', 'CR', '125.00') +
        line(two, '5.00', 'DR', '120.00') +
        line(two, '5.00', 'CR', '125.00'),
      account,
    );
    expect((await billsOf(server, batch.id)).map(({ status }) => status)).not.toContain(4);
    // The same lines by another file are the same movements.
    const again = await send(
      TOP + line(one, '10.00', 'CR', '120.00') + line(two, '5.00', 'CR', '125.00'),
      account,
    );
    expect((await billsOf(server, again.id)).map(({ status }) => status)).toEqual([4, 4]);
  });
});

describe('a preview', () => {
  const preview = async (content: string | Buffer, query: Record<string, string>): Promise<PreviewAnswer> => {
    const response = await fetch(`${server.base}/api/bankBatch/preview?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: content as BodyInit,
      headers: { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${world.finance.token}` },
    });
    return ((await response.json()) as { result: PreviewAnswer }).result;
  };
  const count = async () =>
    (await server.database.pool.query('select count(*)::int as n from bank_batch')).rows[0].n;

  it('says how a file would be read and writes nothing', async () => {
    const before = await count();
    const text =
      TOP + line(reference(), '100.00', 'CR', '1,100.00') + line(reference(), '40.00', 'DR', '1,060.00');
    const { preview: read } = await preview(text, { bankAccountId: accountId });
    expect(read).toMatchObject({
      lines: 2,
      encoding: 'UTF-8',
      delimiter: ',',
      headerLine: 1,
      proof: { state: 'proven' },
      days: [{ day: today(), credits: 1, credited: '100', debits: 1, debited: '40' }],
      totals: { credits: 1, credited: '100', debits: 1, debited: '40' },
      first: [
        { number: 2, direction: 1, amount: '100' },
        { number: 3, direction: 2, amount: '40' },
      ],
    });
    expect(await count()).toBe(before);
  });
  it('reads by another format at once, and by none where the file is to say', async () => {
    const text = `Day;What;Sum\n05/03/2026;a;10,50\n06/03/2026;b;-2,00\n`;
    const failed = await preview(text, { bankAccountId: accountId });
    expect(failed.failure).toMatchObject({ why: 'columns', found: ['Day', 'What', 'Sum'] });
    const format = { date: 'Day', amount: 'Sum', description: 'What', dateOrder: 'DMY', decimal: ',' };
    const { preview: read } = await preview(text, {
      bankAccountId: accountId,
      format: JSON.stringify(format),
    });
    expect(read?.first).toMatchObject([
      { direction: 1, amount: '10.5' },
      { direction: 2, amount: '2' },
    ]);
    const guessed = await preview(
      text.replace('Day', 'Date').replace('What', 'Description').replace('Sum', 'Amount'),
      {
        currency: 'BRL',
      },
    );
    expect(guessed.preview?.format).toMatchObject({ date: 'Date', amount: 'Amount', decimal: ',' });
  });
});

describe('a format that comes with the upload', () => {
  const text = () => `Date,Text,Ref,Amount,Type\n${today()},x,${reference()},50.00,DR\n`;
  const directions = async (batchId: string) =>
    (await server.database.pool.query('select direction from bank_bill where batch_id = $1', [batchId])).rows;

  it('holds for this file alone, and no more once it is read again', async () => {
    const signed = { ...FORMAT, side: undefined, balance: undefined };
    const account = await addAccount(signed);
    const own = encodeURIComponent(JSON.stringify({ ...signed, side: 'Type', matchUnproven: true }));
    const { id } = await upload(server, world.finance, account, text(), `&format=${own}`);
    await processBatch(server.deps, id);
    expect(await directions(id)).toEqual([{ direction: 2 }]);
    expect(await world.finance.call(`bankBatch/detail?id=${id}`)).toMatchObject({
      proof: 'unproven',
      // The leave to match it by the rules is the bank type's, not the uploader's.
      held: true,
    });
    const next = await send(text(), account);
    expect(await directions(next.id)).toEqual([{ direction: 1 }]);
    expect((await act('readAgain', id)).done).toHaveLength(1);
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select id::text from bank_batch where bank_account_id = $1 and status = 0',
      [account],
    );
    await processBatch(server.deps, rows[0]!.id);
    expect(await directions(rows[0]!.id)).toEqual([{ direction: 1 }]);
  });
  it('is refused where it is none', async () => {
    for (const format of ['{', '{"date":"Date"}', '{"date":"Date","amount":"Amount","no":1}'])
      expect(
        await upload(server, world.finance, accountId, text(), `&format=${encodeURIComponent(format)}`),
      ).toMatchObject({ code: 400, errorCode: 'statementFormat' });
  });
});
