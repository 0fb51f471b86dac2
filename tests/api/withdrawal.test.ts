import { newId } from '../../server/platform/db/id.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf, fund } from '../safety/payoutWorld.ts';
import { ADDRESS, applied, type Hand, hand, limitOf, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { makeWorld, type World, newPlatform } from '../safety/world.ts';
import type { Answer } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

const STAFF = ['page', 'apply', 'confirmRate', 'complete', 'refund', 'cancel'].map(
  (verb) => `withdrawal:${verb}`,
);
const MERCHANT = ['page', 'apply', 'cancel'].map((verb) => `withdrawal:${verb}`);

let server: TestServer;
let world: World;
let finance: Hand;
let second: Hand;
let merchant: Hand;

beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(server.database.pool);
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makeWorld(server.database.pool, await newPlatform(server.database.pool));
  await fund(server.database.pool, world.merchantId, '5000');
  [finance, second, merchant] = await Promise.all([
    hand(server, world, STAFF),
    hand(server, world, STAFF),
    hand(server, world, MERCHANT, world.merchantId),
  ]);
});

const pool = () => server.database.pool;
const refusedAs = ({ body }: Answer) => body.extras?.errorCode;
const balances = () => balancesOf(pool(), world.merchantId);
const faults = () => checkInvariants(server.database.owner);
const hash = () => randomBytes(32).toString('hex');
const withdrawal = async (id: string) =>
  (
    await pool().query(
      `select status, trim_scale(exchange_rate)::text as rate, trim_scale(usdt_amount)::text as usdt,
         transaction_hash as hash, reason from withdrawal where id = $1`,
      [id],
    )
  ).rows[0];

const ask = (who: Hand, over: Record<string, unknown> = {}, key: string = randomUUID()) =>
  who.client.ask<ActionResult>(
    'withdrawal/apply',
    {
      input: {
        currency: 'INR',
        amount: '1000',
        address: ADDRESS,
        remark: 'rent',
        otp: who.phone.code(),
        ...over,
      },
    },
    { 'Idempotency-Key': key },
  );
const act = (who: Hand, action: string, id: string, input: Record<string, unknown> = {}) =>
  who.client.command<ActionResult>(`withdrawal/${action}`, {
    ids: [id],
    ...(action === 'cancel' ? {} : { input }),
  });
const otp = (who: Hand) => ({ otp: who.phone.code() });
const rated = async (over: Parameters<typeof applied>[2] = {}, rate = '88') => {
  const id = await applied(pool(), world, over);
  expect((await act(finance, 'confirmRate', id, { exchangeRate: rate })).done).toEqual([id]);
  return id;
};

it('is promised no rate while its merchant is frozen', async () => {
  const id = await applied(pool(), world);
  const set = (status: number) =>
    pool().query('update merchant set status = $2 where id = $1', [world.merchantId, status]);
  await set(3);
  const { refused } = await act(finance, 'confirmRate', id, { exchangeRate: '88' });
  expect(refused).toMatchObject([{ code: 'merchantFrozen' }]);
  await set(1);
  expect((await act(finance, 'confirmRate', id, { exchangeRate: '88' })).done).toEqual([id]);
});

it.each([
  [3, 'frozen'],
  [2, 'disabled'],
  [1, undefined],
])('says before it is completed that its merchant has status %i', async (status, halted) => {
  const id = await rated();
  await pool().query('update merchant set status = $2 where id = $1', [world.merchantId, status]);
  const body = { ids: [id], input: {}, dryRun: true };
  const { preview } = await finance.client.call<ActionResult>('withdrawal/complete', body);
  expect(preview?.[0]?.after.halted).toBe(halted);
  // What has left already is booked all the same.
  const transactionHash = newId().padStart(64, '0');
  expect((await act(finance, 'complete', id, { transactionHash, ...otp(finance) })).done).toEqual([id]);
  await pool().query('update merchant set status = 1 where id = $1', [world.merchantId]);
});

