import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import { balancesOf } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { utr } from '../safety/world.ts';
import { type Kind, type Order, type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';

/** An upstream that reports a paid order as failed is heard: nothing moves, and a person decides. */

const MAY = [
  'collectOrder:page',
  'collectOrder:forceConfirm',
  'collectOrder:supervise',
  'payOrder:page',
  'payOrder:markReturned',
  'reviewItem:page',
];
const INR = { amount: '1000', currency: 'INR' };

let talk: UpstreamTalk;
let staff: Hand;
beforeAll(async () => {
  talk = await upstreamTalk();
});
afterAll(async () => {
  expect(await checkInvariants(talk.server.database.owner)).toEqual([]);
  await talk.stop();
});
beforeEach(async () => {
  await talk.fresh();
  staff = await hand(talk.server, talk.world, MAY);
});

async function paid(kind: Kind): Promise<Order> {
  const order = await talk.submitted(kind);
  await talk.tell(order, { ...INR, utr: utr(), upstreamOrderNo: `u${order.id}` });
  expect(await talk.stateOf(order)).toBe('success');
  return order;
}
const failed = (order: Order, reason: string, over: Record<string, unknown> = {}) =>
  talk.tell(order, { state: 'failed', reason, ...over });
const items = async ({ orderNo }: Order) =>
  (await staff.client.call<{ items: Row[] }>('reviewItem/page', { orderNo, pageSize: 100 })).items;
const words = async (order: Order) =>
  (await talk.logOf(order)).filter(({ event }) => event === 'contradiction').map(({ remark }) => remark);
const money = async (order: Order) => ({
  entries: await talk.entriesOf(order),
  balances: await balancesOf(talk.pool, talk.world.merchantId),
});

describe.each(['collect', 'pay'] as const)('a %s order that stands paid', (kind) => {
  it('and is said to have failed is left to a person with the upstream’s words, once for each', async () => {
    const order = await paid(kind);
    const before = await money(order);
    expect((await failed(order, 'returned by bank')).kept?.applied).toBe('doubted');
    for (let again = 0; again < 3; again += 1) await failed(order, 'returned by bank');
    expect(await items(order)).toEqual([
      expect.objectContaining({
        orderKind: `${kind}Order`,
        kind: 'contradiction',
        status: 'open',
        upstreamId: talk.world.upstreamId,
        amount: null,
        reported: 'failed: returned by bank',
      }),
    ]);
    expect(await words(order)).toEqual(['failed: returned by bank']);
    await failed(order, 'account closed');
    await failed(order, 'returned by bank');
    expect(await items(order)).toHaveLength(2);
    expect(await words(order)).toEqual(['failed: returned by bank', 'failed: account closed']);
    expect(await talk.stateOf(order)).toBe('success');
    expect(await money(order)).toEqual(before);
  });
});

it('is heard of an order that a person confirmed', async () => {
  const order = await talk.submitted('collect');
  const input = { utr: utr(), reason: 'seen', otp: staff.phone.code() };
  await staff.client.command('collectOrder/forceConfirm', { ids: [order.id], input });
  for (const reason of ['expired', 'expired', 'refused']) await failed(order, reason);
  expect(await talk.stateOf(order)).toBe('success');
  expect((await items(order)).map(({ reported }) => String(reported)).toSorted()).toEqual([
    'failed: expired',
    'failed: refused',
  ]);
});

it('is noted on an order whose money waits in review, which is a person’s already', async () => {
  const order = await talk.submitted('collect');
  await talk.tell(order, { ...INR, amount: '900', utr: utr() });
  for (let again = 0; again < 2; again += 1) await failed(order, 'chargeback');
  expect(await talk.stateOf(order)).toBe('review');
  expect(await words(order)).toEqual(['failed: chargeback']);
  expect(await items(order)).toEqual([]);
});

it('is no news of the route that had refused before another one paid', async () => {
  const order = await talk.submitted('pay');
  await failed(order, 'no funds');
  await submitPayout(talk.server.deps, order.id);
  await talk.tell(order, { ...INR, utr: utr() }, talk.world.codes[1]);
  expect(await talk.stateOf(order)).toBe('success');
  expect((await failed(order, 'no funds')).kept?.applied).toBe('applied');
  expect(await words(order)).toEqual([]);
  expect(await items(order)).toEqual([]);
});

it('is what a person expects of a payout that was marked returned', async () => {
  const order = await paid('pay');
  const input = { reason: 'came back', feeBack: false, otp: staff.phone.code() };
  const marked = { ids: [order.id], input };
  expect((await staff.client.command<ActionResult>('payOrder/markReturned', marked)).done).toHaveLength(1);
  await failed(order, 'returned by bank');
  expect(await items(order)).toEqual([]);
});
