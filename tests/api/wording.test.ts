import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

let world: EngineWorld;

beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());

describe('a question that cannot be read', () => {
  const messageFor = async (body: unknown, language = 'en', path = 'collectOrder/page') => {
    const headers = { 'Accept-Language': language };
    const { body: answer } = await world.as.all.ask(path, body, headers);
    expect([answer.code, answer.extras?.errorCode]).toEqual([400, 'validation']);
    return answer.message;
  };

  it.each([
    [{ status: 'nonsense' }, 'status', /^Status must be one of: Created, Paying, Success, .*Review$/],
    [{ settled: 'perhaps' }, 'settled', /^Settled must be true or false$/],
    [{ merchantId: '1; drop table x' }, 'merchantId', /^Merchant must be the id of a record$/],
    [{ amount: { from: 'abc' } }, 'amount', /^Amount must be a number with at most 18 digits/],
    [{ createdAt: { from: 'yesterday' } }, 'createdAt', /must be a time with its zone, such as 2026-01-31T/],
    [{ createdAt: { from: '2026-01-31 08:00:00' } }, 'createdAt', /must be a time with its zone/],
    [{ utr: { from: 1 } }, 'utr', /^UTR takes one value or a list of values$/],
    [
      { filter: { field: 'claimed_by' } },
      'filter',
      /cannot be filtered by “claimed_by”; possible are: Order no/,
    ],
    [
      { filter: { field: 'amount', operator: 'Contains', value: '1' } },
      'filter',
      /^Amount can only be compared by: EQ, NEQ, LT, LTE, GT, GTE$/,
    ],
    [
      { filter: { logic: 'nand', filters: [{ field: 'utr', value: 'x' }] } },
      'filter',
      /joined by: and, or, xor$/,
    ],
    [{ field: 'payerId' }, 'sort', /^The list cannot be sorted by “Payer ID”; possible are: Order no/],
  ])('%j names the field and what is allowed', async (body, key, text) => {
    expect(await messageFor(body)).toEqual({ [key]: [expect.stringMatching(text)] });
  });

  it('speaks the three languages', async () => {
    expect(await messageFor({ amount: { from: 'x' } }, 'zh-cn')).toEqual({
      amount: ['订单金额必须是数字，整数部分最多 18 位，小数最多 6 位'],
    });
    expect(await messageFor({ amount: { from: 'x' } }, 'zh-tw')).toEqual({
      amount: ['訂單金額必須是數字，整數部分最多 18 位，小數最多 6 位'],
    });
    expect(await messageFor({ settled: 'x' }, 'zh-cn')).toMatchObject({
      settled: [expect.stringMatching(/只能是 true 或 false$/)],
    });
  });

  it('is told so by an export and an action too', async () => {
    const path = 'collectOrder/export';
    expect(await messageFor({ format: 'pdf' }, 'en', path)).toEqual({
      format: ['Possible formats: xlsx, csv'],
    });
    expect(await messageFor({ columns: ['amount', 'password'] }, 'en', path)).toEqual({
      columns: [expect.stringMatching(/^There is no column “password”; possible are: .*Amount/)],
    });
  });
});

describe('times on the wire', () => {
  const WALL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
  const in_ = (zone: string) => ({ 'Time-Zone': zone });
  const CREATED = new Date('2026-03-31T23:05:09.123Z');

  beforeAll(async () => {
    await world.server.database.owner.query('update sys_user set created_at = $1, last_login_at = null', [
      CREATED,
    ]);
  });

  it('are the caller’s wall clock in lists and details of the system area', async () => {
    const { admin } = world.as;
    const page = await admin.call<{ items: { id: string; createdAt: string; lastLoginAt: string | null }[] }>(
      'sysUser/page',
      {},
      in_('Asia/Kolkata'),
    );
    expect(page.items.length).toBeGreaterThan(3);
    for (const user of page.items)
      expect([user.createdAt, user.lastLoginAt]).toEqual(['2026-04-01 04:35:09', null]);
    const rows = await admin.call<typeof page>('sysUser/rows', {}, in_('America/Sao_Paulo'));
    expect(rows.items[0]?.createdAt).toBe('2026-03-31 20:05:09');
    const detail = await admin.call<{ createdAt: string }>(
      `sysUser/detail?id=${page.items[0]?.id}`,
      undefined,
      in_('UTC'),
    );
    expect(detail.createdAt).toBe('2026-03-31 23:05:09');
    const role = await admin.call<{ createdAt: string }>('sysRole/add', {
      name: 'Night shift',
      code: 'night',
      dataScope: 4,
      status: 1,
    });
    expect(role.createdAt).toMatch(WALL);
  });

  it('are instants in business calls', async () => {
    const id = await world.order('lone');
    const order = await world.as.admin.call<{ createdAt: string }>(
      `collectOrder/detail?id=${id}`,
      undefined,
      in_('Asia/Kolkata'),
    );
    expect(order.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
