import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type Client, client } from '../support/client.ts';
import { openCall, type OpenKey, openResult } from '../support/openClient.ts';
import type { TestServer } from '../support/server.ts';
import { writingsOf } from '../support/writings.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
let admin: Client;
let merchantId: string;
let key: OpenKey;
let keyId: string;

interface Order {
  orderNo: string;
  merchantOrderNo: string;
  status: number;
  statusName: string;
  amount: string;
  fee: string;
  payUrl: string;
}

beforeAll(async () => {
  server = await demoWorld(400);
  admin = await server.signIn('admin', PASSWORD);
  const merchant = await server.signIn('merchant', PASSWORD);
  merchantId = (await merchant.call<{ items: { merchantId: string }[] }>('merchantAsset/page', {})).items[0]!
    .merchantId;
});
afterAll(() => server.stop());
beforeEach(async () => {
  const made = await admin.call<{ id: string; accessKey: string; secret: string }>('openAccess/add', {
    status: 1,
    merchantId,
  });
  key = { accessKey: made.accessKey, secret: made.secret };
  keyId = made.id;
});

const collect = (over: Record<string, unknown> = {}) => ({
  merchantOrderNo: `T-${randomUUID().slice(0, 12)}`,
  channelCode: 'UPI_QR',
  amount: '500',
  ...over,
});
const ask = <T>(path: string, body: unknown, over = {}) => openCall<T>(server.base, key, path, body, over);
const result = <T>(path: string, body: unknown) => openResult<T>(server.base, key, path, body);
const lastLog = async () =>
  (
    await server.database.pool.query(
      'select * from open_api_log where access_key = $1 order by id desc limit 1',
      [key.accessKey],
    )
  ).rows[0];

