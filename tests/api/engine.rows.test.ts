import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineWorld, engineWorld, plentyOf, type Rows } from './engineWorld.ts';

const COUNT = 2_000;
let world: EngineWorld;
const rows = (body: Record<string, unknown>) => world.as.all.call<Rows>('collectOrder/rows', body);
const sorting = (field: string, order: string) => [{ field, order }];

async function plain(where: string, order: string): Promise<string[]> {
  const { rows: found } = await world.server.database.pool.query<{ id: string }>(
    `select id from collect_order where ${where} order by ${order}`,
  );
  return found.map((row) => row.id);
}

/** Every block of a scroll in any order of asking, put together. */
async function scroll(body: Record<string, unknown>, step = 170): Promise<{ ids: string[]; first: Rows }> {
  const first = await rows({ ...body, start: 0, end: step });
  const starts: number[] = [];
  for (let start = 0; start < first.total; start += step) starts.push(start);
  const blocks = new Map<number, string[]>();
  for (const start of starts.toReversed()) {
    const block = await rows({
      ...body,
      start,
      end: Math.min(start + step, first.total),
      snapshot: first.snapshot,
    });
    blocks.set(
      start,
      block.items.map((row) => row.id),
    );
  }
  return { ids: starts.flatMap((start) => blocks.get(start) ?? []), first };
}

beforeAll(async () => {
  // Snapshots end at 500 rows instead of 200,000, anchors begin at 400, and lists without them end at 1,000.
  world = await engineWorld({
    snapshotRows: 500,
    anchorFrom: 400,
    wideSnapshotRows: 1_000,
    anchorEvery: 100,
    openTimeoutMs: 5_000,
  });
  await plentyOf(world, 'lone', COUNT);
  await plentyOf(world, 'south', 300);
  await plentyOf(world, 'foreign', 50);
});
afterAll(() => world?.stop());

