import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row, RowsResult } from '../../contract/calls.ts';
import type { AlignedRows, Comparison, ComparisonRequest, Place } from '../../contract/comparison.ts';
import type { Client } from '../support/client.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';

/** W35: two lists row by row; what the server counts is what reading both lists whole comes to. */

let world: EngineWorld;
let small: EngineWorld;

beforeAll(async () => {
  world = await engineWorld();
  for (const name of ['sub', 'lone', 'south', 'foreign'] as const) {
    await world.as.admin.command('collectOrder/settle', { ids: [await world.paid(name)] });
    await world.paid(name, { amount: '123456.78' });
    await world.order(name);
  }
  await world.server.database.pool.query(
    'update collect_order set merchant_order_no = upper(merchant_order_no) where settled',
  );
  small = await engineWorld({ snapshotRows: 2 });
  for (let at = 0; at < 3; at += 1) await small.order('lone');
});
afterAll(async () => {
  await world.stop();
  await small.stop();
});

const ORDERS_AND_FUNDS: ComparisonRequest = {
  sides: [
    { resource: 'collectOrder', filters: {}, key: [['orderNo']] },
    { resource: 'fundDetail', filters: {}, key: [['orderNo']] },
  ],
  compared: [
    ['amount', 'amount'],
    ['currency', 'currency'],
    ['merchantId', 'merchantId'],
    // The orders' side knows no case.
    ['merchantOrderNo', 'merchantOrderNo'],
  ],
};

const changed = (change: (request: ComparisonRequest) => void): ComparisonRequest => {
  const request = structuredClone(ORDERS_AND_FUNDS);
  change(request);
  return request;
};

async function whole(client: Client, resource: string, filters: object): Promise<Row[]> {
  const { items, total } = await client.call<RowsResult>(`${resource}/rows`, {
    ...filters,
    start: 0,
    end: 1_000,
  });
  expect(items).toHaveLength(total);
  return items;
}

/** The same by reading both lists and pairing rows of equal keys by their ids. */
async function paired(client: Client, { sides, compared }: ComparisonRequest) {
  const buckets = new Map<string, (Row | undefined)[]>();
  for (const [side, { resource, filters, key }] of sides.entries()) {
    const rows = (await whole(client, resource, filters)).sort((a, b) =>
      BigInt(a.id) < BigInt(b.id) ? -1 : 1,
    );
    const seen = new Map<string, number>();
    for (const row of rows) {
      const parts = key.map((names) => names.map((name) => row[name]).find((value) => value !== null));
      const text = JSON.stringify(parts);
      const n = seen.get(text) ?? 0;
      seen.set(text, n + 1);
      const bucket = `${text}/${n}`;
      const known = buckets.get(bucket) ?? sides.map(() => undefined);
      known[side] = row;
      buckets.set(bucket, known);
    }
  }
  const lines = [...buckets.values()].map((rows) => ({
    rows,
    isPartial: rows.includes(undefined),
    differs: compared.filter((fields) => {
      const values = rows.flatMap((row, side) =>
        row && fields[side] ? [String(row[fields[side]] ?? '').toLowerCase()] : [],
      );
      return new Set(values).size > 1;
    }).length,
  }));
  return {
    total: lines.length,
    partial: lines.filter(({ isPartial }) => isPartial).length,
    differing: lines.filter(({ differs }) => differs > 0).length,
    equal: lines.filter(({ isPartial, differs }) => !isPartial && differs === 0).length,
    ids: lines.map(({ rows }) => rows.map((row) => row?.id ?? null)),
  };
}

const sorted = (ids: readonly (string | null)[][]) => ids.map((each) => each.join()).sort();

const KINDS: readonly Who[] = ['admin', 'all', 'branch', 'self', 'merchant', 'agent'];

