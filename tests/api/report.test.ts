import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { failOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { createPayout } from '../../server/domain/orders/payout/payCreate.ts';
import { payPayout, returnPayout } from '../../server/domain/orders/payout/payMoves.ts';
import { lockPayout, stepPayout } from '../../server/domain/orders/payStore.ts';
import { SYSTEM } from '../../server/domain/orders/moveRow.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { keepReports } from '../../server/domain/reports/keep.ts';
import { makeRun } from '../../server/domain/reports/run.ts';
import { fund, newPayout } from '../safety/payoutWorld.ts';
import { makeOperator, makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, openOrder, paidOrder, utr, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: World;
let finance: Client;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
  const [person] = await makeStaff(server.database.pool, world, 1);
  finance = await server.signIn(person!.account, PASSWORD);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.pool)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
type Items = { items: Record<string, unknown>[] };
const page = async (resource: string, body: Record<string, unknown> = {}) =>
  (await finance.call<Items>(`${resource}/page`, body)).items;
const daily = (merchantId: string) =>
  page('dailyReport', { merchantId: [merchantId], field: 'type', order: 'ascending' });
const today = async (): Promise<string> =>
  (await pool().query(`select to_char(now() at time zone report_zone(), 'YYYY-MM-DD') as day`)).rows[0].day;

describe('the worked example', () => {
  it('leaves the platform three', async () => {
    const id = await paidOrder(pool(), world);
    const settled = await finance.command<ActionResult>('collectOrder/settle', { ids: [id] });
    expect(settled.done).toEqual([id]);
    await keepReports(server.deps);
    expect(await page('upstreamReport', { upstreamId: [world.upstreamId] })).toMatchObject([
      {
        reportDate: await today(),
        currency: 'INR',
        successCollectionCount: '1',
        successCollection: '1000',
        userFee: '20',
        upstreamFee: '12',
        collectionCommission: '5',
        collectionProfit: '3',
        successPaymentCount: '0',
        paymentProfit: '0',
      },
    ]);
    expect(await page('profitReport')).toMatchObject([
      { currency: 'INR', orders: '1', profit: '3', commission: '5' },
    ]);
    expect(await daily(world.merchantId)).toMatchObject([
      {
        type: 1,
        collectionCount: '1',
        successCount: '1',
        successCollection: '1000',
        collectionFee: '20',
        successRate: '1',
      },
    ]);
  });
});

describe('a daily report', () => {
  it('counts what is decided for the rate and keeps what is open apart', async () => {
    const own = await makeWorld(pool());
    await paidOrder(pool(), own, { amount: '100' });
    for (let n = 0; n < 2; n += 1)
      await transact(pool(), async (tx) => failOrder(tx, await openOrder(pool(), own, { amount: '100' })));
    await openOrder(pool(), own, { amount: '300' });
    const wrong = await openOrder(pool(), own, { amount: '400' });
    await transact(pool(), (tx) => succeedOrder(tx, wrong, { paidAmount: '399', utr: utr() }));
    await keepReports(server.deps);
    expect(await daily(own.merchantId)).toMatchObject([
      {
        collectionCount: '5',
        successCount: '1',
        totalCollection: '1000',
        successCollection: '100',
        collectionFee: '2',
        // Two digits of a percent.
        successRate: '0.3333',
        processingCount: '2',
        processingAmount: '700',
      },
    ]);
  });

  it('tells payouts under their own type', async () => {
    const own = await makeWorld(pool());
    await pool().query('update channel set is_pay = true where id = $1', [own.channelId]);
    await pool().query(
      'update channel_binding set is_pay = true, pay_rate = 0.01, pay_fixed = 2, pay_max_amount = 500000 where channel_id = $1',
      [own.channelId],
    );
    await pool().query(
      'update upstream set is_pay = true, pay_rate = 0.005, pay_max_amount = 500000 where id = $1',
      [own.upstreamId],
    );
    await fund(pool(), own.merchantId, '5000');
    const payout = await transact(pool(), async (tx) => {
      const { id } = await createPayout(tx, newPayout(own));
      await tx.query('update pay_order set status = 2, upstream_id = $2, upstream_cost = 5 where id = $1', [
        id,
        own.upstreamId,
      ]);
      await stepPayout(tx, await lockPayout(tx, id), { event: 'submitUpstream' }, new Date(), SYSTEM);
      await payPayout(tx, await lockPayout(tx, id), { utr: utr() }, new Date());
      return id;
    });
    await keepReports(server.deps);
    expect(await daily(own.merchantId)).toMatchObject([
      {
        type: 2,
        paymentCount: '1',
        totalPayment: '1000',
        successPayment: '1000',
        paymentFee: '12',
        successRate: '1',
      },
    ]);
    const [report] = await page('upstreamReport', { upstreamId: [own.upstreamId] });
    const { userPayFee, upstreamPayFee, paymentCommission, paymentProfit } = report as Record<string, string>;
    expect([userPayFee, upstreamPayFee]).toEqual(['12', '5']);
    expect(Number(paymentProfit)).toBe(
      Number(userPayFee) - Number(upstreamPayFee) - Number(paymentCommission),
    );
    // One that comes back without its fee keeps it, in both reports.
    await transact(pool(), async (tx) =>
      returnPayout(tx, await lockPayout(tx, payout), false, 'Account closed', new Date()),
    );
    await keepReports(server.deps);
    expect(await daily(own.merchantId)).toMatchObject([
      { successCount: '0', successPayment: '0', paymentFee: '12', successRate: '0' },
    ]);
    const [after] = await page('upstreamReport', { upstreamId: [own.upstreamId] });
    expect(after).toMatchObject({ successPayment: '0', userPayFee: '12' });
  });

  it('follows its orders, cuts days in the report zone, and is the same however often it is made', async () => {
    const own = await makeWorld(pool());
    const id = await openOrder(pool(), own, { amount: '50' });
    // 20:00 in London is half past one of the next day in India.
    await pool().query(`update collect_order set created_at = '2026-03-05T20:00:00Z' where id = $1`, [id]);
    await keepReports(server.deps);
    expect(await daily(own.merchantId)).toMatchObject([
      { reportDate: '2026-03-06', successCount: '0', processingCount: '1' },
    ]);
    await transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount: '50', utr: utr() }));
    await Promise.all([keepReports(server.deps), keepReports(server.deps), keepReports(server.deps)]);
    expect(await daily(own.merchantId)).toMatchObject([
      { reportDate: '2026-03-06', successCount: '1', processingCount: '0' },
    ]);
    const [row] = await daily(own.merchantId);
    const detail = await finance.call<Record<string, unknown>>(`dailyReport/detail?id=${String(row!.id)}`);
    expect(detail).toMatchObject({ from: '2026-03-05T18:30:00.000Z', to: '2026-03-06T18:30:00.000Z' });
  });

  it('is found by its date, and a text that is none is refused', async () => {
    const found = await page('dailyReport', { reportDate: { from: '2026-03-06', to: '2026-03-06' } });
    expect(found.map(({ reportDate }) => reportDate)).toEqual(['2026-03-06']);
    const { body } = await finance.ask('dailyReport/page', { reportDate: { from: 'soon' } });
    expect(body).toMatchObject({
      code: 400,
      message: { reportDate: ['Date must be a date such as 2026-01-31'] },
    });
  });
});

