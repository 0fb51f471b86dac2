import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { lockAccounts, readAccount } from './accounts.ts';
import { collectionEntry, liveLegs } from './history.ts';
import { FUND, onMerchant, onPlatform } from './legs.ts';
import { type Entry, post, rehearse } from './post.ts';
import { LIVE_LEGS_SQL, LOCK_ORDER_SQL, LOCK_SQL, OPEN_SQL } from './postSql.ts';
import { rehearseReversal, reverse } from './reverse.ts';

interface Asked {
  name?: string;
  text: string;
  values: unknown[];
}
type Answer = (asked: Asked) => unknown[];

/** A transaction that notes what it is asked and answers by the first that knows the statement. */
function fake(answers: Readonly<Record<string, Answer>>): { tx: PoolClient; asked: Asked[] } {
  const asked: Asked[] = [];
  const query = async (config: string | Asked, values: unknown[] = []) => {
    const one = typeof config === 'string' ? { text: config, values } : config;
    asked.push(one);
    const key = Object.keys(answers).find((start) => one.text.includes(start));
    const rows = key === undefined ? [] : (answers[key]?.(one) ?? []);
    return { rows, rowCount: rows.length };
  };
  return { tx: { query } as unknown as PoolClient, asked };
}

const asset = (id: string, merchant: string, over: Record<string, string> = {}) => ({
  id,
  merchant_id: merchant,
  pending: '5',
  available: '100',
  frozen: '7',
  pending_seq: '3',
  available_seq: '8',
  frozen_seq: '2',
  overdraft: '0',
  commission_debt: '0',
  ...over,
});
const ORDER = { id: '9', merchantId: '1' };
const LOCKED = 'for update of a';
const READ = 'where a.currency = $1 and a.merchant_id = $2';
const RANKED = 'left join merchant m on';
const WRITTEN = 'insert into journal_entry';
const EARLIER = 'where c.command_key';

const entry = (over: Partial<Entry> = {}): Entry => ({
  kind: 'settlement',
  merchantId: '1',
  currency: 'INR',
  order: { id: '9', orderNo: 'N9', merchantOrderNo: 'M9' },
  commandKey: 'settle:9',
  operator: 'ada',
  system: false,
  remark: 'why',
  legs: [
    onMerchant('1', 'pending', FUND.settlement, '-4'),
    onMerchant('1', 'available', FUND.settlement, '4'),
    onPlatform('commission', '-1'),
    onMerchant('2', 'available', FUND.commission, '1'),
  ],
  ...over,
});
const two: Answer = () => [asset('11', '1'), asset('12', '2', { available: '0' })];

