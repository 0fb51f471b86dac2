import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Totals } from '../../contract/calls.ts';
import {
  drillDown,
  groupFilter,
  groupingsOf,
  type Measure,
  type MeasureAnswer,
  type MeasureRequest,
  type MeasureValue,
  type Slice,
} from '../../contract/measure.ts';
import { measureOf, measures } from '../../contract/measures.ts';
import type { PlatformBalance } from '../../contract/platformBalance.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { keepReports } from '../../server/domain/reports/keep.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';
import { isWalked } from '../support/share.ts';

let world: EngineWorld;

const KINDS: readonly Who[] = ['admin', 'all', 'branch', 'self', 'merchant', 'agent'];
const OWNERS = ['sub', 'lone', 'south', 'foreign'] as const;
const HOURS = 48;
const all = [...measures.values()];

const INSERT = `insert into collect_order (id, order_no, merchant_id, merchant_order_no, channel_id, upstream_id, currency, amount,
    fee_rate, fixed_fee, fee, status, settled, claimed_by, created_at)
  select $4::bigint * 1000 + n, 'D' || $1::bigint || '-' || n, $1::bigint, 'd' || n, $2::bigint,
    case when n % 3 > 0 then $3::bigint end, case when n % 9 = 0 then 'USDT' else 'INR' end,
    100 + (n * 7919 % 500), 0.02, 0, 2 + n % 3, n % 8, n % 16 = 2, case when n % 10 = 1 then $5::bigint end,
    now() - n * interval '11 minutes'
  from generate_series(1, 400) n`;
const COUNTED = `insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select 'collectOrder', date_trunc('hour', created_at, 'UTC'), merchant_id, currency, status, count(*), sum(amount), sum(fee)
  from collect_order where order_no like 'D%' group by 2, 3, 4, 5`;

beforeAll(async () => {
  world = await engineWorld();
  const { pool } = world.server.database;
  for (const [at, name] of OWNERS.entries())
    await pool.query(INSERT, [
      world.merchants[name],
      world.channelId,
      world.upstreamId,
      at + 1,
      world.userIds.self,
    ]);
  await pool.query(COUNTED);
  for (const name of OWNERS) {
    await world.paid(name);
    await world.as.admin.command('collectOrder/cancel', { ids: [await world.order(name)] });
  }
});
afterAll(() => world.stop());

const currency = { currency: ['INR'] };
const whereOf = ({ kind, resource }: Measure) =>
  kind === 'money' || 'currency' in resourceOf(resource).fields ? currency : {};
const read = (who: Who, body: MeasureRequest) => world.as[who].ask<MeasureAnswer>('measure/read', body);

/** The total of the list that a figure opens. */
async function listTotal(who: Who, measure: Measure, slice: Slice): Promise<MeasureValue> {
  const totals = async (part: boolean) => {
    const { view, args } = drillDown(measure, slice, part);
    return world.as[who].call<Totals>(`${view}/totals`, args);
  };
  const base = await totals(false);
  if (measure.kind === 'count') return base.total;
  if (measure.kind === 'rate') return { part: (await totals(true)).total, whole: base.total };
  return base.byCurrency.find((sum) => sum.currency === 'INR')?.sums[measure.sum ?? ''] ?? '0';
}

const isNothing = (value: MeasureValue | undefined): boolean =>
  typeof value === 'object' ? value.whole === 0 : Number(value ?? 0) === 0;

