import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, RowsResult, Row } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { knownMoney } from './knownMoneyWorld.ts';

/** A payment from the moment it is received: what it was used for, what of it is in suspense, and who reads it. */

const known = knownMoney();
const { pool, paying, tell, act, coded, lateMoney, line, match, matched, unmatch, orderOf, world } = known;

const page = (body: object) => world().finance.call<RowsResult>('payment/page', body);
/** The payments received for an order, the oldest first, without what is empty. */
async function of(id: string): Promise<Partial<Row>[]> {
  const { orderNo } = await orderOf(id);
  const { items } = await page({ orderNo });
  return items
    .toReversed()
    .map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}
const detail = (id: string) =>
  world().finance.call<Row & { payments?: Row[] }>(`collectOrder/detail?id=${id}`);
const reviewItem = async (id: string) =>
  (await pool().query<{ id: string }>('select id::text from review_item where order_id = $1', [id])).rows[0]!
    .id;

describe('a payment', () => {
  it('of an order in time is allocated to it, and returned where the order is reversed', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1000', { utr: reference, upstreamOrderNo: `u${id}` });
    const { orderNo } = await orderOf(id);
    expect(await of(id)).toMatchObject([
      {
        source: 'notice',
        status: 'allocated',
        amount: '1000',
        currency: 'INR',
        suspended: '0',
        reference,
        upstreamOrderNo: `u${id}`,
        usedFor: orderNo,
        merchantId: world().merchantId,
        upstreamId: world().upstreamId,
      },
    ]);
    expect((await act('reverse', id, coded({}))).done).toEqual([id]);
    const [returned, ...others] = await of(id);
    expect(others).toEqual([]);
    expect(returned).toMatchObject({ status: 'returned', suspended: '0' });
    expect(returned).not.toHaveProperty('usedFor');
  });

  it('that came late is in suspense until a forced confirmation draws it, and again once that is reversed', async () => {
    const { id, reference } = await lateMoney();
    expect(await of(id)).toMatchObject([{ status: 'suspended', suspended: '1000', reference }]);
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    const { orderNo } = await orderOf(id);
    expect(await of(id)).toMatchObject([{ status: 'allocated', suspended: '0', usedFor: orderNo }]);
    expect((await act('reverse', id, coded({}))).done).toEqual([id]);
    expect(await of(id)).toMatchObject([{ status: 'suspended', suspended: '1000' }]);
  });

  it('of which no more than a part came is confirmed with what the platform bears', async () => {
    const [id, reference] = [await paying('1000'), utr()];
    await tell(id, '900', { utr: reference, upstreamOrderNo: `u${id}` });
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    expect(await of(id)).toMatchObject([{ source: 'notice', amount: '900', status: 'allocated' }]);
  });

  it('that nobody but a person knows of is the forced confirmation’s', async () => {
    const [id, reference] = [await paying(), utr()];
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    expect(await of(id)).toMatchObject([
      { source: 'forcedConfirmation', amount: '1000', status: 'allocated', reference },
    ]);
  });

  it('larger than its order keeps the rest in suspense, which a request takes', async () => {
    const [id, reference] = [await paying('600'), utr()];
    await tell(id, '900', { utr: reference, upstreamOrderNo: `u${id}` });
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    expect(await of(id)).toMatchObject([{ amount: '900', status: 'suspended', suspended: '300' }]);
    const values = { merchantId: world().merchantId, currency: 'INR', amount: '300', utr: reference };
    const { id: request } = await known.maker().client.call<{ id: string }>('manualOrder/add', values);
    for (const [who, action] of [
      [known.maker(), 'submit'],
      [known.checker(), 'approve'],
    ] as const)
      await who.client.command<ActionResult>(`manualOrder/${action}`, { ids: [request] });
    const { rows } = await pool().query<{ no: string }>(
      'select order_no as no from manual_order where id = $1',
      [request],
    );
    const numbers = [(await orderOf(id)).orderNo, rows[0]!.no].sort().join(', ');
    expect(await of(id)).toMatchObject([{ status: 'allocated', suspended: '0', usedFor: numbers }]);
  });

  it('of a request is received with it', async () => {
    const reference = utr();
    const values = { merchantId: world().merchantId, currency: 'INR', amount: '70', utr: reference };
    const given = { ...values, upstreamId: world().upstreamId };
    const { id } = await known.maker().client.call<{ id: string }>('manualOrder/add', given);
    await known.maker().client.command<ActionResult>('manualOrder/submit', { ids: [id] });
    await known.checker().client.command<ActionResult>('manualOrder/approve', { ids: [id] });
    const { items } = await page({ reference });
    expect(items).toMatchObject([
      { source: 'request', status: 'allocated', amount: '70', orderKind: 'manualOrder' },
    ]);
  });

  it('in suspense is proved by a statement line, until the match is undone', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, '900', { utr: reference, upstreamOrderNo: `v${id}` });
    const bill = await matched(reference, '900', id);
    const { rows } = await pool().query<{ no: string }>('select bill_no as no from bank_bill where id = $1', [
      bill,
    ]);
    expect((await of(id))[1]).toMatchObject({ amount: '900', billNo: rows[0]!.no, status: 'suspended' });
    expect((await unmatch(bill)).done).toEqual([bill]);
    expect((await of(id))[1]).not.toHaveProperty('billNo');
  });

  it('that waited for proof is credited with its line', async () => {
    const { id, reference } = await lateMoney();
    await matched(reference, '1000', id);
    expect(await of(id)).toMatchObject([{ source: 'notice', status: 'allocated', reference }]);
    expect((await of(id))[0]).toHaveProperty('billNo');
  });

  it('that a line brought is the line’s, and returned with it', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    const bill = await line(reference, '400');
    expect((await match(bill, id)).done).toEqual([bill]);
    const brought = async () => (await of(id)).find(({ amount }) => amount === '400');
    expect(await brought()).toMatchObject({ source: 'statementLine', status: 'suspended', reference });
    expect((await unmatch(bill)).done).toEqual([bill]);
    expect(await brought()).toMatchObject({ status: 'returned', suspended: '0' });
  });

  it('that is written off is neither owed nor in suspense', async () => {
    const [id, second] = [await paying(), { utr: utr(), upstreamOrderNo: newId() }];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, '900', second);
    const item = await reviewItem(id);
    const input = { reason: 'told twice', otp: known.supervisor().phone.code() };
    const { done } = await known
      .supervisor()
      .client.command<ActionResult>('reviewItem/writeOff', { ids: [item], input });
    expect(done).toEqual([item]);
    expect(await of(id)).toMatchObject([
      { amount: '1000', status: 'allocated' },
      { amount: '900', status: 'writtenOff', suspended: '0' },
    ]);
  });

  it('stands in its order’s detail', async () => {
    const { id, reference } = await lateMoney('500');
    expect((await detail(id)).payments).toMatchObject([
      { source: 'notice', status: 'suspended', amount: '500', suspended: '500', reference },
    ]);
  });
});