describe('post', () => {
  it('locks the accounts and walks the entry over them, then writes it in one statement', async () => {
    const { tx, asked } = fake({ [WRITTEN]: () => [{ id: '77' }], [LOCKED]: two });
    const posted = await post(tx, entry());
    expect(posted).toMatchObject({ entryId: '77', repeated: false });
    expect(posted.legs.map(({ before, after, seq }) => [String(before), String(after), seq])).toEqual([
      ['5', '1', 4n],
      ['100', '104', 9n],
      ['0', '1', 9n],
    ]);
    expect(asked.map(({ name }) => name)).toEqual(['ledger-lock', 'ledger-post']);
    expect(asked[0]?.values).toEqual(['INR', ['1', '2']]);
  });

  it.each([
    ['one leg', [onPlatform('fees', '0')]],
    ['no legs', []],
    ['a sum above zero', [onPlatform('fees', '1'), onMerchant('1', 'available', FUND.add, '1')]],
  ])('refuses an entry of %s before it asks anything', async (_, legs) => {
    const { tx, asked } = fake({});
    await expect(post(tx, entry({ legs }))).rejects.toThrow('unbalanced entry settle:9');
    await expect(rehearse(tx, entry({ legs }))).rejects.toThrow('unbalanced entry settle:9');
    expect(asked).toEqual([]);
  });

  it('says what is missing, and writes nothing', async () => {
    const { tx, asked } = fake({ [LOCKED]: () => [asset('11', '1', { available: '3' })] });
    const legs = [onMerchant('1', 'available', FUND.deduct, '-10'), onPlatform('adjustments', '10')];
    await expect(post(tx, entry({ legs }))).rejects.toMatchObject({
      code: 'insufficientBalance',
      values: { account: 'available', currency: 'INR', needed: '10', balance: '3', shortfall: '7' },
    });
    expect(asked.map(({ name }) => name)).not.toContain('ledger-post');
  });

  it('answers a command that was posted before, whatever the balance is by now', async () => {
    const short = { [LOCKED]: () => [asset('11', '1', { available: '3' })] };
    const { tx, asked } = fake({ ...short, [EARLIER]: () => [{ id: '66', same: true }] });
    const legs = [onMerchant('1', 'available', FUND.deduct, '-10'), onPlatform('adjustments', '10')];
    expect(await post(tx, entry({ legs }))).toEqual({
      entryId: '66',
      repeated: true,
      legs: [],
      balances: [],
    });
    expect(asked.at(-1)?.values).toEqual(['settle:9', 'settlement', '1', 'INR', '9']);
    expect(asked.map(({ name }) => name)).not.toContain('ledger-post');
  });

  it('answers a command that was posted meanwhile', async () => {
    const { tx, asked } = fake({ [EARLIER]: () => [{ id: '66', same: true }], [LOCKED]: two });
    expect(await post(tx, entry({ order: null }))).toMatchObject({ entryId: '66', repeated: true });
    expect(asked.at(-1)?.values.at(-1)).toBeNull();
  });

  it('refuses a key that another command has used', async () => {
    const { tx } = fake({ [EARLIER]: () => [{ id: '66', same: false }], [LOCKED]: two });
    await expect(post(tx, entry())).rejects.toMatchObject({ code: 'idempotencyReused' });
  });

  it('fails loudly where an entry is neither written nor found', async () => {
    const { tx } = fake({ [LOCKED]: two });
    await expect(post(tx, entry())).rejects.toThrow('entry settle:9 neither written nor found');
  });

  it('passes on what is no refusal without a look at earlier entries', async () => {
    const { tx, asked } = fake({
      [LOCKED]: () => {
        throw new Error('connection lost');
      },
    });
    await expect(post(tx, entry())).rejects.toThrow('connection lost');
    expect(asked).toHaveLength(1);
  });
});

