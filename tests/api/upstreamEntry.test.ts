import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { keepReports } from '../../server/domain/reports/keep.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, paidOrder, type World } from '../safety/world.ts';
import type { Answer, Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: World;
let finance: Client;
let today: string;
let yesterday: string;

type Row = Record<string, unknown> & { id: string; version: number };

beforeAll(async () => {
  server = await startServer();
  const { pool } = server.database;
  world = await makeWorld(pool);
  const [person] = await makeStaff(pool, world, 1);
  finance = await server.signIn(person!.account, PASSWORD);
  const id = await paidOrder(pool, world);
  const settled = await finance.command<ActionResult>('collectOrder/settle', { ids: [id] });
  expect(settled.done).toEqual([id]);
  await keepReports(server.deps);
  const { rows } = await pool.query(`select to_char(now() at time zone report_zone(), 'YYYY-MM-DD') as day`);
  today = rows[0].day;
  yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  // What is compared is over.
  await pool.query('update upstream_report set report_date = $1', [yesterday]);
});
afterEach(() => server.database.pool.query('delete from upstream_entry'));
afterAll(() => server.stop());

const page = async (resource: string, body: Record<string, unknown> = {}) =>
  (await finance.call<{ items: Row[] }>(`${resource}/page`, body)).items;

/** What the worked example of the computed report comes to. */
const figures = {
  successCollectionCount: 1,
  successCollection: '1000',
  upstreamFee: '12',
  userFee: '20',
  collectionProfit: '3',
  successPaymentCount: 0,
  successPayment: '0',
  upstreamPayFee: '0',
  userPayFee: '0',
  paymentProfit: '0',
};
const entry = (more: Record<string, unknown> = {}) => ({
  upstreamId: world.upstreamId,
  currency: 'INR',
  reportDate: yesterday,
  reason: 'mail of the upstream',
  ...figures,
  ...more,
});
const add = (more: Record<string, unknown> = {}) => finance.call<Row>('upstreamEntry/add', entry(more));
const remove = (id: string) => finance.call('upstreamEntry/delete', { id, reason: 'a test is over' });
const ours = async () => (await page('upstreamReport', { upstreamId: [world.upstreamId] }))[0]!;
const faultsIn = ({ body }: Answer) => body.message as Record<string, string[]>;
const faultsOf = async (body: Record<string, unknown>) =>
  faultsIn(await finance.ask('upstreamEntry/add', body));

describe('a report that is entered', () => {
  it('agrees in both lists where every figure is the same', async () => {
    expect(await ours()).toMatchObject({ agreement: 'onlyOurs', successCollectionGap: null });
    const row = await add();
    expect(row).toMatchObject({ agreement: 'agrees', successCollectionGap: '0', upstreamFeeGap: '0' });
    expect(await ours()).toMatchObject({ agreement: 'agrees', successCollectionCountGap: 0 });
    await remove(row.id);
    expect(await ours()).toMatchObject({ agreement: 'onlyOurs' });
  });

  it('shows what differs, entered less computed, and is found by it', async () => {
    const row = await add({ successCollectionCount: 2, successCollection: '1500', upstreamFee: '11.5' });
    const gaps = {
      agreement: 'differs',
      successCollectionCountGap: 1,
      successCollectionGap: '500',
      upstreamFeeGap: '-0.5',
      userFeeGap: '0',
    };
    expect(row).toMatchObject(gaps);
    expect(await ours()).toMatchObject(gaps);
    for (const resource of ['upstreamEntry', 'upstreamReport']) {
      const filters = { upstreamId: [world.upstreamId], agreement: ['differs'] };
      expect(await page(resource, filters)).toHaveLength(1);
      expect(await page(resource, { ...filters, agreement: ['agrees'] })).toEqual([]);
      const sorted = { ...filters, successCollectionGap: { from: '500' }, field: 'upstreamFeeGap' };
      expect(await page(resource, sorted)).toHaveLength(1);
    }
    const corrected = await finance.call<Row>('upstreamEntry/update', {
      id: row.id,
      version: row.version,
      ...figures,
      reason: 'typed wrongly',
    });
    expect(corrected).toMatchObject({ agreement: 'agrees', reason: 'typed wrongly' });
  });

  it('is only theirs where nothing was computed, but agrees where it says nothing either', async () => {
    const past = { reportDate: '2025-01-02' };
    const row = await add(past);
    expect(row).toMatchObject({ agreement: 'onlyTheirs', successCollectionGap: null });
    await remove(row.id);
    const nothing = Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, typeof value === 'number' ? 0 : '0']),
    );
    const empty = await add({ ...past, ...nothing });
    expect(empty).toMatchObject({ agreement: 'agrees' });
  });

  it('of a day that goes on says so instead of a difference', async () => {
    const { pool } = server.database;
    await pool.query('update upstream_report set report_date = $1', [today]);
    const row = await add({ reportDate: today, successCollection: '1500' });
    expect(row).toMatchObject({ agreement: 'dayNotOver', successCollectionGap: '500' });
    expect(await ours()).toMatchObject({ agreement: 'dayNotOver' });
    expect(await page('upstreamEntry', { agreement: ['dayNotOver'] })).toHaveLength(1);
    await remove(row.id);
    expect(await add({ reportDate: today })).toMatchObject({ agreement: 'agrees' });
    await pool.query('update upstream_report set report_date = $1', [yesterday]);
  });

  it('may be below nothing, as on a day of reversals', async () => {
    const row = await add({
      reportDate: '2025-01-03',
      successCollectionCount: -1,
      successCollection: '-1000',
    });
    expect(row).toMatchObject({ successCollectionCount: -1, successCollection: '-1000' });
  });
});

