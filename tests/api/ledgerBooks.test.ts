import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssetCheck } from '../../contract/assetCheck.ts';
import type { RowsResult } from '../../contract/calls.ts';
import type { EntryDetail } from '../../contract/entryDetail.ts';
import type { PlatformBalance } from '../../contract/platformBalance.ts';
import type { MerchantTies, TrialBalance } from '../../contract/trialBalance.ts';
import { foldLedger } from '../../server/domain/balances/fold.ts';
import { newId } from '../../server/platform/db/id.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';

/** The books: the trial balance, the platform's accounts, entries with their postings, and the check of an account. */

let world: EngineWorld;
const orders: Record<string, string> = {};

const run = (text: string, values: unknown[] = []) => world.server.database.owner.query(text, values);
const trial = (who: Who, body: Record<string, unknown> = {}) =>
  world.as[who].call<TrialBalance>('trialBalance/accounts', body);
const ties = (body: Record<string, unknown> = {}) =>
  world.as.admin.call<MerchantTies>('trialBalance/merchants', body);
const entriesOf = async (who: Who, body: Record<string, unknown> = {}) =>
  (await world.as[who].call<RowsResult>('transaction/rows', { start: 0, end: 100, ...body })).items;
const lineOf = ({ lines }: TrialBalance, account: string) =>
  lines.find((line) => line.account.startsWith(account));

beforeAll(async () => {
  world = await engineWorld();
  const role = (await run('select r.id::text from sys_role r join sys_user_role ur on ur.role_id = r.id'))
    .rows;
  for (const code of ['trialBalance:page', 'merchantAsset:check']) {
    const menu = newId();
    await run('insert into sys_menu (id, type, title, permission) values ($1, 3, $2, $2)', [menu, code]);
    for (const { id } of role)
      await run('insert into sys_role_menu (role_id, menu_id) values ($1, $2) on conflict do nothing', [
        id,
        menu,
      ]);
  }
  for (const name of ['sub', 'lone', 'south', 'foreign'] as const) {
    orders[name] = await world.paid(name);
    await world.as.admin.command('collectOrder/settle', { ids: [orders[name]] });
  }
  // One of them long ago, in the middle of an hour of another day.
  for (const table of ['journal_entry', 'fund_detail', 'platform_posting'])
    await run(
      `update ${table} set created_at = now() - interval '50 hours 17 minutes'
       where ${table === 'journal_entry' ? 'id' : 'entry_id'} in (select id from journal_entry where order_id = $1)`,
      [orders.lone],
    );
});
afterAll(() => world.stop());

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('the trial balance', () => {
  it('sums to zero and tells opening from what moved', async () => {
    const all = await trial('admin');
    expect(all.checks).toMatchObject([{ currency: 'INR', opening: '0', closing: '0', reconciles: true }]);
    expect(lineOf(all, 'available')?.closing).toBe('3920');
    expect(lineOf(all, 'upstream')).toMatchObject({
      upstreamName: 'Up',
      debit: '4000',
      credit: '48',
      closing: '-3952',
    });
    const since = await trial('admin', { createdAt: { from: ago(30) } });
    expect(lineOf(since, 'fees')).toMatchObject({ opening: '20', debit: '0', credit: '60', closing: '80' });
    expect(since.checks[0]).toMatchObject({ reconciles: true, opening: '0', debit: since.checks[0]!.credit });
  });

  it('answers the same from sums as from postings, wherever it is cut', async () => {
    const spans = [
      {},
      ...[60, 50.2, 50, 30, 1].map((hours) => ({ createdAt: { from: ago(60), to: ago(hours) } })),
    ];
    const strip = ({ lines, checks }: TrialBalance) => ({ lines, checks });
    // Asked once, it has been summed by itself; without the sums it reads the postings.
    await trial('admin');
    await run('truncate ledger_sum, ledger_mark');
    const before = [];
    for (const span of spans) before.push(strip(await trial('admin', span)));
    const open = await world.server.database.owner.connect();
    await open.query('begin');
    await foldLedger(world.server.database.pool, { settleSeconds: 0, patienceMs: 200 });
    const summed = async () => (await run('select count(*)::int as n from ledger_sum')).rows[0].n as number;
    // What is under way may still post at the instant at which it began.
    expect(await summed()).toBe(0);
    await open.query('commit');
    open.release();
    await foldLedger(world.server.database.pool, { settleSeconds: 0 });
    expect(await summed()).toBeGreaterThan(0);
    const after = [];
    for (const span of spans) after.push(strip(await trial('admin', span)));
    expect(after).toEqual(before);
  });

  it('is a branch’s own for staff of that branch, and still zero', async () => {
    const own = await trial('branch');
    expect(own.checks).toMatchObject([{ reconciles: true, closing: '0' }]);
    expect(lineOf(own, 'fees')?.closing).toBe('40');
    expect((await trial('branch', { merchantId: [world.merchants.south] })).lines).toEqual([]);
  });

  it('explains every merchant’s closing, and names what the account holds beyond its details', async () => {
    const { rows } = await ties();
    expect(rows.length).toBe(4);
    for (const row of rows)
      expect(row).toMatchObject({ gap: '0', drift: '0', in: '1000', fees: '20', closing: '980' });
    await run('update merchant_asset set available = available + 7 where merchant_id = $1', [
      world.merchants.south,
    ]);
    const drifted = (await ties()).rows.filter((row) => row.drift !== '0');
    expect(drifted).toMatchObject([{ merchantId: world.merchants.south, drift: '7', gap: '0' }]);
    await run('update merchant_asset set available = available - 7 where merchant_id = $1', [
      world.merchants.south,
    ]);
  });

  it('names the entry where money was made', async () => {
    const { rows } = await run('select min(id)::text as id from journal_entry');
    await run(
      `insert into platform_posting (entry_id, merchant_id, account, currency, amount)
       select id, merchant_id, 'fees', 'INR', 3 from journal_entry where id = $1`,
      [rows[0].id],
    );
    const broken = await trial('admin');
    expect(broken.checks).toMatchObject([{ reconciles: false, closing: '3' }]);
    expect(broken.faults.map(({ entryId }) => entryId)).toEqual([rows[0].id]);
    await run('delete from platform_posting where entry_id = $1 and amount = 3', [rows[0].id]);
    expect((await trial('admin')).faults).toEqual([]);
  });
});

