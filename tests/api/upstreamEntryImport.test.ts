import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: World;
let finance: Client;
let upstream: { name: string; code: string };

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
  const [person] = await makeStaff(server.database.pool, world, 1);
  finance = await server.signIn(person!.account, PASSWORD);
  const { rows } = await server.database.pool.query('select name, code from upstream where id = $1', [
    world.upstreamId,
  ]);
  upstream = rows[0];
});
afterEach(() => server.database.pool.query('delete from upstream_entry'));
afterAll(() => server.stop());

const send = (text: string, reason = 'monthly statement') =>
  finance.command<Record<string, number>>('upstreamEntry/import', { text, reason });
const faultsOf = async (text: string) => {
  const { body } = await finance.ask('upstreamEntry/import', { text, reason: 'monthly statement' });
  return (body.message as Record<string, string[]>).text;
};
const list = async () =>
  (await finance.call<{ items: Record<string, unknown>[] }>('upstreamEntry/page', {})).items;

const DAY = '1\t1,000.00\t12\t20\t3\t0\t0\t0\t0\t0';

it('takes lines as a spreadsheet pastes them, and lets those alone that are the same', async () => {
  const line = `2025/1/2\t${upstream.name}\tinr\t${DAY}`;
  expect(await send(line)).toEqual({ added: 1, updated: 0, same: 0 });
  expect(await list()).toMatchObject([
    {
      reportDate: '2025-01-02',
      upstreamId: world.upstreamId,
      currency: 'INR',
      successCollectionCount: 1,
      successCollection: '1000',
      collectionProfit: '3',
      reason: 'monthly statement',
    },
  ]);
  const next = `2025-01-03\t${upstream.code}\tINR\t${DAY}`;
  expect(await send(`${line}\n${next}`)).toEqual({ added: 1, updated: 0, same: 1 });
  expect(await send(line.replace('1,000.00', '999.50'), 'corrected')).toEqual({
    added: 0,
    updated: 1,
    same: 0,
  });
  const changes = await server.database.pool.query(
    `select before_data, after_data from sys_log_diff where resource = 'upstreamEntry' and diff_type = 'update'`,
  );
  expect(changes.rows).toEqual([
    {
      before_data: { successCollection: '1000', reason: 'monthly statement' },
      after_data: { successCollection: '999.5', reason: 'corrected' },
    },
  ]);
});

it('refuses a line with more cells than there are columns, whose figures would be moved', async () => {
  const moved = `2025-01-04,${upstream.code},INR,1,1,000.00,12,20,3,0,0,0,0,0`;
  const { body } = await finance.ask('upstreamEntry/import', { text: moved, reason: 'monthly statement' });
  expect(body.message).toEqual({ text: [expect.stringContaining('14 cells')] });
});

it('knows columns by their names in any language, in any order', async () => {
  const names = [
    'currency',
    '上游',
    'Report date',
    '代收成功笔数',
    'Success collection',
    'upstreamFee',
    'userFee',
    'collectionProfit',
    'Payouts',
    'successPayment',
    'upstreamPayFee',
    'userPayFee',
    'paymentProfit',
  ];
  const cells = ['INR', upstream.code, '2025-02-01', ...DAY.split('\t').map((cell) => `"${cell}"`)];
  expect(await send(`${names.join(',')}\n${cells.join(',')}`)).toEqual({ added: 1, updated: 0, same: 0 });
});