describe.each(KINDS)('what %s reads', (who) => {
  const mine = all.filter((_measure, at) => isWalked(at + KINDS.indexOf(who), 2));
  it.each(mine.map((measure) => [measure.id, measure] as const))(
    'as %s is the total of its list',
    async (id, measure) => {
      const where = whereOf(measure);
      const { body } = await read(who, { measures: [id], where, hours: HOURS });
      const { view, args } = drillDown(measure, { where });
      const list = await world.as[who].ask(`${view}/totals`, args);
      // Whoever may not see the list may not see its figures; a list without totals has none to compare.
      if (list.body.code === 404) return;
      expect(body.code === 200).toBe(list.body.code === 200);
      if (body.code !== 200) return;
      const { from, to, total } = body.result;
      expect(total[id]).toEqual(await listTotal(who, measure, { from, to, where }));
    },
  );

  it.each(groupingsOf(resourceOf('collectOrder')))(
    'of orders by %s is the total of each list, and they add up',
    async (by) => {
      const [rate, orders, amount] = ['rate', 'rows', 'collected'].map(
        (name) => measureOf(`collectOrder.${name}`)!,
      );
      const list = [orders!, rate!, amount!];
      const { body } = await read(who, {
        measures: list.map(({ id }) => id),
        where: currency,
        by,
        hours: HOURS,
        limit: 50,
      });
      const isStaffs = resourceOf('collectOrder').fields[by]?.staff === true;
      if (isStaffs && (who === 'merchant' || who === 'agent')) return expect(body.code).not.toBe(200);
      expect(body.code).toBe(200);
      const { groups, groupCount, total, from, to } = body.result;
      expect(groups).toHaveLength(groupCount);
      expect(groups.reduce((sum, { values }) => sum + Number(values[orders!.id]), 0)).toBe(total[orders!.id]);
      for (const { key, values } of groups)
        for (const measure of list) {
          // A share of one status alone says nothing.
          if (isNothing(values[measure.id]) || (by === 'status' && measure.kind === 'rate')) continue;
          const where = { ...currency, ...groupFilter(resourceOf('collectOrder'), by, key) };
          expect(values[measure.id]).toEqual(await listTotal(who, measure, { from, to, where }));
        }
    },
  );

  it.each(['quarter', 'hour', 'day', 'week', 'month'] as const)(
    'by %s adds up and each step is its list',
    async (step) => {
      const measure = measureOf('collectOrder.success')!;
      const { body } = await read(who, {
        measures: [measure.id],
        where: currency,
        step,
        hours: HOURS,
        by: 'merchantId',
      });
      const { steps, groups, total, from, to } = body.result;
      expect(steps.reduce((sum, { values }) => sum + Number(values[measure.id]), 0)).toBe(total[measure.id]);
      expect(steps[0]!.at <= from!).toBe(true);
      for (const group of groups)
        expect(group.steps!.reduce((sum, values) => sum + Number(values[measure.id]), 0)).toBe(
          group.values[measure.id],
        );
      for (const [index, { at, values }] of steps.entries()) {
        if (index % 7 > 0 || isNothing(values[measure.id])) continue;
        const ends = { from: at < from! ? from : at, to: steps[index + 1]?.at ?? to };
        expect(values[measure.id]).toEqual(await listTotal(who, measure, { ...ends, where: currency }));
      }
    },
  );
});

