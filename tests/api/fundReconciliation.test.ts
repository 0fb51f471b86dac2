import { afterAll, beforeAll, expect, it } from 'vitest';
import { FUND } from '../../server/ledger/legs.ts';
import type { AccountChain, FundReconciliation } from '../../contract/fundReconciliation.ts';
import { engineWorld, type EngineWorld, type Who } from './engineWorld.ts';

/** Fund details say for a whole filter whether its postings explain the balances. */

const PENDING = 1;
const MOST = 8;
let world: EngineWorld;

beforeAll(async () => {
  world = await engineWorld({ reconcileRows: MOST, reconcileFreshMs: 0 });
  // 980.00 each: the amount, and the fee.
  for (let n = 0; n < 3; n++) await world.paid('lone');
});
afterAll(() => world.stop());

const ask = (filter: Record<string, unknown>, who: Who = 'admin') =>
  world.as[who].call<FundReconciliation>('fundDetail/reconcile', filter);
const account = () => ({ merchantId: [world.merchants.lone], currency: ['INR'], account: [PENDING] });
async function chainOf(filter: Record<string, unknown>): Promise<AccountChain> {
  const answer = await ask(filter);
  if ('unknown' in answer || answer.chains.length !== 1) throw new Error(JSON.stringify(answer));
  return answer.chains[0]!;
}
/** Faults that only the owner of the tables can plant; undone afterwards. */
async function planted(faults: readonly string[], then: () => Promise<void>): Promise<void> {
  const { owner } = world.server.database;
  await owner.query('create table kept_detail as select * from fund_detail');
  await owner.query('alter table fund_detail drop constraint fund_detail_check');
  try {
    for (const fault of faults) await owner.query(fault);
    await then();
  } finally {
    await owner.query('delete from fund_detail');
    await owner.query('insert into fund_detail select * from kept_detail');
    await owner.query('drop table kept_detail');
    await owner.query(
      'alter table fund_detail add constraint fund_detail_check check (balance_after = balance_before + amount)',
    );
  }
}

it('tells what an account began with, what moved and what it came to', async () => {
  expect(await chainOf(account())).toMatchObject({
    merchantId: world.merchants.lone,
    rows: 6,
    opening: '0',
    moved: '2940',
    closing: '2940',
    gap: '0',
    leftOut: 0,
    missing: 0,
  });
});

it('begins where a time begins', async () => {
  const { rows } = await world.server.database.pool.query<{ at: Date }>(
    'select created_at as at from fund_detail where merchant_id = $1 and seq = 3',
    [world.merchants.lone],
  );
  const from = rows[0]!.at.toISOString();
  expect(await chainOf({ ...account(), createdAt: { from } })).toMatchObject({
    opening: '980',
    moved: '1960',
    closing: '2940',
    leftOut: 0,
    missing: 0,
  });
});

it('ends with the newest row that a list knows, and leaves nothing out before it', async () => {
  const { rows } = await world.server.database.pool.query<{ id: string }>(
    'select id::text from fund_detail where merchant_id = $1 order by seq',
    [world.merchants.lone],
  );
  const seen = { rows: 4, opening: '0', moved: '1960', closing: '1960', leftOut: 0, missing: 0 };
  expect(await chainOf({ ...account(), until: rows[3]!.id })).toMatchObject(seen);
  // A transaction that began before another may post after it: its row is the newer one of the chain by its number.
  const late = BigInt(rows[3]!.id) + 1n;
  await planted([`update fund_detail set id = ${late} where seq = 2`], async () =>
    expect(await chainOf({ ...account(), until: rows[3]!.id })).toMatchObject(seen),
  );
});

it('says that a filter which picks postings out leaves others out, and calls it no fault', async () => {
  expect(await chainOf({ ...account(), type: [FUND.collectionFee] })).toMatchObject({
    rows: 3,
    moved: '-60',
    gap: '0',
    leftOut: 2,
    missing: 0,
  });
});

it.each([
  ['in the middle', 'seq = 3', 1],
  ['at the beginning', 'seq = 1', 1],
])('misses a posting %s', async (_where, which, missing) => {
  await planted([`delete from fund_detail where ${which}`], async () => {
    expect(await chainOf(account())).toMatchObject({ leftOut: missing, missing });
  });
});

it('misses one between two moments, and only there', async () => {
  const { rows } = await world.server.database.pool.query<{ at: Date }>(
    'select created_at as at from fund_detail where merchant_id = $1 and seq = 5',
    [world.merchants.lone],
  );
  const at = rows[0]!.at.toISOString();
  await planted(['delete from fund_detail where seq = 3'], async () => {
    expect(await chainOf({ ...account(), createdAt: { to: at } })).toMatchObject({ leftOut: 1, missing: 1 });
    expect(await chainOf({ ...account(), createdAt: { from: at } })).toMatchObject({
      leftOut: 0,
      missing: 0,
    });
  });
});

it('finds a balance that the posting before does not explain, and one that its own amount does not', async () => {
  await planted(
    [
      'update fund_detail set balance_before = balance_before + 7, balance_after = balance_after + 7 where seq = 3',
    ],
    async () => expect(await chainOf(account())).toMatchObject({ gap: '14' }),
  );
  await planted(['update fund_detail set balance_after = balance_after + 7 where seq = 6'], async () =>
    expect(await chainOf(account())).toMatchObject({ gap: '7' }),
  );
});

it('tells nothing of another merchant, and nothing of many at once', async () => {
  expect(await ask(account(), 'branch')).toMatchObject({ rows: 6 });
  expect(await ask({ merchantId: [world.merchants.south] }, 'merchant')).toEqual({ rows: 0, chains: [] });
  expect(await ask({ merchantId: [world.merchants.foreign] }, 'branch')).toEqual({ rows: 0, chains: [] });
  // Whoever has one merchant alone need not name it.
  expect(await ask({}, 'merchant')).toMatchObject({ rows: 6 });
  expect(await ask({})).toEqual({ unknown: 'merchant', most: MOST });
  expect(await ask({ merchantId: [world.merchants.lone, world.merchants.south] })).toMatchObject({
    unknown: 'merchant',
  });
});

it('says where there are too many to walk along', async () => {
  for (let n = 0; n < 2; n++) await world.paid('lone');
  expect(await ask(account())).toEqual({ unknown: 'many', most: MOST });
});