describe('a signed call', () => {
  it('opens a collection order, which the merchant can ask about', async () => {
    const body = collect();
    const order = await result<Order>('collectOrder/create', body);
    expect(order).toMatchObject({ status: 0, statusName: 'created', amount: '500', currency: 'INR' });
    expect(order.payUrl).toMatch(new RegExp(`^${server.base}/pay/${order.orderNo}-[\\w-]{22}$`));
    const asked = await result<Order>('collectOrder/query', { merchantOrderNo: body.merchantOrderNo });
    expect(asked).toEqual(order);
    expect(await result('collectOrder/query', { orderNo: order.orderNo })).toEqual(order);
    expect(await lastLog()).toMatchObject({ reason: null, answer_code: 200, merchant_id: merchantId });
  });

  it('gives pay URLs of PUBLIC_URL, else of the host that was called, and stores neither', async () => {
    const body = collect();
    const elsewhere = server.base.replace('127.0.0.1', 'localhost');
    const made = await openResult<Order>(elsewhere, key, 'collectOrder/create', body);
    expect(made.payUrl).toMatch(new RegExp(`^${elsewhere}/pay/${made.orderNo}-`));
    const path = made.payUrl.slice(elsewhere.length);
    const { rows } = await server.database.pool.query(
      'select pay_url from collect_order where order_no = $1',
      [made.orderNo],
    );
    expect(rows).toEqual([{ pay_url: path }]);
    expect(JSON.parse((await lastLog()).answer)).toMatchObject({ payUrl: path });
    const query = () => result<Order>('collectOrder/query', { orderNo: made.orderNo });
    expect((await query()).payUrl).toBe(`${server.base}${path}`);
    server.deps.env.publicUrl = 'https://pay.example.com/desk';
    try {
      expect((await query()).payUrl).toBe(`https://pay.example.com/desk${path}`);
      const again = await openResult<Order>(elsewhere, key, 'collectOrder/create', body);
      expect(again.payUrl).toBe(`https://pay.example.com/desk${path}`);
    } finally {
      server.deps.env.publicUrl = undefined;
    }
  });

  it('opens a payout within the balance and refuses one beyond it', async () => {
    const [inr] = await result<{ available: string; frozen: string }[]>('balance', { currency: 'INR' });
    const to = { isUpi: true, receivingAddress: 'asha@okaxis' };
    const order = await result<Order>('payOrder/create', collect({ amount: '100', ...to }));
    expect(order.statusName).toBe('queued');
    const [after] = await result<{ frozen: string }[]>('balance', { currency: 'INR' });
    expect(Number(after?.frozen) - Number(inr?.frozen)).toBeCloseTo(100 + Number(order.fee), 6);
    const beyond = await ask('payOrder/create', collect({ amount: '49999', ...to }));
    if (Number(inr?.available) < 49_999) expect(beyond.body.extras?.errorCode).toBe('insufficientBalance');
    const nowhere = await ask(
      'payOrder/create',
      collect({ amount: '100', isUpi: true, receivingAddress: 'x' }),
    );
    expect(nowhere.body.extras?.errorCode).toBe('beneficiary');
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it('is answered the same for the same merchant order, and refused for another content', async () => {
    const body = collect();
    const first = await result<Order>('collectOrder/create', body);
    expect(await result('collectOrder/create', body)).toEqual(first);
    const other = await ask('collectOrder/create', { ...body, amount: '501' });
    expect(other.body.extras).toMatchObject({ errorCode: 'merchantOrderReused' });
  });

  it('opens one order for sixteen calls at once', async () => {
    const body = collect();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => result<Order>('collectOrder/create', body)),
    );
    expect(new Set(answers.map(({ orderNo }) => orderNo)).size).toBe(1);
  });

  it('opens one payout and holds once for 64 calls at once', async () => {
    const frozen = async () =>
      Number((await result<{ frozen: string }[]>('balance', { currency: 'INR' }))[0]!.frozen);
    const before = await frozen();
    const body = collect({ amount: '100', isUpi: true, receivingAddress: 'asha@okaxis' });
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => result<Order>('payOrder/create', body)),
    );
    expect(new Set(answers.map(({ orderNo }) => orderNo)).size).toBe(1);
    expect((await frozen()) - before).toBeCloseTo(100 + Number(answers[0]!.fee), 6);
    expect(await result('payOrder/query', { orderNo: answers[0]!.orderNo })).toEqual(answers[0]);
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it.each([
    ['an unknown field', { status: 2 }, 'validation'],
    ['an amount that is none', { amount: '1e3' }, 'validation'],
    ['a number for an amount', { amount: 5 }, 'validation'],
    ['more digits than the currency', { amount: '500.001' }, 'amountDigits'],
    ['an amount beyond the binding', { amount: '999999999' }, 'collectTerms'],
    ['an unknown channel', { channelCode: 'NONE' }, 'collectTerms'],
    ['the currency of another channel', { currency: 'BRL' }, 'collectTerms'],
    ['an inner address to call back', { callbackUrl: 'http://169.254.169.254/x' }, 'outboundBlocked'],
    ['a script to jump to', { jumpUrl: 'javascript:alert(1)' }, 'validation'],
  ])('is refused for %s', async (_, over, code) => {
    const { body } = await ask('collectOrder/create', collect(over));
    expect(body.extras?.errorCode).toBe(code);
    expect(await lastLog()).toMatchObject({ reason: 'refused', error_message: expect.stringMatching(/../) });
  });

  it('names the address that it does not call', async () => {
    const { body } = await ask('collectOrder/create', collect({ callbackUrl: 'http://10.0.0.7/x' }));
    expect(body.message).toMatch(/public http or https address/);
    expect(body.extras?.values).toMatchObject({ field: 'callbackUrl' });
  });

  it('finds nothing of another merchant', async () => {
    const foreign = (
      await server.database.pool.query('select order_no from collect_order where merchant_id <> $1 limit 1', [
        merchantId,
      ])
    ).rows[0].order_no;
    const { body } = await ask('collectOrder/query', { orderNo: foreign });
    expect(body).toMatchObject({ code: 404, extras: { errorCode: 'notFound' } });
    const payout = (
      await server.database.pool.query('select order_no from pay_order where merchant_id <> $1 limit 1', [
        merchantId,
      ])
    ).rows[0].order_no;
    expect((await ask('payOrder/query', { orderNo: payout })).body.code).toBe(404);
  });
});