describe('a question', () => {
  const ask = (body: Partial<MeasureRequest>) =>
    world.as.admin.ask('measure/read', { measures: ['collectOrder.rows'], ...body });

  it('adds no currencies up', async () => {
    const money = { measures: ['collectOrder.collected'] };
    expect((await ask(money)).body.code).toBe(400);
    expect((await ask({ ...money, where: { currency: ['INR', 'USDT'] } })).body.code).toBe(400);
    expect((await ask({ ...money, by: 'currency' })).body.code).toBe(200);
  });

  it('is refused for what is no measure, no group, no filter and no step of it', async () => {
    const bad: Partial<MeasureRequest>[] = [
      { measures: ['collectOrder.rows', 'payOrder.rows'] },
      { by: 'amount' },
      { by: 'orderNo' },
      { where: { mistyped: 1 } },
      { step: 'hour' },
      { step: 'quarter', days: 400 },
      { measures: ['dailyReport.rows'], step: 'hour', days: 7 },
      { measures: ['merchantAsset.rows'], step: 'day', days: 7 },
    ];
    for (const body of bad) expect([body, (await ask(body)).body.code]).toEqual([body, 400]);
    for (const id of ['nothing.rows', 'collectOrder.nothing'])
      expect((await ask({ measures: [id] })).body.code).toBe(404);
  });

  it('by the hour of the week counts each order once', async () => {
    const { body } = await read('admin', {
      measures: ['collectOrder.rows'],
      where: currency,
      step: 'weekHour',
      days: 7,
    });
    const { steps, total } = body.result;
    expect(steps).toHaveLength(168);
    expect(steps.reduce((sum, { values }) => sum + Number(values['collectOrder.rows']), 0)).toBe(
      total['collectOrder.rows'],
    );
  });

  it('by the hour of the week is of the reports, whoever looks', async () => {
    const asked = { measures: ['collectOrder.rows'], where: currency, step: 'weekHour', days: 7 };
    const weekIn = async (name: string) =>
      (await world.as.admin.ask<MeasureAnswer>('measure/read', asked, { 'Time-Zone': name })).body.result
        .steps;
    const reports = await weekIn('Asia/Kolkata');
    expect(reports.filter(({ values }) => Number(values['collectOrder.rows']) > 0).length).toBeGreaterThan(2);
    expect(await weekIn('America/New_York')).toEqual(reports);
  });

  it.each(['UTC', 'Asia/Tokyo'])('of a month is of the reports to who is in %s', async (name) => {
    const zone = { 'Time-Zone': name };
    const { result } = (
      await world.as.admin.ask<MeasureAnswer>(
        'measure/read',
        { measures: ['collectOrder.rows'], month: '2026-02', step: 'day' },
        zone,
      )
    ).body;
    expect([result.from, result.to]).toEqual(['2026-01-31T18:30:00.000Z', '2026-02-28T18:30:00.000Z']);
    expect(result.steps).toHaveLength(28);
    expect([result.zone, result.steps[0]!.at]).toEqual(['Asia/Kolkata', result.from]);
  });
});

describe('a day', () => {
  it('has the figure of the daily report wherever it is looked at from', async () => {
    await keepReports(world.server.deps);
    const days = { days: 5, step: 'day' } as const;
    const [made, reported] = ['collectOrder.collected', 'dailyReport.sum-successCollection'];
    const perDay = async (id: string, where: object, name: string) => {
      const asked = { measures: [id], where: { ...currency, ...where }, ...days };
      const { result } = (
        await world.as.admin.ask<MeasureAnswer>('measure/read', asked, { 'Time-Zone': name })
      ).body;
      return result.steps.map(({ values }) => Number(values[id]));
    };
    const reports = await perDay(reported!, { type: [1] }, 'UTC');
    expect(reports.filter((sum) => sum > 0).length).toBeGreaterThan(2);
    for (const name of ['UTC', 'America/New_York'])
      expect([name, await perDay(made!, {}, name)]).toEqual([name, reports]);
  });
});

describe('a moment', () => {
  it('has one state of the data for every question that names it', async () => {
    const id = 'collectOrder.rows';
    const ask = async (moment: number, body: Partial<MeasureRequest> = {}, who: Who = 'admin') => {
      const { body: answer } = await read(who, { measures: [id], hours: HOURS, moment, ...body });
      return { rows: Number(answer.result.total[id]), to: answer.result.to };
    };
    const first = await ask(1);
    const own = await ask(1, {}, 'merchant');
    await world.order('lone');
    await world.order('sub');
    // Another question, and the same of somebody whose rows row security chooses.
    expect(await ask(1, { by: 'merchantId' })).toEqual(first);
    expect((await ask(1, { by: 'status' }, 'merchant')).rows).toBe(own.rows);
    expect((await ask(2)).rows).toBe(first.rows + 2);
    expect((await ask(2, { by: 'merchantId' })).rows).toBe(first.rows + 2);
  });
});