describe.each(KINDS)('a comparison by %s', (who) => {
  it.each([
    ['orders with fund details', ORDERS_AND_FUNDS],
    [
      'one list with itself under another filter',
      {
        sides: [
          { resource: 'collectOrder', filters: {}, key: [['merchantId'], ['currency']] },
          { resource: 'collectOrder', filters: { settled: true }, key: [['merchantId'], ['currency']] },
        ],
        compared: [
          ['amount', 'amount'],
          ['status', 'status'],
        ],
      },
    ],
  ])('of %s is what both lists come to', async (_, request) => {
    const client = world.as[who];
    const expected = await paired(client, request);
    const opened = await client.call<Comparison>('comparison/open', request);
    expect(opened).toMatchObject({
      total: expected.total,
      partial: expected.partial,
      differing: expected.differing,
      equal: expected.equal,
    });
    const read = await client.call<AlignedRows>('comparison/rows', {
      token: opened.token,
      show: 'all',
      start: 0,
      end: 500,
    });
    expect(sorted(read.ids)).toEqual(sorted(expected.ids));
    for (const [side, rows] of read.rows.entries())
      expect(rows.map(({ id }) => id)).toEqual(read.ids.flatMap((ids) => ids[side] ?? []));
  });
});

it('sums what is compared by side and currency', async () => {
  const { sums } = await world.as.admin.call<Comparison>('comparison/open', ORDERS_AND_FUNDS);
  const of = async (resource: string) => {
    const { byCurrency } = await world.as.admin.call<{
      byCurrency: { currency: string; sums: Record<string, string> }[];
    }>(`${resource}/totals`, {});
    return byCurrency.find(({ currency }) => currency === 'INR')?.sums.amount;
  };
  expect(sums).toEqual([
    { compared: 0, currency: 'INR', sums: [await of('collectOrder'), await of('fundDetail')] },
  ]);
});

it('shows a part of the rows, in blocks, and finds the next that stands apart', async () => {
  const { admin } = world.as;
  const opened = await admin.call<Comparison>('comparison/open', ORDERS_AND_FUNDS);
  const { token } = opened;
  const read = (show: string, start: number, end: number, sides: { lacking?: number } = {}) =>
    admin.call<AlignedRows>('comparison/rows', { token, show, start, end, ...sides });
  const all = await read('all', 0, 500);
  const parts = [await read('all', 0, 3), await read('all', 3, 6), await read('all', 6, 500)];
  expect(parts.flatMap(({ ids }) => ids)).toEqual(all.ids);
  expect((await read('partial', 0, 500)).total).toBe(opened.partial);
  expect((await read('differing', 0, 500)).total).toBe(opened.differing);
  expect((await read('equal', 0, 500)).total).toBe(opened.equal);
  const lacking = await read('all', 0, 500, { lacking: 1 });
  expect(lacking.total).toBe(opened.missing[1]);
  expect(lacking.ids.every(([order, fund]) => order !== null && fund === null)).toBe(true);
  const isApart = all.ids.map((ids, at) => ids.includes(null) || all.differs[at] !== 0);
  const place = (from: number, back: boolean) =>
    admin.call<Place>('comparison/place', { token, show: 'all', from, back });
  for (let from = -1; from <= all.total; from += 1) {
    const next = isApart.findIndex((apart, at) => apart && at > from);
    expect(await place(from, false)).toEqual({ at: next < 0 ? null : next });
    const before = isApart.findLastIndex((apart, at) => apart && at < from);
    expect(await place(from, true)).toEqual({ at: before < 0 ? null : before });
  }
});

it('of what belongs to one side reads the others by its keys alone', async () => {
  const { admin } = small.as;
  // Both lists are longer than may be counted, but not what the filter of the leading one leaves.
  const { items } = await admin.call<RowsResult>('collectOrder/rows', { start: 0, end: 1 });
  const request = changed(({ sides }) => {
    sides[0]!.filters = { orderNo: items[0]!.orderNo };
    sides[1] = { resource: 'orderLog', filters: {}, key: [['orderNo']] };
  });
  request.compared = [['merchantId', 'merchantId']];
  const opened = await admin.call<Comparison>('comparison/open', { ...request, of: 0 });
  const { total } = await admin.call<RowsResult>('orderLog/rows', {
    orderNo: items[0]!.orderNo,
    start: 0,
    end: 1,
  });
  expect(total).toBeGreaterThan(0);
  expect(opened.rows).toEqual([1, total]);
  const refused = await admin.ask('comparison/open', request);
  expect(refused.body.extras?.errorCode).toBe('narrowFilter');
});