it('is found by the last letters of its number, by its own merchant and staff alone', async () => {
  const id = await applied(pool(), world);
  const { rows } = await pool().query<{ order_no: string }>('select order_no from withdrawal where id = $1', [
    id,
  ]);
  const ending = rows[0]!.order_no.slice(-8);
  const stranger = await makeWorld(pool());
  const other = await hand(server, stranger, MERCHANT, stranger.merchantId);
  const found = async ({ client }: Hand) =>
    (await client.call<{ id: string }[]>(`find?q=${ending}`)).map((row) => row.id);
  expect([await found(finance), await found(merchant), await found(other)]).toEqual([[id], [id], []]);
});

describe('applying for a withdrawal', () => {
  it('shows fee and balances first, then holds the amount once, however often it is sent', async () => {
    const input = { currency: 'INR', amount: '1000' };
    const seen = await merchant.client.call<ActionResult>('withdrawal/apply', { input, dryRun: true });
    expect(seen.preview?.[0]?.after).toMatchObject({
      amount: '1000',
      fee: '15',
      net: '985',
      availableBefore: '5000',
      availableAfter: '4000',
      frozenBefore: '0',
      frozenAfter: '1000',
    });
    expect(await balances()).toMatchObject({ available: '5000', frozen: '0' });
    const [key, code] = [randomUUID(), merchant.phone.code()];
    const answers = [await ask(merchant, { otp: code }, key), await ask(merchant, { otp: code }, key)];
    expect(answers[0]?.body.result.done).toHaveLength(1);
    expect(answers[1]?.body.result.done).toEqual(answers[0]?.body.result.done);
    expect(await balances()).toMatchObject({ available: '4000', frozen: '1000' });
    const page = await merchant.client.call<{ items: Record<string, unknown>[] }>('withdrawal/page', {});
    expect(page.items).toHaveLength(1);
    expect(page.items[0]).toMatchObject({ status: 0, fee: '15', address: ADDRESS, remark: 'rent' });
    expect(page.items[0]).not.toHaveProperty('completedBy');
    expect(await faults()).toEqual([]);
  });

  it('takes the amount as lists show it, and names its bounds the same way', async () => {
    const dry = (amount: string) =>
      merchant.client.ask<ActionResult>('withdrawal/apply', {
        input: { currency: 'INR', amount },
        dryRun: true,
      });
    expect((await dry('1,000')).body.result.preview?.[0]?.after).toMatchObject({ amount: '1000' });
    expect((await dry('10,0')).body.message).toMatchObject({ amount: [expect.any(String)] });
    const most = (await dry('9,000,000')).body;
    expect(most.message).toMatch(/takes 100 to [1-9]\d{0,2}(,\d{3})+ INR/);
    expect(most.extras?.values).toMatchObject({ least: '100', most: expect.stringMatching(/^\d+$/) });
  });

  it('offers the currencies that the merchant holds and that have terms, of nobody else', async () => {
    const of = (who: Hand, merchantId?: string) =>
      who.client.call<string[]>('withdrawal/currencies', merchantId ? { merchantId } : {});
    expect(await of(merchant)).toEqual(['INR']);
    expect(await of(finance, world.merchantId)).toEqual(['INR']);
    const other = await makeWorld(pool());
    await fund(pool(), other.merchantId, '5000');
    expect(await of(merchant, other.merchantId)).toEqual(['INR']);
    expect(await of(finance, other.merchantId)).toEqual([]);
  });

  it('needs a code, and every field', async () => {
    const empty = await merchant.client.ask(
      'withdrawal/apply',
      { input: {} },
      { 'Idempotency-Key': 'k'.repeat(9) },
    );
    expect(empty.body.message).toEqual({
      currency: ['Please select currency!'],
      amount: ['Please enter withdrawal amount!'],
      address: ['Please enter TRC20 address!'],
      remark: ['Please enter remark!'],
      otp: ['Please enter OTP!'],
    });
    expect(refusedAs(await ask(merchant, { otp: '000000' }))).toBe('otpWrong');
  });

  it.each([
    ['an address with a wrong checksum', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }, 'validation'],
    ['more than there is', { amount: '5000.01' }, 'insufficientBalance'],
    ['less than the least', { amount: '99' }, 'withdrawalTerms'],
    ['a currency without terms', { currency: 'KES' }, 'withdrawalTerms'],
    ['more decimals than the currency has', { amount: '100.001' }, 'validation'],
    ['a negative amount', { amount: '-1000' }, 'validation'],
    ['somebody else’s merchant', { merchantId: '1' }, 'validation'],
  ])('is refused for %s', async (_, over, code) => {
    expect(refusedAs(await ask(merchant, over))).toBe(code);
    expect(await balances()).toMatchObject({ available: '5000', frozen: '0' });
  });

  it('is for one’s own merchant, or by staff who see it', async () => {
    expect((await ask(finance, { merchantId: world.merchantId })).body.result.done).toHaveLength(1);
    const foreign = await makeWorld(pool());
    expect(refusedAs(await ask(finance, { merchantId: foreign.merchantId }))).toBe('validation');
    await pool().query('update merchant set status = 3 where id = $1', [world.merchantId]);
    expect(refusedAs(await ask(merchant))).toBe('withdrawalTerms');
  });

  it('is cancelled by the merchant before the rate is confirmed, and no longer after', async () => {
    const id = (await ask(merchant)).body.result.done[0]!;
    expect((await act(merchant, 'cancel', id)).done).toEqual([id]);
    expect(await balances()).toMatchObject({ available: '5000', frozen: '0' });
    expect((await act(merchant, 'cancel', id)).refused[0]?.code).toBe('guard');
    const later = await rated();
    expect((await act(merchant, 'cancel', later)).refused[0]?.code).toBe('guard');
    expect(await faults()).toEqual([]);
  });
});