describe('what is refused', () => {
  it('every figure that is missing, by its name', async () => {
    const faults = await faultsOf({});
    expect(Object.keys(faults).sort()).toEqual(Object.keys(entry()).sort());
    expect(faults.successCollection).toEqual(['Please enter Success collection!']);
    expect(faults.upstreamId).toEqual(['Please select Upstream!']);
    expect(faults.reason).toEqual(['Please enter Reason!']);
  });

  it('a second report of the same upstream, currency and day', async () => {
    await add();
    expect((await finance.ask('upstreamEntry/add', entry())).body.extras?.errorCode).toBe('duplicate');
  });

  it('a day that has not begun', async () => {
    const faults = await faultsOf(entry({ reportDate: '2099-01-01' }));
    expect(faults.reportDate?.[0]).toContain(today);
  });

  it('a day before any of ours', async () => {
    expect((await faultsOf(entry({ reportDate: '1900-01-01' }))).reportDate).toEqual([
      'A day before 2000-01-01 is none that an upstream reports of',
    ]);
    expect(await add({ reportDate: '2000-01-01' })).toMatchObject({ reportDate: '2000-01-01' });
  });

  it('a correction or a deletion without why', async () => {
    const row = await add();
    const unsaid = await finance.ask('upstreamEntry/update', {
      id: row.id,
      version: row.version,
      upstreamFee: '13',
    });
    expect(faultsIn(unsaid)).toEqual({ reason: ['Please enter Reason!'] });
    const gone = await finance.ask('upstreamEntry/delete', { id: row.id });
    expect(faultsIn(gone)).toEqual({ reason: ['Please enter Reason!'] });
    expect(await page('upstreamEntry', { upstreamId: [world.upstreamId] })).toHaveLength(1);
  });
});

it('keeps every value that was there in the difference log, with why', async () => {
  const row = await add();
  await finance.call('upstreamEntry/update', {
    id: row.id,
    version: row.version,
    upstreamFee: '13',
    reason: 'the upstream sent another mail',
  });
  await finance.call('upstreamEntry/delete', { id: row.id, reason: 'of another upstream' });
  const { rows } = await server.database.pool.query(
    `select diff_type, row_name, before_data, after_data from sys_log_diff
     where resource = 'upstreamEntry' and row_id = $1 order by id`,
    [row.id],
  );
  expect(rows).toMatchObject([
    { diff_type: 'add', after_data: { upstreamFee: '12', reason: 'mail of the upstream' } },
    {
      diff_type: 'update',
      before_data: { upstreamFee: '12' },
      after_data: { upstreamFee: '13', reason: 'the upstream sent another mail' },
    },
    { diff_type: 'delete', before_data: { upstreamFee: '13', reason: 'of another upstream' } },
  ]);
  expect(rows[0].row_name).toContain(yesterday);
});

it('whoever enters a report reads what each upstream is called and has', async () => {
  expect(await finance.call('upstreamEntry/currencies')).toMatchObject({
    [world.upstreamId]: { name: expect.stringMatching(/^U /) as unknown, currency: 'INR' },
  });
});