describe('a period', () => {
  const zone = { 'Time-Zone': 'Asia/Tokyo' };
  const of = async (body: Partial<MeasureRequest>, id = 'collectOrder.rows') => {
    const asked = { measures: [id], where: id.includes('sum') ? currency : {}, ...body };
    const { result } = (await world.as.admin.ask<MeasureAnswer>('measure/read', asked, zone)).body;
    return { from: result.from!, to: result.to!, rows: result.total[id] };
  };
  const wall = (instant: string) =>
    new Date(Date.parse(instant) + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const DAY_MS = 86_400_000;

  it.each([
    ['today', 1],
    ['thisWeek', 7],
  ] as const)('%s is compared with as much of the one before it as is over', async (calendar, days) => {
    const now = await of({ calendar });
    const before = await of({ calendar, before: true });
    expect(wall(now.from)).toContain(' 00:00:00');
    expect(Date.parse(now.from) - Date.parse(before.from)).toBe(days * DAY_MS);
    const elapsed = ({ from, to }: typeof now) => Date.parse(to) - Date.parse(from);
    expect(Math.abs(elapsed(now) - elapsed(before))).toBeLessThan(60_000);
  });

  it.each(['yesterday', 'lastWeek', 'lastMonth'] as const)(
    '%s is whole, and so is the one before it',
    async (calendar) => {
      const [now, before] = [await of({ calendar }), await of({ calendar, before: true })];
      expect(before.to).toBe(now.from);
      for (const end of [now.from, now.to, before.from]) expect(wall(end)).toContain(' 00:00:00');
    },
  );

  it('between two instants ends where it was asked to, and has one as long before it', async () => {
    const [from, to] = ['2026-02-27T10:00:00.000Z', '2026-02-27T16:30:00.000Z'];
    expect(await of({ from, to })).toMatchObject({ from, to });
    expect(await of({ from, to, before: true })).toMatchObject({
      from: '2026-02-27T03:30:00.000Z',
      to: from,
    });
  });

  it('of hours and the one before it touch, and both are their lists', async () => {
    const measure = measureOf('collectOrder.rows')!;
    for (const before of [false, true]) {
      const { from, to, rows } = await of({ hours: 24, where: currency, before });
      expect(rows).toEqual(await listTotal('admin', measure, { from, to, where: currency }));
      expect(Number(rows)).toBeGreaterThan(0);
    }
    const [now, ago] = [await of({ hours: 24 }), await of({ hours: 24, before: true })];
    expect(Math.abs(Date.parse(now.from) - Date.parse(ago.to))).toBeLessThanOrEqual(60_000);
  });

  it('of dates has whole days of the reports', async () => {
    const id = 'dailyReport.sum-totalCollection';
    const { from, to } = await of({ calendar: 'lastWeek' }, id);
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * DAY_MS);
    const day = await of({ from: '2026-02-10T08:00:00Z', to: '2026-02-11T08:00:00Z' }, id);
    expect(day).toMatchObject({ from: '2026-02-10', to: '2026-02-11' });
  });

  it('that is half, backwards or endless is refused', async () => {
    for (const body of [
      { from: '2026-02-27T10:00:00Z' },
      { from: '2026-02-27T10:00:00Z', to: '2026-02-27T09:00:00Z' },
      { from: '2020-02-27T10:00:00Z', to: '2026-02-27T09:00:00Z' },
    ]) {
      const { code } = (await read('admin', { measures: ['collectOrder.rows'], ...body })).body;
      expect([body, code]).toEqual([body, 400]);
    }
  });
});

describe('the accounts of the platform', () => {
  it.each(['admin', 'all', 'branch'] as const)(
    'as %s reads them are the totals of their lists',
    async (who) => {
      const balances = await world.as[who].call<PlatformBalance[]>('systemDetail/balances', {});
      expect(balances.length).toBeGreaterThan(0);
      for (const { account, upstreamId, currency: code, balance } of balances) {
        const list = {
          account: [account],
          currency: [code],
          ...(upstreamId && { upstreamId: [upstreamId] }),
        };
        const { byCurrency } = await world.as[who].call<Totals>('systemDetail/totals', list);
        expect([account, byCurrency[0]?.sums.amount]).toEqual([account, balance]);
      }
    },
  );
});
