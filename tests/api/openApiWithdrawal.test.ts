import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf, fund } from '../safety/payoutWorld.ts';
import { ADDRESS, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { makeWorld, type World } from '../safety/world.ts';
import { openCall, type OpenKey, openResult } from '../support/openClient.ts';
import { openKeyOf } from '../support/openKey.ts';
import { startServer, type TestServer } from '../support/server.ts';

const HANDS = 64;

let server: TestServer;
let world: World;
let key: OpenKey;

beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(server.database.pool);
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makeWorld(server.database.pool);
  await fund(pool(), world.merchantId, '5000');
  key = await openKeyOf(pool(), world.merchantId);
});

const pool = () => server.database.pool;
const balances = () => balancesOf(pool(), world.merchantId);
const faults = () => checkInvariants(server.database.owner);
const wanted = (over: Record<string, unknown> = {}) => ({
  merchantOrderNo: `W-${randomUUID().slice(0, 12)}`,
  currency: 'INR',
  amount: '1000',
  address: ADDRESS,
  ...over,
});
const create = (body: unknown, over = {}) =>
  openCall<WithdrawalState>(server.base, key, 'withdrawal/create', body, over);
const query = (body: unknown, by = key) =>
  openCall<WithdrawalState>(server.base, by, 'withdrawal/query', body);
const count = async (table: string, where: string, value: unknown): Promise<number> =>
  (await pool().query(`select count(*)::int as n from ${table} where ${where} = $1`, [value])).rows[0].n;
const lastReason = async () =>
  (
    await pool().query(
      'select reason, answer, merchant_order_no as no from open_api_log where access_key = $1 order by id desc limit 1',
      [key.accessKey],
    )
  ).rows[0];

interface WithdrawalState {
  orderNo: string;
  status: number;
}

describe('a withdrawal by a signed call', () => {
  it('is held once, told back, logged and asked about by either number', async () => {
    const body = wanted({ remark: 'weekly' });
    const { body: answer } = await create(body);
    expect(answer.result).toMatchObject({
      merchantOrderNo: body.merchantOrderNo,
      amount: '1000',
      fee: '15',
      statusName: 'applied',
      exchangeRate: null,
      transactionHash: null,
    });
    expect(await balances()).toMatchObject({ available: '4000', frozen: '1000' });
    const { orderNo } = answer.result;
    for (const by of [{ orderNo }, { merchantOrderNo: body.merchantOrderNo }])
      expect((await query(by)).body.result).toEqual(answer.result);
    expect((await create(body)).body.result).toEqual(answer.result);
    expect(await balances()).toMatchObject({ available: '4000', frozen: '1000' });
    expect(await count('order_log', 'order_no', orderNo)).toBe(1);
    expect(await lastReason()).toMatchObject({ reason: null, no: body.merchantOrderNo });
    const { rows } = await pool().query('select source, remark, applied_by from withdrawal');
    expect(rows[0]).toEqual({ source: 'api', remark: 'weekly', applied_by: null });
    expect(await faults()).toEqual([]);
  });

  it('is one withdrawal and one hold for 64 calls of one number at once', async () => {
    const body = wanted();
    const answers = await Promise.all(Array.from({ length: HANDS }, () => create(body)));
    expect(new Set(answers.map((answer) => answer.body.code))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.result.orderNo)).size).toBe(1);
    expect(await count('withdrawal', 'merchant_id', world.merchantId)).toBe(1);
    expect(await balances()).toMatchObject({ available: '4000', frozen: '1000' });
    expect(await faults()).toEqual([]);
  });

  it('is as many as the balance bears for 64 numbers at once', async () => {
    const answers = await Promise.all(Array.from({ length: HANDS }, () => create(wanted())));
    const codes = answers.map(({ body }) => (body.code === 200 ? 'served' : body.extras?.errorCode));
    expect(codes.filter((code) => code === 'served')).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(['served', 'insufficientBalance']));
    expect(await balances()).toMatchObject({ available: '0', frozen: '5000' });
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['another amount', { amount: '1001' }],
    ['another address', { address: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' }],
  ])('is not another one of the same number with %s', async (_, over) => {
    const body = wanted();
    await create(body);
    expect((await create({ ...body, ...over })).body.extras?.errorCode).toBe('merchantOrderReused');
    expect(await balances()).toMatchObject({ available: '4000', frozen: '1000' });
  });

  it('may have the number of another merchant’s, and neither sees the other', async () => {
    const body = wanted();
    const first = await openResult<WithdrawalState>(server.base, key, 'withdrawal/create', body);
    const lone = await openKeyOf(pool(), world.loneId);
    for (const by of [{ orderNo: first.orderNo }, { merchantOrderNo: body.merchantOrderNo }])
      expect((await query(by, lone)).body).toMatchObject({ code: 404, extras: { errorCode: 'notFound' } });
    await fund(pool(), world.loneId, '2000');
    const second = await openResult<WithdrawalState>(server.base, lone, 'withdrawal/create', body);
    expect(second.orderNo).not.toBe(first.orderNo);
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['a wrong checksum', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }, 'validation'],
    ['an address of another chain', { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, 'validation'],
    ['no address', { address: undefined }, 'validation'],
    ['more than there is', { amount: '5000.01' }, 'insufficientBalance'],
    ['less than the least', { amount: '99' }, 'withdrawalTerms'],
    ['a currency without terms', { currency: 'KES' }, 'withdrawalTerms'],
    ['more digits than the currency has', { amount: '1000.001' }, 'amountDigits'],
    ['a number for an amount', { amount: 1000 }, 'validation'],
    ['a negative amount', { amount: '-1000' }, 'validation'],
    ['a rate of its own', { exchangeRate: '1' }, 'validation'],
    ['somebody else’s merchant', { merchantId: '1' }, 'validation'],
    ['no number of its own', { merchantOrderNo: undefined }, 'validation'],
  ])('is refused for %s', async (_, over, code) => {
    const { body } = await create(wanted(over));
    expect(body.extras?.errorCode).toBe(code);
    expect(await lastReason()).toMatchObject({ reason: 'refused', answer: expect.stringContaining(code) });
    expect(await balances()).toMatchObject({ available: '5000', frozen: '0' });
    expect(await count('withdrawal', 'merchant_id', world.merchantId)).toBe(0);
  });

  it('is refused to a frozen merchant, which may still ask', async () => {
    const before = await openResult<WithdrawalState>(server.base, key, 'withdrawal/create', wanted());
    await pool().query('update merchant set status = 3 where id = $1', [world.merchantId]);
    expect((await create(wanted())).body.extras?.errorCode).toBe('withdrawalTerms');
    expect((await query({ orderNo: before.orderNo })).body.code).toBe(200);
  });

  it('is not taken again from a recorded call', async () => {
    const headers = { nonce: randomUUID() };
    const body = wanted();
    expect((await create(body, { headers })).status).toBe(200);
    const again = await create(body, { headers });
    expect(again.status).toBe(401);
    expect(await lastReason()).toMatchObject({ reason: 'replay' });
    expect(await count('withdrawal', 'merchant_id', world.merchantId)).toBe(1);
  });
});
