import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { utr } from '../safety/world.ts';
import { type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';

/** An id of an event is one of its upstream's own making: what comes under it twice is compared. */

let talk: UpstreamTalk;
beforeAll(async () => {
  talk = await upstreamTalk();
});
afterAll(async () => {
  expect(await checkInvariants(talk.server.database.owner)).toEqual([]);
  await talk.stop();
});
beforeEach(() => talk.fresh());

const INR = { amount: '1000', currency: 'INR' };
const events = async (orderNo: string): Promise<number> =>
  (
    await talk.pool.query<{ kept: number }>(
      'select count(*)::int as kept from upstream_event where order_no = $1 and verified',
      [orderNo],
    )
  ).rows[0]!.kept;

it.each(['collect', 'pay'] as const)('a %s that is pending and paid under one id is paid', async (kind) => {
  const [order, eventId] = [await talk.submitted(kind), newId()];
  await talk.tell(order, { eventId, state: 'pending' });
  const paid = { ...INR, eventId, utr: utr() };
  await talk.tell(order, paid);
  expect(await talk.stateOf(order)).toBe('success');
  const kept = await events(order.orderNo);
  for (let again = 0; again < 3; again += 1) await talk.tell(order, paid);
  expect(await events(order.orderNo)).toBe(kept);
});

it('another order under the same id is heard', async () => {
  const eventId = newId();
  for (const order of [await talk.submitted('collect'), await talk.submitted('collect')]) {
    await talk.tell(order, { ...INR, eventId, utr: utr() });
    expect(await talk.stateOf(order)).toBe('success');
  }
});
