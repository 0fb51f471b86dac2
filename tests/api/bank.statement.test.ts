import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, Totals } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { makeOperator, PASSWORD } from '../safety/staff.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, HEADER, makeBankWorld, stamp, take, upload } from './bankWorld.ts';

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(() => server.stop());

const batchOf = async (id: string) =>
  world.finance.call<Record<string, unknown>>(`bankBatch/detail?id=${id}`);

describe('a statement that comes in', () => {
  it('becomes bills, with the lines that are none by number and reason', async () => {
    const lines = [
      `${stamp()},700000000001,1000.00,,Asha,UPI`,
      'yesterday,700000000002,10,,,',
      `${stamp()},700000000003,,25.50,Vendor,NEFT`,
      `${stamp()},700000000004,12x,,,`,
      `${stamp()},700000000005,,,,`,
      '2099-01-01 00:00,700000000006,1,,,',
    ];
    const id = await take(server, world, lines.join('\n'));
    expect(await batchOf(id)).toMatchObject({
      status: 2,
      progress: 100,
      lines: 6,
      accepted: 2,
      failed: 4,
      duplicates: 0,
      errors: [
        { line: 3, fault: 'date' },
        { line: 5, fault: 'amount' },
        { line: 6, fault: 'noAmount' },
        { line: 7, fault: 'future' },
      ],
    });
    const page = await world.finance.call<{ items: Record<string, unknown>[] }>('bankBill/page', {
      batchId: [id],
      field: 'amount',
      order: 'descending',
    });
    expect(page.items.map(({ direction, amount, utr }) => [direction, amount, utr])).toEqual([
      [1, '1000', '700000000001'],
      [2, '25.5', '700000000003'],
    ]);
    // What came in and what went out are never one sum.
    const totals = await world.finance.call<Totals>('bankBill/totals', { batchId: [id] });
    expect(totals.byCurrency).toEqual([
      { currency: 'INR', count: 2, sums: { net: '974.5', credit: '1000', debit: '25.5' } },
    ]);
  });

  it('refused in a bulk is called by its number, among the first two hundred', async () => {
    const strangers = Array.from({ length: 200 }, newId);
    const batch = await take(server, world, `${stamp()},700000000051,10,,,`);
    const [bill] = await billsOf(server, batch);
    const refusals = async (ids: string[]) =>
      (await world.finance.command<ActionResult>('bankBill/unmatch', { ids })).refused;
    const { items } = await world.finance.call<{ items: { billNo: string }[] }>('bankBill/page', {
      batchId: [batch],
    });
    const near = await refusals([...strangers.slice(1), bill!.id]);
    expect(near.at(-1)).toMatchObject({ id: bill!.id, code: 'guard', name: items[0]!.billNo });
    const far = await refusals([...strangers, bill!.id]);
    expect(far.at(-1)).toMatchObject({ id: bill!.id, code: 'guard' });
    expect(far.some((each) => 'name' in each)).toBe(false);
  });

  it('is refused the second time, whatever it is called', async () => {
    const content = `${HEADER}${stamp()},700000000101,10,,,`;
    const first = await upload(server, world.finance, world.accountId, content);
    const again = await upload(server, world.finance, world.accountId, content, '&autoMatch=false');
    expect(first.code).toBe(200);
    expect(again).toMatchObject({ code: 400, errorCode: 'fileTwice' });
    expect(again.message).toMatch(/^This file was uploaded before \(batch B\d+\)$/);
  });

  it('uploaded by many at once is taken once', async () => {
    const content = `${HEADER}${stamp()},700000000151,10,,,`;
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => upload(server, world.finance, world.accountId, content)),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ errorCode }) => errorCode === 'fileTwice')).toHaveLength(15);
  });

  it('marks a line that another file, or the same one, brought already', async () => {
    const line = `${stamp()},700000000201,77,,,`;
    const bare = `${stamp()},,55,,Nobody,cash`;
    const first = await take(server, world, [line, line, bare, bare].join('\n'));
    const second = await take(server, world, [line, bare, `${stamp()},700000000202,77,,,`].join('\n'));
    const [began, again] = [await billsOf(server, first), await billsOf(server, second)];
    expect(began.map(({ status }) => status)).toEqual([0, 4, 0, 0]);
    expect(again.map(({ status }) => status)).toEqual([4, 4, 0]);
    expect(await batchOf(second)).toMatchObject({ accepted: 1, duplicates: 2, lines: 3 });
    // Each names the line that it repeats, and none of them counts.
    expect(began.map(({ repeats }) => repeats)).toEqual([null, began[0]!.billNo, null, null]);
    expect(again.map(({ repeats }) => repeats)).toEqual([began[0]!.billNo, began[2]!.billNo, null]);
    const { byCurrency } = await world.finance.call<Totals>('bankBill/totals', { batchId: [second] });
    expect(byCurrency).toEqual([
      { currency: 'INR', count: 3, sums: { net: '77', credit: '77', debit: '0' } },
    ]);
  });

  it('counts lines that say the same and have no reference: the third of a file is new where another had two', async () => {
    const bare = `${stamp()},,45.50,,someone,Deposit`;
    const [two, three, four] = [2, 3, 4].map((count) => Array.from({ length: count }, () => bare).join('\n'));
    const statuses = async (lines: string) =>
      (await billsOf(server, await take(server, world, lines))).map(({ status }) => status);
    expect(await statuses(two!)).toEqual([0, 0]);
    expect(await statuses(three!)).toEqual([4, 4, 0]);
    expect(await statuses(`${four!}\n${stamp()},,1,,someone,Deposit`)).toEqual([4, 4, 4, 0, 0]);
  });

  it('goes on where a killed worker left it, and counts no line twice', async () => {
    const lines = Array.from({ length: 1_200 }, (_, at) => `${stamp()},${800_000_000_000 + at},${1 + at},,,`);
    const { id } = await upload(
      server,
      world.finance,
      world.accountId,
      HEADER + lines.join('\n'),
      '&autoMatch=false',
    );
    await Promise.all([processBatch(server.deps, id), processBatch(server.deps, id)]);
    await server.database.pool.query('update bank_batch set status = 1 where id = $1', [id]);
    await processBatch(server.deps, id);
    expect(await batchOf(id)).toMatchObject({
      status: 2,
      lines: 1_200,
      accepted: 1_200,
      duplicates: 0,
      failed: 0,
    });
  });

  it.each([
    ['columns missing', 'Date,Ref\n1,2\n', 'columns'],
    ['a header alone', HEADER, 'noLines'],
  ])('that is broken fails as a whole: %s', async (_, content, failure) => {
    const { id } = await upload(server, world.finance, world.accountId, content);
    await processBatch(server.deps, id);
    expect(await batchOf(id)).toMatchObject({ status: 5, failure });
  });

  it.each([
    // Made within the test: a title is formatted from all that its test is given.
    ['nine megabytes of commas', () => ','.repeat(9 << 20), 'lineLength', 1],
    ['a hundred columns', () => `${HEADER}${','.repeat(99)}\n`, 'tooManyColumns', 2],
  ])('of no bank fails by its limits, in a worker: %s', async (_, content, failure, line) => {
    const { id } = await upload(server, world.finance, world.accountId, content());
    const started: unknown[] = [];
    const noteWorker = (worker: unknown): void => void started.push(worker);
    process.on('worker', noteWorker);
    await processBatch(server.deps, id).finally(() => process.off('worker', noteWorker));
    expect(started).toHaveLength(1);
    expect(await batchOf(id)).toMatchObject({ status: 5, failure, errors: [{ line, fault: failure }] });
  });

  it('read again after its bank type was mended has its lines', async () => {
    const { id } = await upload(
      server,
      world.finance,
      world.accountId,
      `Day,Ref,Credit,Debit,Name,Text\n${stamp()},700000000301,9,,,\n`,
    );
    await processBatch(server.deps, id);
    expect(await batchOf(id)).toMatchObject({ status: 5, failure: 'columns' });
    await server.database.pool.query(
      `update bank_type set parser = jsonb_set(parser, '{date}', '"Day"')
       where id = (select bank_type_id from bank_account where id = $1)`,
      [world.accountId],
    );
    await world.finance.command('bankBatch/rerun', { ids: [id] });
    await processBatch(server.deps, id);
    await server.database.pool.query(`update bank_type set parser = jsonb_set(parser, '{date}', '"Date"')`);
    expect(await batchOf(id)).toMatchObject({ failure: null, accepted: 1, failed: 0, errors: [] });
  });

  it.each([
    ['too large', new Uint8Array((10 << 20) + 1).fill(44), 'tooLarge'],
    ['empty', '', 'statementEmpty'],
  ])('is refused at the door: %s', async (_, content, code) => {
    const answer = await upload(server, world.finance, world.accountId, content);
    expect(answer.code).not.toBe(200);
    expect(answer.errorCode).toBe(code);
  });

  it('needs the right to upload, and an account of the own tenant', async () => {
    const reader = await makeOperator(server.database.pool, world, ['bankBatch:page']);
    const client = await server.signIn(reader, PASSWORD);
    expect(await upload(server, client, world.accountId, 'x')).toMatchObject({ code: 403 });
    const elsewhere = await makeBankWorld(server);
    expect(await upload(server, world.finance, elsewhere.accountId, 'Date\n1')).toMatchObject({ code: 404 });
  });
});

describe('a bank type', () => {
  it('whose parser reads nothing is refused', async () => {
    const add = (parser: unknown) =>
      world.finance.ask('bankType/add', {
        name: 'X',
        code: `X${Date.now()}`,
        currency: 'INR',
        status: 1,
        parser,
      });
    expect((await add({ date: 'Date' })).body).toMatchObject({
      code: 400,
      message: { parser: ['Statement format · Amount has a wrong format'] },
    });
    expect((await add({ date: 'Date', amount: 'Sum' })).body.code).toBe(200);
  });
});