it('names every line that is wrong, and enters none', async () => {
  const good = `2025-01-02\t${upstream.name}\tINR\t${DAY}`;
  const lines = [
    good,
    good,
    `2025-01-04\tNobody\tINR\t${DAY}`,
    `2099-01-05\t${upstream.name}\tINR\t${DAY}`,
    `2025-01-06\t${upstream.name}\tINR\t1\tmany\t12\t20\t3\t0\t0\t0\t0`,
  ];
  const faults = await faultsOf(lines.join('\n'));
  expect(faults).toEqual([
    expect.stringMatching(/^Line 2: .*line 1/),
    expect.stringMatching(/^Line 3: .*Nobody/),
    expect.stringContaining('Line 4: Today'),
    'Line 5: Success collection many is no amount such as 1234.50',
    'Line 5: Please enter Payment profit!',
  ]);
  expect((await faultsOf(`2099-01-05\t${upstream.name}\tINR\t${DAY}`))?.[0]).toContain('Line 1: Today');
  expect(await faultsOf('reportDate,currency\n')).toHaveLength(1);
  expect(await list()).toEqual([]);
});

it('names everything that is wrong with a line, with what is wanted', async () => {
  const line = ['Nobody', '31/12/2025', 'rupees', 'one', '12,5', ...DAY.split('\t').slice(2)].join('\t');
  const header = 'upstreamId\treportDate\tcurrency\tsuccessCollectionCount\tsuccessCollection\tupstreamFee';
  const figures =
    '\tuserFee\tcollectionProfit\tsuccessPaymentCount\tsuccessPayment\tupstreamPayFee\tuserPayFee';
  expect(await faultsOf(`${header}${figures}\tpaymentProfit\n${line}`)).toEqual([
    'Line 2: Report date 31/12/2025 is no date such as 2026-11-27',
    'Line 2: no upstream has the name or code Nobody',
    'Line 2: Currency rupees is none of ours: three letters such as INR',
    'Line 2: Collections one is no whole number such as 12',
    'Line 2: Success collection 12,5 is no amount such as 1234.50',
  ]);
});

it('an odd quotation mark hides no other line', async () => {
  const lines = [
    `2025-01-02\t"${upstream.name}\tINR\t${DAY}`,
    `2025-01-04\tNobody\tINR\t${DAY}`,
    `2025-01-05\tNobody\tINR\t${DAY.replace('1,000.00', '"1,000.00"')}`,
    `2025-01-06\t${upstream.name}\tINR\t${DAY.replace('12', '1"2')}`,
  ];
  expect(await faultsOf(lines.join('\n'))).toEqual([
    expect.stringMatching(/^Line 1: has an odd quotation mark/),
    expect.stringMatching(/^Line 2: .*Nobody/),
    expect.stringMatching(/^Line 3: .*Nobody/),
    expect.stringMatching(/^Line 4: has an odd quotation mark/),
  ]);
});

it('says how many faults it does not name', async () => {
  const faults = await faultsOf(`2025-01-04\tNobody\tINR\t${DAY}\n`.repeat(23));
  expect([faults?.length, faults?.at(-1)]).toEqual([21, '3 more faults']);
});

it('a day before any of ours or to come is named with what else is wrong', async () => {
  const wrong = DAY.replace('1,000.00', 'many');
  const lines = ['1900-01-01', '2099-01-05'].map((day) => `${day}\t${upstream.name}\tINR\t${wrong}`);
  expect(await faultsOf(lines.join('\n'))).toEqual([
    'Line 1: A day before 2000-01-01 is none that an upstream reports of',
    expect.stringMatching(/^Line 1: Success collection many/),
    expect.stringMatching(/^Line 2: Today in the report zone/),
    expect.stringMatching(/^Line 2: Success collection many/),
  ]);
});

it('warns of a currency that the upstream has not before anything is entered', async () => {
  const text = ['INR', 'BRL'].map((each) => `2025-01-02\t${upstream.name}\t${each}\t${DAY}`).join('\n');
  expect(await send(text)).toEqual({ warnings: [`Line 2: ${upstream.name} has INR, not BRL`] });
  expect(await list()).toEqual([]);
  const body = { text, reason: 'they wrote so', confirmed: true };
  expect(await finance.command('upstreamEntry/import', body)).toEqual({ added: 2, updated: 0, same: 0 });
});

it('asks why', async () => {
  const { body } = await finance.ask('upstreamEntry/import', { text: 'x', reason: ' ' });
  expect(body.code).toBe(400);
});