it('is in the order of one side, with the other side’s rows where they belong', async () => {
  const opened = await world.as.admin.call<Comparison>('comparison/open', {
    ...ORDERS_AND_FUNDS,
    sort: { side: 0, field: 'createdAt', order: 'ascending' },
  });
  const { ids, rows } = await world.as.admin.call<AlignedRows>('comparison/rows', {
    token: opened.token,
    show: 'all',
    start: 0,
    end: 500,
  });
  const when = new Map(rows.flat().map((row) => [row.id, String(row.createdAt)]));
  const times = ids.map(([order, fund]) => when.get(order ?? fund ?? '')!);
  expect(times).toEqual([...times].sort());
});

it('keeps amounts equal whatever their digits', async () => {
  const { differs } = await world.as.admin.call<Comparison>('comparison/open', {
    sides: ORDERS_AND_FUNDS.sides.map((side) => ({ ...side, resource: 'collectOrder' })),
    compared: [
      ['amount', 'amount'],
      ['createdAt', 'createdAt'],
    ],
  });
  expect(differs).toEqual([0, 0]);
});

it.each([
  ['nobody else', 'all', 'snapshotGone'],
  ['who opened it', 'admin', undefined],
] as const)('is read by %s', async (_, who, code) => {
  const { token } = await world.as.admin.call<Comparison>('comparison/open', ORDERS_AND_FUNDS);
  const { body } = await world.as[who].ask('comparison/rows', { token, show: 'all', start: 0, end: 10 });
  expect(body.extras?.errorCode).toBe(code);
});

it.each([
  ['a key of two types', changed(({ sides }) => (sides[1]!.key = [['amount']]))],
  ['an unknown key', changed(({ sides }) => (sides[1]!.key = [['nothing']]))],
  ['an unknown filter', changed(({ sides }) => (sides[0]!.filters = { nothing: 1 }))],
  ['an amount with a state', changed(({ compared }) => (compared[0] = ['status', 'amount']))],
  ['fields of one side alone', changed(({ compared }) => (compared[0] = ['amount']))],
  ['one side', changed(({ sides }) => sides.pop())],
  ['keys of other lengths', changed(({ sides }) => sides[0]!.key.push(['currency']))],
  [
    'an order by what has no order',
    { ...ORDERS_AND_FUNDS, sort: { side: 0, field: 'utr', order: 'ascending' } },
  ],
  ['an order of no side', { ...ORDERS_AND_FUNDS, sort: { side: 4, field: 'amount', order: 'ascending' } }],
])('refuses %s', async (_, request) => {
  const { body } = await world.as.admin.ask('comparison/open', request as object);
  expect(body.extras?.errorCode).toBe('validation');
});

it('gives a merchant’s people no list and no field of the staff', async () => {
  const asked = async (request: ComparisonRequest) =>
    (await world.as.merchant.ask('comparison/open', request)).body.extras?.errorCode;
  expect(await asked(changed(({ sides }) => (sides[1]!.resource = 'bankBill')))).toBe('wrongAudience');
  expect(await asked(changed(({ compared }) => (compared[0] = ['upstreamId', null])))).toBe('validation');
  expect(await asked(changed(({ sides }) => (sides[0]!.key = [['claimedBy']])))).toBe('validation');
});

it('refuses a side of more rows than are counted exactly', async () => {
  const { body } = await small.as.admin.ask('comparison/open', ORDERS_AND_FUNDS);
  expect(body.extras?.errorCode).toBe('narrowFilter');
});

it('is open to others while one has asked for more than wait for a turn', async () => {
  const { owner } = world.server.database;
  const client = await owner.connect();
  try {
    await client.query('begin; lock table fund_detail in access exclusive mode');
    const opens = Array.from({ length: 5 }, () => world.as.merchant.ask('comparison/open', ORDERS_AND_FUNDS));
    // One runs, three wait: the first answer of all is the refusal of the fifth.
    expect((await Promise.race(opens)).body.extras?.errorCode).toBe('busy');
    const orders = changed(({ sides }) => (sides[1]!.resource = 'collectOrder'));
    for (const who of ['admin', 'all'] as const)
      expect((await world.as[who].ask('comparison/open', orders)).body.code).toBe(200);
    await client.query('commit');
    const codes = (await Promise.all(opens)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(4);
  } finally {
    client.release(true);
  }
});