describe('a re-statistics run', () => {
  const restat = (fromDate: string, toDate: string) =>
    finance.ask<{ id: string }>('dailyReport/restat', { fromDate, toDate });

  it('mends what is wrong, once for all who ask, and says how to see it', async () => {
    const day = await today();
    await pool().query('update daily_report set success_count = 99, computed_at = now()');
    const answers = await Promise.all(Array.from({ length: 8 }, () => restat('2026-03-06', '2026-03-06')));
    expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1);
    expect(answers[0]!.body.message).toBe('Running, please refresh the page later to view the results');
    const all = await restat(day, day);
    for (const id of [answers[0]!.body.result.id, all.body.result.id]) await makeRun(server.deps, id, true);
    const { rows } = await pool().query('select status, days_done as done from report_run order by id');
    expect(rows).toEqual([
      { status: 2, done: 1 },
      { status: 2, done: 1 },
    ]);
    expect(
      await page('dailyReport').then((items) => items.filter(({ successCount }) => successCount === '99')),
    ).toEqual([]);
  });

  it('stands in the list of runs, with how far it came and, where it failed, why', async () => {
    const { owner } = server.database;
    const { id } = (await restat('2026-03-05', '2026-03-06')).body.result;
    const row = async () => (await page('reportRun')).find((each) => each.id === id);
    expect(await row()).toMatchObject({ status: 0, fromDate: '2026-03-05', daysDone: 0, days: 2 });
    await owner.query(
      "alter table daily_report add constraint planted check (report_date <> '2026-03-06') not valid",
    );
    await expect(makeRun(server.deps, id, false)).rejects.toThrow('planted');
    expect(await row()).toMatchObject({ status: 1, daysDone: 1, failure: null });
    await makeRun(server.deps, id, true);
    const failed = (await row()) as { failure: string };
    expect(failed).toMatchObject({ status: 3, daysDone: 1 });
    expect(JSON.parse(failed.failure)).toMatchObject({
      en: 'Something went wrong, please try again later',
      'zh-cn': expect.stringMatching(/\p{Script=Han}/u),
    });
    await owner.query('alter table daily_report drop constraint planted');
    await makeRun(server.deps, id, true);
    expect(await row()).toMatchObject({ status: 2, daysDone: 2, failure: null });
    const events = await pool().query(
      `with told as (select resource, row_id from outbox union all select resource, row_id from event)
       select count(*)::int as n from told where resource = 'reportRun' and row_id = $1`,
      [id],
    );
    expect(events.rows[0].n).toBeGreaterThanOrEqual(6);
  });

  it.each([
    ['2026-03-06', '2026-03-05', { fromDate: ['From is after To'] }],
    ['2026-01-01', '2026-06-01', { fromDate: ['152 days are too many; one run takes at most 92'] }],
    [
      '2999-01-01',
      '2999-01-01',
      {
        toDate: [expect.stringMatching(/^Today in the report zone \(Asia\/Kolkata\) is \d{4}-\d\d-\d\d; To/)],
      },
    ],
  ])('from %s to %s is refused, saying what is wrong with which end', async (from, to, message) => {
    expect((await restat(from, to)).body).toMatchObject({
      code: 400,
      extras: { errorCode: 'reportRange' },
      message,
    });
  });

  it('is asked for in the days of the report zone, whatever zone the person is in', async () => {
    const answer = await finance.ask('dailyReport/today', undefined, { 'Time-Zone': 'America/Sao_Paulo' });
    expect(answer.body.result).toEqual({ zone: 'Asia/Kolkata', today: await today() });
  });

  it('needs the right', async () => {
    const account = await makeOperator(pool(), world, ['dailyReport:page']);
    const client = await server.signIn(account, PASSWORD);
    const { body } = await client.ask('dailyReport/restat', { fromDate: '2026-03-06', toDate: '2026-03-06' });
    expect(body.code).toBe(403);
    expect((await client.ask('reportRun/page', {})).body.code).toBe(403);
  });
});