describe('confirming the rate', () => {
  it('rounds the USDT down to six digits and shows it before', async () => {
    const id = await applied(pool(), world);
    const seen = await finance.client.call<ActionResult>('withdrawal/confirmRate', {
      ids: [id],
      input: { exchangeRate: '87.3' },
      dryRun: true,
    });
    expect(seen.preview?.[0]?.after).toMatchObject({
      usdtAmount: '11.282932',
      net: '985',
      rateBand: '83.6 – 92.4',
    });
    expect(await withdrawal(id)).toMatchObject({ status: 0, rate: null });
    await act(finance, 'confirmRate', id, { exchangeRate: '87.3' });
    expect(await withdrawal(id)).toMatchObject({ status: 1, rate: '87.3', usdt: '11.282932' });
    expect(await faults()).toEqual([]);
  });

  it('re-rates, and the log keeps both rates', async () => {
    const id = await rated();
    expect((await act(second, 'confirmRate', id, { exchangeRate: '90' })).done).toEqual([id]);
    expect(await withdrawal(id)).toMatchObject({ status: 1, rate: '90', usdt: '10.944444' });
    const { rows } = await pool().query(
      "select before, after from order_log where order_id = $1 and event = 'confirmRate' order by id desc limit 1",
      [id],
    );
    expect(rows[0]).toMatchObject({ before: { exchangeRate: '88' }, after: { exchangeRate: '90' } });
    expect(await faults()).toEqual([]);
  });

  it.each(['0', '83.59', '92.41', '8800'])('refuses %s', async (exchangeRate) => {
    const id = await applied(pool(), world);
    const answer = await act(finance, 'confirmRate', id, { exchangeRate });
    expect(answer.refused[0]).toMatchObject({
      code: 'exchangeRate',
      message: 'Please enter correct exchange rate',
    });
  });

  it('takes a rate, and one record', async () => {
    const ids = [await applied(pool(), world), await applied(pool(), world)];
    const many = await finance.client.ask(
      'withdrawal/confirmRate',
      { ids, input: { exchangeRate: '88' } },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(refusedAs(many)).toBe('selectOne');
    const text = await finance.client.ask(
      'withdrawal/confirmRate',
      { ids: [ids[0]], input: { exchangeRate: 'abc' } },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(text.body.message).toEqual({ exchangeRate: ['Please enter correct exchange rate!'] });
  });
});

describe('audit complete', () => {
  it('spends the hold, books fee and conversion, and keeps the hash', async () => {
    const id = await rated();
    const transactionHash = hash();
    const input = { transactionHash: `0x${transactionHash.toUpperCase()}`, ...otp(finance) };
    expect((await act(finance, 'complete', id, input)).done).toEqual([id]);
    expect(await withdrawal(id)).toMatchObject({ status: 2, hash: transactionHash });
    expect(await balances()).toMatchObject({ available: '4000', frozen: '0' });
    const { rows } = await pool().query(
      `select p.account, p.currency, trim_scale(p.amount)::text as amount from platform_posting p
       join journal_entry e on e.id = p.entry_id where e.order_id = $1 order by 1, 2`,
      [id],
    );
    expect(rows).toEqual([
      { account: 'conversion', currency: 'INR', amount: '985' },
      { account: 'conversion', currency: 'USDT', amount: '11.193181' },
      { account: 'fees', currency: 'INR', amount: '15' },
      { account: 'treasury', currency: 'USDT', amount: '-11.193181' },
    ]);
    expect((await act(finance, 'refund', id, { reason: 'x', ...otp(finance) })).refused[0]?.code).toBe(
      'guard',
    );
    expect(await faults()).toEqual([]);
  });

  it('wants a hash that is one, unused, and a code', async () => {
    const [one, other] = [await rated(), await rated()];
    const transactionHash = hash();
    const send = (input: Record<string, unknown>) =>
      finance.client.ask('withdrawal/complete', { ids: [other], input }, { 'Idempotency-Key': randomUUID() });
    expect((await send({})).body.message).toEqual({
      transactionHash: ['Please enter Transaction hash!'],
      otp: ['Please enter OTP!'],
    });
    expect(refusedAs(await send({ transactionHash: 'ff', ...otp(finance) }))).toBe('validation');
    await act(finance, 'complete', one, { transactionHash, ...otp(finance) });
    const again = await act(finance, 'complete', other, { transactionHash, ...otp(finance) });
    expect(again.refused[0]?.code).toBe('hashUsed');
    expect(await withdrawal(other)).toMatchObject({ status: 1, hash: null });
    expect(await faults()).toEqual([]);
  });

  it('above the limit is not for the one who confirmed the rate', async () => {
    await limitOf(pool(), world, 'withdrawal:complete', '999');
    const [small, large] = [await rated({ amount: '999' }), await rated({ amount: '1000' })];
    expect(
      (await act(finance, 'complete', small, { transactionHash: hash(), ...otp(finance) })).done,
    ).toEqual([small]);
    const input = { transactionHash: hash(), ...otp(finance) };
    expect((await act(finance, 'complete', large, input)).refused[0]).toMatchObject({
      code: 'fourEyes',
      message: expect.stringContaining('999 INR'),
    });
    expect((await act(second, 'complete', large, { ...input, ...otp(second) })).done).toEqual([large]);
    expect(await faults()).toEqual([]);
  });
});

describe('failed refund', () => {
  it('gives everything back once, with its reason', async () => {
    const id = await rated();
    const input = { reason: 'address closed', ...otp(finance) };
    expect((await act(finance, 'refund', id, input)).done).toEqual([id]);
    expect(await withdrawal(id)).toMatchObject({ status: 3, reason: 'address closed' });
    expect(await balances()).toMatchObject({ available: '5000', frozen: '0' });
    const late = await act(finance, 'complete', id, { transactionHash: hash(), ...otp(finance) });
    expect(late.refused[0]?.code).toBe('guard');
    expect(await faults()).toEqual([]);
  });
});