describe('anchors', () => {
  const mine = () =>
    `merchant_id in (${['sub', 'lone', 'south', 'agent'].map((name) => world.merchants[name as 'sub']).join(', ')})`;

  it.each([
    ['createdAt', 'descending', 'created_at desc, id desc'],
    ['createdAt', 'ascending', 'created_at, id'],
    ['amount', 'descending', 'amount desc, id desc'],
    ['amount', 'ascending', 'amount, id'],
  ])('every block of one merchant by %s %s has no gap and no repeat', async (field, order, sql) => {
    const where = `merchant_id = ${world.merchants.lone}`;
    const { ids, first } = await scroll({ merchantId: [world.merchants.lone], sort: sorting(field, order) });
    expect(first.snapshot).toMatch(/^a\./);
    expect(first.total).toBe(COUNT);
    expect(ids).toEqual(await plain(where, sql));
  });

  it('without a filter for one who sees all, and by status', async () => {
    const admin = (body: Record<string, unknown>) => world.as.admin.call<Rows>('collectOrder/rows', body);
    const all = await plain('true', 'created_at desc, id desc');
    const first = await admin({ start: 0, end: 100 });
    expect(first.total).toBe(all.length);
    for (const start of [0, 95, 100, 101, 333, 1_050, 1_990, all.length - 60]) {
      const block = await admin({ start, end: start + 100, snapshot: first.snapshot });
      expect(block.items.map((row) => row.id)).toEqual(all.slice(start, start + 100));
    }
    const status = await admin({ start: 250, end: 350, status: 2, sort: sorting('amount', 'ascending') });
    expect(status.items.map((row) => row.id)).toEqual(
      (await plain('status = 2', 'amount, id')).slice(250, 350),
    );
  });

  it('new rows stay out of a scroll that has begun; after and before page by key', async () => {
    const body = { merchantId: world.merchants.lone, sort: sorting('createdAt', 'descending') };
    const before = await plain(`merchant_id = ${world.merchants.lone}`, 'created_at desc, id desc');
    const first = await rows({ ...body, start: 0, end: 100 });
    await world.order('lone');
    const again = await rows({ ...body, start: 0, end: 100, snapshot: first.snapshot });
    expect(again.items.map((row) => row.id)).toEqual(before.slice(0, 100));
    const deep = await rows({ ...body, start: 1_500, end: 1_600, snapshot: first.snapshot });
    expect(deep.items.map((row) => row.id)).toEqual(before.slice(1_500, 1_600));
    const next = await rows({
      ...body,
      start: 1_600,
      end: 1_700,
      after: deep.items.at(-1)?.id,
      snapshot: first.snapshot,
    });
    expect(next.items.map((row) => row.id)).toEqual(before.slice(1_600, 1_700));
    const back = await rows({
      ...body,
      start: 1_400,
      end: 1_500,
      before: deep.items[0]?.id,
      snapshot: first.snapshot,
    });
    expect(back.items.map((row) => row.id)).toEqual(before.slice(1_400, 1_500));
  });

  it('what cannot be fast is refused and says what to narrow', async () => {
    const wide = await world.as.admin.ask('collectOrder/rows', {
      start: 0,
      end: 100,
      sort: sorting('fee', 'ascending'),
    });
    expect(wide.body.extras?.errorCode).toBe('narrowSort');
    expect(wide.body.extras?.values).toMatchObject({ names: ['createdAt', 'amount'] });
    const several = await world.as.all.ask('collectOrder/rows', { start: 0, end: 100, source: 'api' });
    expect(several.body.extras?.errorCode).toBe('narrowFilter');
    expect(JSON.stringify(several.body.extras?.values)).toContain('createdAt');
  });

  it('a sort that has an index for itself alone is refused under a filter above the larger limit', async () => {
    const { owner } = world.server.database;
    const { lone } = world.merchants;
    await owner.query(
      `with entry as (
         insert into journal_entry (id, kind, merchant_id, currency, command_key, operator)
         values (1, 'adjustment', $1, 'INR', 'many', 'test') returning id, created_at
       ), detail as (
         insert into fund_detail (id, entry_id, merchant_id, account, currency, type, amount, balance_before,
           balance_after, seq, operator)
         select n, entry.id, $1, 2, 'INR', 9, 1, n - 1, n, n, 'test' from entry, generate_series(1, 700) n
       )
       insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount)
       select 'fundDetail', date_trunc('hour', created_at, 'UTC'), $1, 'INR', 9, 700, 700 from entry`,
      [lone],
    );
    const ask = (body: Record<string, unknown>) =>
      world.as.admin.ask<Rows>('fundDetail/rows', { start: 0, end: 10, ...body });
    const sort = sorting('amount', 'descending');
    expect((await ask({ sort })).body.result.total).toBe(700);
    expect((await ask({ merchantId: lone })).body.result.total).toBe(700);
    const wide = { merchantId: lone, sort };
    const { result } = (await ask(wide)).body;
    expect(result).toMatchObject({ total: 700, totalIs: 'exact', snapshot: expect.stringMatching(/^s\./) });
    await owner.query(
      `insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount)
       select 'fundDetail', date_trunc('hour', now(), 'UTC'), $1, 'INR', 9, 301, 301`,
      [lone],
    );
    const refused = await ask(wide);
    expect(refused.body.extras).toMatchObject({
      errorCode: 'narrowSort',
      values: { max: 1_000, names: ['createdAt'] },
    });
    // A scroll that has begun goes on.
    expect((await ask({ ...wide, snapshot: result.snapshot })).body.result.total).toBe(700);
  });

  it('a list that anchors serve goes by them before a snapshot would be too large', async () => {
    const call = (body: Record<string, unknown>) => world.as.merchant.call<Rows>('collectOrder/rows', body);
    const sort = sorting('createdAt', 'descending');
    const all = await plain(
      `merchant_id = ${world.merchants.lone} and status = 3`,
      'created_at desc, id desc',
    );
    expect(all.length).toBeGreaterThan(400);
    expect(all.length).toBeLessThanOrEqual(500);
    const first = await call({ status: 3, sort, start: 0, end: 50 });
    expect(first).toMatchObject({
      total: all.length,
      totalIs: 'exact',
      snapshot: expect.stringMatching(/^a\./),
    });
    const { items } = await call({ status: 3, sort, start: 333, end: 380, snapshot: first.snapshot });
    expect(items.map(({ id }) => id)).toEqual(all.slice(333, 380));
    // Without anchors it is a snapshot as before.
    const other = await call({ status: 3, source: 'api', sort });
    expect(other).toMatchObject({ total: all.length, snapshot: expect.stringMatching(/^s\./) });
  });

  it('a filter that no anchors serve scrolls by a snapshot, up to a larger limit', async () => {
    const body = { status: 2, source: 'api', sort: sorting('fee', 'descending') };
    const { ids, first } = await scroll(body);
    const all = await plain(`status = 2 and source = 'api' and ${mine()}`, 'fee desc, id desc');
    expect(all.length).toBeGreaterThan(500);
    expect(first).toMatchObject({
      total: all.length,
      totalIs: 'exact',
      snapshot: expect.stringMatching(/^s\./),
    });
    expect(ids).toEqual(all);
    const bound = first.snapshot.split('.')[1] ?? '';
    const forgotten = first.snapshot.replace(bound, String(BigInt(bound) + 1n));
    expect((await rows({ ...body, snapshot: forgotten })).total).toBe(all.length);
    const { snapshot } = first;
    const dry = { all: body, snapshot, dryRun: true };
    const act = await world.as.all.ask('collectOrder/notify', dry, {
      'Idempotency-Key': crypto.randomUUID(),
    });
    expect(act.body.extras).toMatchObject({ errorCode: 'tooManyRows', values: { max: 500 } });
  });

  it('another filter, caller or a made-up token is gone', async () => {
    const first = await rows({ merchantId: world.merchants.lone, start: 0, end: 10 });
    for (const [client, body] of [
      [world.as.all, { merchantId: world.merchants.south, snapshot: first.snapshot }],
      [world.as.branch, { merchantId: world.merchants.lone, snapshot: first.snapshot }],
      [world.as.all, { merchantId: world.merchants.lone, snapshot: 'a.1.2.xx' }],
    ] as const) {
      expect((await client.ask('collectOrder/rows', body)).body.extras?.errorCode).toBe('snapshotGone');
    }
    const foreign = await plain(`merchant_id = ${world.merchants.foreign}`, 'id');
    const probe = await rows({ merchantId: world.merchants.lone, start: 0, end: 10 });
    const mixed = await world.as.all.ask('collectOrder/rows', {
      merchantId: world.merchants.lone,
      after: foreign[0],
      snapshot: probe.snapshot,
    });
    expect(mixed.body.extras?.errorCode).toBe('snapshotGone');
  });

  it('a page past the offset limit and the mine-only list agree with plain SQL', async () => {
    const all = await plain(mine(), 'created_at desc, id desc');
    const page = await world.as.all.call<{ items: { id: string }[]; total: number }>('collectOrder/page', {
      page: 7,
      pageSize: 100,
    });
    expect(page.items.map((row) => row.id)).toEqual(all.slice(600, 700));
    expect(page.total).toBe(all.length);
    for (const past of [200, 9_007_199_254_740_991]) {
      const { body } = await world.as.all.ask('collectOrder/page', { page: past, pageSize: 100 });
      expect(body, String(past)).toMatchObject({ code: 200, result: { items: [], total: all.length } });
    }
  });
});