describe('the list', () => {
  it('is narrowed by status, source, currency, merchant, amount, reference and time', async () => {
    const { id, reference } = await lateMoney('777');
    const now = Date.now();
    const narrow = {
      status: ['suspended'],
      source: ['notice'],
      currency: ['INR'],
      merchantId: [world().merchantId],
      amount: { from: '777', to: '777' },
      reference,
      createdAt: { from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() },
    };
    const { orderNo } = await orderOf(id);
    expect((await page(narrow)).items).toMatchObject([{ orderNo }]);
    for (const other of [
      { status: ['returned'] },
      { source: ['request'] },
      { currency: ['USD'] },
      { merchantId: [world().loneId] },
      { amount: { from: '778' } },
      { reference: utr() },
      { createdAt: { to: new Date(now - 60_000).toISOString() } },
    ])
      expect((await page({ ...narrow, ...other })).items).toEqual([]);
  });

  it('is no merchant’s to read', async () => {
    const { client } = await hand(known.server(), world(), ['payment:page'], world().merchantId);
    const { body } = await client.ask('payment/page', {});
    expect(body.extras?.errorCode).toBe('wrongAudience');
  });
});

describe('somebody of one organisation', () => {
  let branch: Hand;
  beforeAll(async () => {
    const elsewhere = newId();
    await pool().query('insert into sys_org (id, tenant_id, name) values ($1, $2, $3)', [
      elsewhere,
      world().tenantId,
      `Elsewhere ${elsewhere}`,
    ]);
    await pool().query('update merchant set org_id = $2 where id = $1', [world().loneId, elsewhere]);
    branch = await hand(known.server(), world(), ['payment:page', 'collectOrder:page']);
    await pool().query(
      'update sys_role set data_scope = 2 where id in (select role_id from sys_user_role where user_id = $1)',
      [branch.id],
    );
    // Who somebody is, is kept for moments.
    await new Promise((resolve) => setTimeout(resolve, 3_500));
  });

  it('reads no payment of another one, nor which order of theirs was paid with one', async () => {
    const [late, reference] = [await paying(), utr()];
    await tell(late, '1000', { utr: utr(), upstreamOrderNo: `u${late}` });
    await tell(late, '1000', { utr: reference, upstreamOrderNo: `v${late}` });
    const other = await openOrder(pool(), world(), { merchantId: world().loneId });
    expect((await act('forceConfirm', other, coded({ utr: reference }))).done).toEqual([other]);
    const [{ orderNo: lateNo }, { orderNo: otherNo }] = [await orderOf(late), await orderOf(other)];
    const seen = (body: object) => branch.client.call<RowsResult>('payment/page', body);
    expect((await of(late))[1]).toMatchObject({ reference, usedFor: otherNo, status: 'allocated' });
    expect((await seen({ reference })).items).toMatchObject([{ usedFor: null, status: 'allocated' }]);
    const own = await openOrder(pool(), world(), { merchantId: world().loneId });
    await tell(own, '1000', { utr: utr(), upstreamOrderNo: `u${own}` });
    expect(await of(own)).toHaveLength(1);
    expect((await seen({ merchantId: [world().loneId] })).items).toEqual([]);
    expect((await detail(other)).payments).toMatchObject([{ orderNo: lateNo, reference }]);
  });
});