describe('a merchant order number', () => {
  it('is one, however it is written', async () => {
    const body = collect({ merchantOrderNo: `Shop-01${randomUUID().slice(0, 6)}x` });
    const made = await result<Order>('collectOrder/create', body);
    const taken: string[] = [];
    for (const [how, merchantOrderNo] of writingsOf(body.merchantOrderNo)) {
      const { body: answer } = await ask<Order>('collectOrder/create', { ...body, merchantOrderNo });
      if (answer.code !== 200) expect(answer.extras?.errorCode, how).toBe('validation');
      else if (answer.result.orderNo !== made.orderNo) taken.push(how);
    }
    // A merchant's own signs tell its orders apart.
    expect(taken).toEqual(['misread letters', 'hyphen', 'dot']);
    const capitals = { merchantOrderNo: body.merchantOrderNo.toUpperCase() };
    expect(await result<Order>('collectOrder/query', capitals)).toMatchObject({ orderNo: made.orderNo });
    const other = await ask('collectOrder/create', { ...body, ...capitals, amount: '501' });
    expect(other.body.extras?.errorCode).toBe('merchantOrderReused');
  });
});

describe('a call that is not let in', () => {
  const refusedFor = async (reason: string, over: Record<string, unknown>) => {
    const { status, body } = await ask('balance', {}, over);
    expect(status).toBe(401);
    expect(body.extras?.errorCode).toBe('openAccess');
    expect(await lastLog()).toMatchObject({ reason, answer_code: 401 });
  };

  it('has a body that was changed on the way', () => refusedFor('signature', { sent: '{"currency":"INR"}' }));
  it('has a wrong signature', () => refusedFor('signature', { headers: { sign: 'AAAA' } }));
  it('is older than five minutes', () => refusedFor('clock', { now: new Date(Date.now() - 301_000) }));
  it('is from the future', () => refusedFor('clock', { now: new Date(Date.now() + 301_000) }));
  it('has a timestamp in milliseconds, and is told so with what came', async () => {
    const now = Date.now();
    await refusedFor('milliseconds', { headers: { timestamp: String(now) } });
    const { body } = await ask('balance', {}, { headers: { timestamp: String(now) } });
    const seconds = String(Math.floor(now / 1000));
    expect(body.extras?.values).toMatchObject({ reason: 'milliseconds', came: String(now), seconds });
    expect(body.message).toBe(
      `The timestamp must be in seconds since 1970: ${now} is in milliseconds, send ${seconds}`,
    );
  });
  it('has no nonce', () => refusedFor('headers', { headers: { nonce: 'short' } }));

  it('is of an unknown key, and is told no more than of a wrong signature', async () => {
    const unknown = await openCall(server.base, { ...key, accessKey: 'ak_nobody' }, 'balance', {});
    const wrong = await ask('balance', {}, { headers: { sign: 'AAAA' } });
    expect(unknown.body.message).toBe(wrong.body.message);
    expect(unknown.body.extras?.values).toEqual(wrong.body.extras?.values);
  });

  it('is a replay, of a served call as of a refused one', async () => {
    for (const body of [collect(), collect({ amount: '999999999' })]) {
      const nonce = randomUUID();
      await ask('collectOrder/create', body, { headers: { nonce } });
      const again = await ask('collectOrder/create', body, { headers: { nonce } });
      expect(again.status).toBe(401);
      expect(await lastLog()).toMatchObject({ reason: 'replay' });
    }
  });

  it('comes once of many at a time with one nonce', async () => {
    const headers = { nonce: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask('balance', {}, { headers })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('comes from an address that is not on the list', async () => {
    const row = await admin.call<{ version: number }>(`openAccess/detail?id=${keyId}`);
    const update = (allowAddresses: string, version: number) =>
      admin.ask('openAccess/update', { id: keyId, version, allowAddresses });
    await update('10.0.0.0/8\n192.168.1.1', row.version);
    await refusedFor('address', {});
    await update('127.0.0.0/8', row.version + 1);
    expect((await ask('balance', {})).status).toBe(200);
    const wrong = await update('nowhere', row.version + 2);
    expect(wrong.body.message).toHaveProperty('allowAddresses');
  });

  it('is of a key that was switched off or got a new secret', async () => {
    // Its sheet asks first what would happen: nothing does, and nothing is shown.
    const asked = await admin.call('openAccess/rotate', { ids: [keyId], dryRun: true });
    expect(asked).toEqual({ done: [keyId], refused: [] });
    expect((await ask('balance', {})).status).toBe(200);
    const rotated = await admin.command<{ secret: string }>('openAccess/rotate', { ids: [keyId] });
    await refusedFor('signature', {});
    key = { ...key, secret: rotated.secret };
    expect((await ask('balance', {})).status).toBe(200);
    const row = await admin.call<{ version: number }>(`openAccess/detail?id=${keyId}`);
    await admin.call('openAccess/update', { id: keyId, version: row.version, status: 2 });
    await refusedFor('disabled', {});
    await admin.call('openAccess/update', { id: keyId, version: row.version + 1, status: 1 });
    expect((await ask('balance', {})).status).toBe(200);
  });

  it('is of a merchant whose tenant is disabled', async () => {
    const tenant = (status: number) =>
      server.database.owner.query(
        'update sys_tenant set status = $2 where id = (select m.tenant_id from merchant m join open_access a on a.merchant_id = m.id where a.id = $1)',
        [keyId, status],
      );
    await tenant(2);
    await refusedFor('disabled', {});
    await tenant(1);
    expect((await ask('balance', {})).status).toBe(200);
  });
});

describe('secrets', () => {
  it('are shown once, kept encrypted and never logged', async () => {
    await ask('balance', {}, { headers: { authorization: 'Bearer my-token', cookie: 'access-token=abc' } });
    const row = await admin.call<Record<string, unknown>>(`openAccess/detail?id=${keyId}`);
    expect(JSON.stringify(row)).not.toContain(key.secret);
    const stored = (
      await server.database.pool.query('select access_secret from open_access where id = $1', [keyId])
    ).rows[0].access_secret;
    expect(stored).toMatch(/^v1\./);
    const logged = JSON.stringify(await lastLog());
    for (const secret of [key.secret, 'my-token', 'access-token=abc']) expect(logged).not.toContain(secret);
  });

  it('of another merchant cannot be replaced', async () => {
    const other = await server.signIn('agent', PASSWORD);
    const { body } = await other.ask(
      'openAccess/rotate',
      { ids: [keyId] },
      { 'Idempotency-Key': randomUUID() },
    );
    const own = await server.signIn('merchant', PASSWORD);
    const mine = await own.call<{ items: { id: string }[] }>('openAccess/page', {});
    expect(mine.items.map(({ id }) => id)).toContain(keyId);
    // Its agent sees that there is one.
    const theirs = await other.call<{ items: { id: string }[] }>('openAccess/page', {});
    expect(body.code).toBe(theirs.items.some(({ id }) => id === keyId) ? 403 : 404);
  });
});

it('serves nothing to somebody without a key, whatever is sent', async () => {
  for (const path of ['collectOrder/create', 'payOrder/create', 'balance']) {
    const { status } = await client(server.base).ask(`open/${path}`, {});
    expect(status).toBe(401);
  }
});