describe('an entry', () => {
  it('is found by its order, and its postings sum to zero', async () => {
    const { rows } = await run('select order_no from collect_order where id = $1', [orders.lone]);
    const items = await entriesOf('admin', { anyId: rows[0].order_no });
    expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['settlement', '980'],
      ['collection', '1032'],
    ]);
    expect(items[0]).toMatchObject({
      orderNo: rows[0].order_no,
      orderKind: 'collectOrder',
      merchantName: 'Lone',
    });
    const { entry } = await world.as.admin.call<{ entry: EntryDetail }>(
      `transaction/detail?id=${items[1]!.id}`,
    );
    expect(entry.sums).toEqual([{ currency: 'INR', sum: '0' }]);
    expect(entry.legs).toHaveLength(6);
    expect(entry.legs[0]).toMatchObject({ of: 'merchant', before: '0', after: '1000', amount: '1000' });
  });

  it('belongs to its merchant’s branch', async () => {
    const south = await entriesOf('admin', { merchantId: [world.merchants.south] });
    expect(south).toHaveLength(2);
    const mine = await entriesOf('branch');
    expect(new Set(mine.map(({ merchantId }) => merchantId))).toEqual(
      new Set([world.merchants.sub, world.merchants.lone]),
    );
    const { body } = await world.as.branch.ask(`transaction/detail?id=${south[0]!.id}`);
    expect(body.code).toBe(404);
  });
});

describe('the platform’s accounts', () => {
  it('hold what their postings sum to', async () => {
    const balances = await world.as.admin.call<PlatformBalance[]>('systemDetail/balances', {});
    expect(balances.map(({ account, balance }) => [account, balance])).toEqual([
      ['upstream', '-3952'],
      ['fees', '80'],
      ['upstreamCost', '-48'],
    ]);
    const { byCurrency } = await world.as.admin.call<{ byCurrency: unknown }>('systemDetail/totals', {
      account: ['fees'],
    });
    expect(byCurrency).toEqual([{ currency: 'INR', count: 4, sums: { amount: '80' } }]);
  });
});