describe('lockAccounts', () => {
  it('asks nothing for nobody', async () => {
    const { tx, asked } = fake({});
    expect(await lockAccounts(tx, 'INR', [])).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('reads every figure of the rows', async () => {
    const row = asset('11', '1', { overdraft: '50', commission_debt: '6' });
    const [balance] = await lockAccounts(fake({ [LOCKED]: () => [row] }).tx, 'INR', ['1']);
    const { pending, available, frozen, overdraft, commissionDebt } = balance!;
    expect([pending, available, frozen, overdraft, commissionDebt].map(String)).toEqual([
      '5',
      '100',
      '7',
      '50',
      '6',
    ]);
    expect(balance).toMatchObject({ id: '11', merchantId: '1' });
    expect(balance?.seq).toEqual({ pending: 3n, available: 8n, frozen: 2n });
  });

  it('opens those that do not exist in the order of locks, and locks each before the next', async () => {
    const rows = [[], [asset('11', '1')], [asset('12', '2')]];
    const ranked = [{ id: '1' }, { id: '2' }];
    const { tx, asked } = fake({ [LOCKED]: () => rows.shift() ?? [], [RANKED]: () => ranked });
    const locked = await lockAccounts(tx, 'INR', ['2', '1']);
    expect(locked.map(({ id }) => id)).toEqual(['11', '12']);
    expect(asked.map(({ text }) => text)).toEqual([
      LOCK_SQL,
      LOCK_ORDER_SQL,
      OPEN_SQL,
      LOCK_SQL,
      OPEN_SQL,
      LOCK_SQL,
    ]);
    expect(asked[1]?.values).toEqual([['2', '1']]);
    expect(asked[2]?.values).toEqual([expect.stringMatching(/^\d+$/), '1', 'INR']);
    expect(asked[5]?.values).toEqual(['INR', ['2']]);
  });

  it('reads an account without a lock', async () => {
    const { tx, asked } = fake({ [READ]: () => [asset('11', '1')] });
    expect((await readAccount(tx, 'INR', '1'))?.id).toBe('11');
    expect(asked[0]?.text).not.toContain('for update');
    expect(asked[0]?.values).toEqual(['INR', '1']);
    expect(await readAccount(fake({}).tx, 'INR', '1')).toBeUndefined();
  });
});

describe('reverse', () => {
  const leg = (over: object) => ({
    entry_id: '5',
    merchant_id: '1',
    account: 2,
    platform: null,
    type: 7,
    amount: '4',
    ...over,
  });
  const rows = [
    leg({ merchant_id: null, account: null, type: null, platform: 'upstream:3', amount: '-4' }),
    leg({ account: 1, type: 1 }),
    leg({ entry_id: '6', account: 1, amount: '-4' }),
    leg({ entry_id: '6' }),
  ];
  const live = { 'kind in (': () => rows, [LOCKED]: () => [asset('11', '1')] };
  const command = {
    merchantId: '1',
    currency: 'INR',
    order: { id: '9', orderNo: 'N9', merchantOrderNo: 'M9' },
    commandKey: 'reverse:9',
    operator: 'ada',
    system: false,
  };

  it('reads the legs of an order as they were posted, and its first entry', async () => {
    const { tx, asked } = fake(live);
    const { legs, collectionEntryId } = await liveLegs(tx, ORDER);
    expect(collectionEntryId).toBe('5');
    expect(asked).toEqual([{ text: LIVE_LEGS_SQL, values: ['9', '1'] }]);
    expect(JSON.parse(JSON.stringify(legs))).toEqual([
      { platform: 'upstream:3', amount: '-4' },
      { merchantId: '1', account: 'pending', type: 1, amount: '4' },
      { merchantId: '1', account: 'pending', type: 7, amount: '-4' },
      { merchantId: '1', account: 'available', type: 7, amount: '4' },
    ]);
  });

  it('undoes them latest first and ends the settlement', async () => {
    const { tx, asked } = fake({ ...live, [WRITTEN]: () => [{ id: '77' }] });
    await reverse(tx, command);
    const values = asked[2]?.values ?? [];
    expect([values[1], values[6], values[12], values[13]]).toEqual([
      'reversal',
      '5',
      [FUND.reversal, FUND.reversal, FUND.reversal],
      ['-4', '4', '-4'],
    ]);
    expect(asked[3]?.text).toContain('update order_settlement set reversed_at');
    expect(asked[3]?.values).toEqual(['9', '1']);
  });

  it('only looks where it is rehearsed, and says what would move', async () => {
    const { tx, asked } = fake(live);
    expect((await rehearseReversal(tx, command)).length).toBeGreaterThan(0);
    expect(asked.map(({ text }) => text)).toEqual([LIVE_LEGS_SQL, LOCK_SQL]);
  });

  it('does nothing twice', async () => {
    const { tx, asked } = fake({ ...live, [EARLIER]: () => [{ id: '66', same: true }] });
    await reverse(tx, command);
    expect(asked.some(({ text }) => text.includes('update order_settlement'))).toBe(false);
  });

  it('refuses an order without money', async () => {
    await expect(reverse(fake({}).tx, command)).rejects.toMatchObject({ code: 'guard' });
    expect(await collectionEntry(fake({}).tx, ORDER)).toBeUndefined();
    const { tx, asked } = fake({ "kind = 'collection'": () => [{ id: '5' }] });
    expect(await collectionEntry(tx, ORDER)).toBe('5');
    expect(asked[0]?.values).toEqual(['9', '1']);
  });
});