describe('snapshots', () => {
  it('any filter and sort, exact total, exact jumps', async () => {
    const { ids, first } = await scroll(
      { merchantId: [world.merchants.south], sort: sorting('merchantOrderNo', 'descending') },
      70,
    );
    expect(first.snapshot).toMatch(/^s\./);
    expect(first).toMatchObject({ total: 300, totalIs: 'exact' });
    expect(ids).toEqual(
      await plain(`merchant_id = ${world.merchants.south}`, 'merchant_order_no desc, id desc'),
    );
  });

  it('a row that left the filter keeps its place; a forgotten snapshot is built again', async () => {
    const body = { merchantId: world.merchants.south, status: [1], sort: sorting('amount', 'ascending') };
    const first = await rows({ ...body, start: 0, end: 20 });
    const gone = first.items[3]?.id;
    await world.as.all.command('collectOrder/cancel', { ids: [gone] });
    const again = await rows({ ...body, start: 0, end: 20, snapshot: first.snapshot });
    expect(again.items.map((row) => row.id)).toEqual(first.items.map((row) => row.id));
    const bound = first.snapshot.split('.')[1];
    const other = first.snapshot.replace(`.${bound}.`, `.${BigInt(bound ?? 0) + 1n}.`);
    const rebuilt = await rows({ ...body, start: 0, end: 20, snapshot: other });
    expect(rebuilt.items.map((row) => row.id)).not.toContain(gone);
    expect(rebuilt.total).toBe(first.total - 1);
    const after = await rows({
      ...body,
      start: 20,
      end: 30,
      after: first.items[19]?.id,
      snapshot: first.snapshot,
    });
    const direct = await rows({ ...body, start: 20, end: 30, snapshot: first.snapshot });
    expect(after.items).toEqual(direct.items);
  });
});

