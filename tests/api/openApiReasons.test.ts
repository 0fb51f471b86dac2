import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCall, type OpenKey } from '../support/openClient.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/** A refused call says which field, in words, and so does its log. */

let server: TestServer;
let key: OpenKey;

beforeAll(async () => {
  server = await demoWorld(400);
  const admin = await server.signIn('admin', PASSWORD);
  const merchant = await server.signIn('merchant', PASSWORD);
  const { items } = await merchant.call<{ items: { merchantId: string }[] }>('merchantAsset/page', {});
  const { accessKey, secret } = await admin.call<OpenKey>('openAccess/add', {
    status: 1,
    merchantId: items[0]!.merchantId,
  });
  key = { accessKey, secret };
  await server.database.pool.query(
    `update channel_binding b set mini_amount = 100, max_amount = 50000, pay_mini_amount = 100, pay_max_amount = 50000,
       is_pay = true from channel c where c.id = b.channel_id and c.channel_code = 'UPI_QR' and b.merchant_id = $1`,
    [items[0]!.merchantId],
  );
  await server.database.pool.query("update channel set is_pay = true where channel_code = 'UPI_QR'");
});
afterAll(() => server.stop());

const order = (over: Record<string, unknown> = {}) => ({
  merchantOrderNo: `R-${randomUUID().slice(0, 12)}`,
  channelCode: 'UPI_QR',
  amount: '500',
  ...over,
});
const lastLog = async () =>
  (
    await server.database.pool.query<{ answer: string; merchant_order_no: string | null }>(
      'select answer, merchant_order_no from open_api_log where access_key = $1 order by id desc limit 1',
      [key.accessKey],
    )
  ).rows[0]!;

describe.each(['collectOrder/create', 'payOrder/create'])('%s', (path) => {
  const code = path.startsWith('collect') ? 'collectTerms' : 'payoutTerms';
  const to = path.startsWith('pay') ? { isUpi: true, receivingAddress: 'asha@upi' } : {};

  it.each([
    [{ amount: '99.99' }, 'amount', 'The amount must be from 100 to 50,000 INR'],
    [
      { channelCode: 'NO_SUCH' },
      'channelCode',
      'This channel does not exist, or is not open to this merchant',
    ],
    [{ currency: 'THB' }, 'currency', 'The currency of this channel is INR'],
  ])('names what is wrong with %j', async (over, field, message) => {
    const asked = { ...order(over), ...to };
    const { body } = await openCall(server.base, key, path, asked);
    expect(body).toMatchObject({ code: 400, message, extras: { errorCode: code, values: { field } } });
    const log = await lastLog();
    expect(log.merchant_order_no).toBe(asked.merchantOrderNo);
    expect(JSON.parse(log.answer)).toMatchObject({ errorCode: code, field, message });
  });

  it('says in words what no field takes, and logs the order all the same', async () => {
    const asked = { ...order({ amount: 500, remark: 'x'.repeat(501), callbackUrl: 'ftp://a' }), ...to };
    const { body } = await openCall(server.base, key, path, asked, {
      headers: { 'accept-language': 'zh-cn' },
    });
    const message = {
      amount: ['金额应为文本'],
      remark: ['备注不能超过 500 个字符'],
      callbackUrl: ['回调地址格式不正确'],
    };
    expect(body).toMatchObject({ code: 400, message, extras: { errorCode: 'validation' } });
    const log = await lastLog();
    expect(log.merchant_order_no).toBe(asked.merchantOrderNo);
    expect(JSON.parse(log.answer)).toMatchObject({ errorCode: 'validation', message });
  });

  it.each([
    ['0', 'Amount must be greater than 0'],
    ['-5', 'Amount must be greater than 0'],
    ['5,0', 'Amount has a wrong format'],
  ])('says that an amount of %s: %s', async (amount, reason) => {
    const { body } = await openCall(server.base, key, path, { ...order({ amount }), ...to });
    expect(body).toMatchObject({ code: 400, message: { amount: [reason] } });
  });
});

it('names the part of a beneficiary in words', async () => {
  const to = { beneficiary: 'Asha', bankAccount: '001201500123', ifsc: 'nonsense' };
  const { body } = await openCall(
    server.base,
    key,
    'payOrder/create',
    { ...order(), ...to },
    {
      headers: { 'accept-language': 'zh-cn' },
    },
  );
  expect(body).toMatchObject({ extras: { errorCode: 'beneficiary', values: { field: 'ifsc' } } });
  const account = { beneficiary: 'Asha', bankAccount: 'x', ifsc: 'ICIC0000012' };
  const wrong = await openCall(
    server.base,
    key,
    'payOrder/create',
    { ...order(), ...account },
    {
      headers: { 'accept-language': 'zh-cn' },
    },
  );
  expect(wrong.body.message).toBe('收款信息不正确：银行账号');
});

it('says of a frozen merchant that it has no payouts', async () => {
  const { pool } = server.database;
  const become = (status: number) =>
    pool.query(
      'update merchant set status = $2 where id = (select merchant_id from open_access where access_key = $1)',
      [key.accessKey, status],
    );
  await become(3);
  const { body } = await openCall(server.base, key, 'payOrder/create', {
    ...order(),
    isUpi: true,
    receivingAddress: 'asha@upi',
  });
  await become(1);
  expect(body).toMatchObject({
    code: 400,
    message: 'This merchant cannot pay out at present',
    extras: { errorCode: 'payoutTerms' },
  });
});

it('asks for one of two numbers', async () => {
  const { body } = await openCall(server.base, key, 'collectOrder/query', {});
  expect(body.message).toEqual({ merchantOrderNo: ['Give exactly one of the two numbers'] });
});