describe.each(['merchant', 'agent'] as const)('%s', (who) => {
  it('opens no book of the platform, its own entries’ neither, although a role lets it', async () => {
    const mine = await entriesOf('admin', { merchantId: [world.merchants.lone] });
    const { rows } = await run('select id::text from platform_posting');
    const asked: [string, unknown?][] = [
      ['trialBalance/accounts', {}],
      ['trialBalance/merchants', { merchantId: [world.merchants.lone] }],
      ['systemDetail/balances', {}],
      ...['transaction', 'systemDetail'].flatMap((id): [string, unknown?][] => [
        [`${id}/page`, {}],
        [`${id}/rows`, { ids: id === 'transaction' ? mine.map((row) => row.id) : rows.map((row) => row.id) }],
        [`${id}/totals`, {}],
        [`${id}/detail?id=${id === 'transaction' ? mine[0]!.id : rows[0].id}`],
      ]),
    ];
    for (const [path, body] of asked)
      expect([path, (await world.as[who].ask(path, body)).body.extras?.errorCode]).toEqual([
        path,
        'wrongAudience',
      ]);
  });
});

it('the role that reads for merchants may not touch the books at all', async () => {
  const { merchant } = world.server.database;
  const tables = [
    'transaction',
    'system_detail',
    'platform_posting',
    'journal_entry',
    'ledger_sum',
    'ledger_leg',
  ];
  for (const table of tables)
    await expect(merchant.query(`select * from ${table}`)).rejects.toThrow(/permission denied/);
});

describe('the check of an account', () => {
  const assetOf = async (name: keyof EngineWorld['merchants']): Promise<string> =>
    (await run('select id::text from merchant_asset where merchant_id = $1', [world.merchants[name]])).rows[0]
      .id;
  const check = (who: Who, ids: string[]) => world.as[who].call<AssetCheck[]>('merchantAsset/check', { ids });

  it('ties out, and repairs nothing where it does not', async () => {
    const id = await assetOf('south');
    expect(await check('admin', [id])).toMatchObject([{ reconciles: true, merchantName: 'Southern' }]);
    await run('update merchant_asset set frozen = frozen + 5 where id = $1', [id]);
    const [drifted] = await check('admin', [id]);
    expect(drifted).toMatchObject({ reconciles: false });
    expect(drifted!.accounts[2]).toMatchObject({ balance: '5', recomputed: '0', drift: '5', gap: null });
    expect(
      (await run('select trim_scale(frozen)::text as frozen from merchant_asset where id = $1', [id])).rows,
    ).toEqual([{ frozen: '5' }]);
    await run('update merchant_asset set frozen = frozen - 5 where id = $1', [id]);
  });

  it('names the detail at which the chain breaks', async () => {
    const id = await assetOf('sub');
    const change = (by: number) =>
      run(
        `update fund_detail set balance_before = balance_before + $2, balance_after = balance_after + $2
         where merchant_id = $1 and account = 1 and seq = 2`,
        [world.merchants.sub, by],
      );
    await change(1);
    const [broken] = await check('admin', [id]);
    expect(broken!.accounts[0]).toMatchObject({
      drift: '0',
      gap: { seq: '2', expected: '1000', before: '1001' },
    });
    await change(-1);
    expect((await check('admin', [id]))[0]!.reconciles).toBe(true);
  });

  it('is refused for another merchant’s account as for none', async () => {
    const own = await assetOf('lone');
    expect(await check('merchant', [own])).toMatchObject([{ reconciles: true }]);
    for (const ids of [[await assetOf('sub')], [own, await assetOf('foreign')], [newId()]]) {
      const { body } = await world.as.merchant.ask('merchantAsset/check', { ids });
      expect(body.extras?.errorCode).toBe('notFound');
    }
  });
});