describe('filters', () => {
  const count = async (body: Record<string, unknown>) =>
    (await world.as.all.call<{ total: number }>('collectOrder/page', { ...body, pageSize: 1 })).total;
  const sql = async (where: string) =>
    (await plain(`merchant_id <> ${world.merchants.foreign} and ${where}`, 'id')).length;

  it('flat filters by mode', async () => {
    expect(await count({ status: 2 })).toBe(await sql('status = 2'));
    expect(await count({ status: ['success', '1'] })).toBe(await sql('status in (1, 2)'));
    expect(await count({ amount: { from: '200', to: '210' } })).toBe(await sql('amount between 200 and 210'));
    expect(await count({ amount: [null, '120.5'] })).toBe(await sql('amount <= 120.5'));
    expect(await count({ createdAt: { from: '2025-01-01T01:00:00Z', to: '2025-01-01T02:17:00Z' } })).toBe(
      await sql("created_at >= '2025-01-01T01:00:00Z' and created_at < '2025-01-01T02:17:00Z'"),
    );
    expect(await count({ claimedBy: [null], merchantId: world.merchants.south })).toBe(
      await sql(`claimed_by is null and merchant_id = ${world.merchants.south}`),
    );
    expect(await count({ settled: 'false', merchantId: world.merchants.south })).toBe(300);
    expect(await count({ orderNo: `P${world.merchants.south}-7` })).toBe(1);
    expect(await count({ merchantId: world.merchants.foreign })).toBe(0);
  });

  it('any id, keyword and the filter tree', async () => {
    expect(await count({ anyId: 'p12' })).toBe(await sql("merchant_order_no like 'p12%'"));
    expect(await count({ anyId: `p5 p6, P${world.merchants.lone}-9` })).toBe(5);
    expect(await count({ anyId: 'p%' })).toBe(0);
    expect(await count({ anyId: ['p5'] })).toBe(await count({ anyId: 'p5' }));
    const { pool } = world.server.database;
    await pool.query("update merchant set name = 'Two Words' where id = $1", [world.merchants.lone]);
    for (const anyId of ['Two Words', 'two w', 'words'])
      expect((await world.as.all.call<{ total: number }>('merchant/page', { anyId })).total).toBe(1);
    expect((await world.as.all.call<{ total: number }>('merchant/page', { anyId: 'Two, Words' })).total).toBe(
      0,
    );
    const or = {
      logic: 'or',
      filters: [
        { field: 'status', operator: 'EQ', value: 3 },
        {
          logic: 'and',
          filters: [
            { field: 'amount', operator: 'GT', value: '590' },
            { field: 'orderNo', operator: 'EndsWith', value: '1' },
          ],
        },
      ],
    };
    expect(await count({ filter: or, merchantId: world.merchants.south })).toBe(
      await sql(
        `merchant_id = ${world.merchants.south} and (status = 3 or (amount > 590 and order_no like '%1'))`,
      ),
    );
    expect(await count({ keyword: 'p77' })).toBe(
      await sql("(merchant_order_no like 'p77%' or order_no like 'p77%')"),
    );
  });

  it('bad values and fields outside the allowlist are refused, never run', async () => {
    for (const body of [
      { status: 'nonsense' },
      { merchantId: '1; drop table x' },
      { amount: { from: 'abc' } },
      { createdAt: { from: 'yesterday' } },
      { filter: { field: 'sourceInfo', operator: 'EQ', value: 1 } },
      { filter: { field: 'claimed_by', operator: 'EQ', value: 1 } },
      { filter: { field: 'amount', operator: 'Contains', value: '1' } },
      { field: 'password_hash', order: 'ascending' },
      { field: 'payerId' },
    ]) {
      const answer = await world.as.all.ask('collectOrder/page', body);
      expect(answer.body.extras?.errorCode, JSON.stringify(body)).toBe('validation');
    }
  });

  it('totals by the rollup are what the table says, for half-hour zones too', async () => {
    const { pool } = world.server.database;
    for (const [body, where] of [
      [{}, 'true'],
      [{ status: [2, 3] }, 'status in (2, 3)'],
      [{ merchantId: world.merchants.lone }, `merchant_id = ${world.merchants.lone}`],
      [
        { createdAt: { from: '2024-12-31T18:30:00Z', to: '2025-01-01T18:30:00Z' } },
        "created_at < '2025-01-01T18:30:00Z'",
      ],
      [
        { createdAt: { from: '2025-01-01T00:10:00Z', to: '2025-01-01T00:40:00Z' }, status: 1 },
        "status = 1 and created_at >= '2025-01-01T00:10:00Z' and created_at < '2025-01-01T00:40:00Z'",
      ],
    ] as const) {
      const totals = await world.as.admin.call<{
        total: number;
        byCurrency: { count: number; sums: { amount: string; fee: string } }[];
      }>('collectOrder/totals', body);
      const { rows: exact } = await pool.query(
        `select count(*)::int as n, trim_scale(sum(amount))::text as amount, trim_scale(sum(fee))::text as fee from collect_order where ${where}`,
      );
      expect(totals.total).toBe(exact[0].n);
      expect(totals.byCurrency[0]?.sums).toEqual({ amount: exact[0].amount, fee: exact[0].fee });
    }
  });
});
