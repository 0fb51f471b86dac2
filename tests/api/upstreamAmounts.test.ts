import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../contract/calls.ts';
import type { TimelineItem } from '../../contract/timeline.ts';
import { newId } from '../../server/platform/db/id.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { queryCollect } from '../../server/domain/upstreams/queryCollect.ts';
import { queryPayout } from '../../server/domain/upstreams/queryPayout.ts';
import { balancesOf } from '../safety/payoutWorld.ts';
import { utr } from '../safety/world.ts';
import { type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';
import { plantedHash } from '../support/passwords.ts';

/** What an upstream says was paid and is no amount, or none at all: kept, seen and never taken for agreement. */

let talk: UpstreamTalk;
beforeAll(async () => {
  talk = await upstreamTalk();
});
afterAll(() => talk.stop());
beforeEach(() => talk.fresh());

const sound = async () => expect(await checkInvariants(talk.server.database.owner)).toEqual([]);

const STRANGE = [
  ['1000.005', 'paid 1000.005 INR'],
  ['0', 'paid 0 INR'],
  ['-1000', 'paid -1000 INR'],
  ['1e3', 'paid "1e3" INR'],
  ['', 'paid "" INR'],
  ['abc\u0000', 'paid "abc" INR'],
  [null, 'paid, but the message names no amount'],
  [{ value: 1000 }, 'paid, but the message names no amount'],
] as const;

describe('an amount that is none', () => {
  it.each(STRANGE)('%j of a collection is kept and waits for a person', async (amount, remark) => {
    const order = await talk.submitted('collect');
    const reference = utr();
    const response = await talk.tell(order, { amount, currency: 'INR', utr: reference });
    expect({ status: response.status, text: response.text }).toEqual({ status: 200, text: 'SUCCESS' });
    expect(response.kept).toEqual({ raw: response.body, verified: true, applied: 'doubted' });
    expect(await talk.stateOf(order)).toBe('review');
    expect((await talk.logOf(order)).at(-1)).toEqual({
      event: 'review',
      remark: `${remark}, UTR ${reference}`,
    });
    expect(await talk.entriesOf(order)).toEqual([]);
    // What it names afterwards is further money that waits.
    expect((await talk.tell(order, { amount: '1000', currency: 'INR', utr: reference })).kept?.applied).toBe(
      'applied',
    );
    expect(await talk.entriesOf(order)).toEqual(['suspense']);
    await sound();
  });

  it.each(['success', 'review'] as const)('leaves a %s as it is, with a note', async (state) => {
    const order = await talk.submitted('collect');
    await talk.tell(order, { amount: state === 'success' ? '1000' : '900', currency: 'INR', utr: utr() });
    const before = await talk.entriesOf(order);
    expect(await talk.tell(order, { amount: '-5', currency: 'INR' })).toMatchObject({
      status: 200,
      kept: { applied: 'doubted' },
    });
    expect(await talk.stateOf(order)).toBe(state);
    expect((await talk.logOf(order)).at(-1)).toEqual({ event: 'contradiction', remark: 'paid -5 INR' });
    expect(await talk.entriesOf(order)).toEqual(before);
    await sound();
  });

  it('in a currency that is none is booked nowhere', async () => {
    const order = await talk.submitted('collect');
    await talk.tell(order, { amount: '1000', currency: '₹' });
    expect(await talk.stateOf(order)).toBe('review');
    expect((await talk.logOf(order)).at(-1)?.remark).toBe('paid 1000 ₹');
    expect(await talk.entriesOf(order)).toEqual([]);
  });

  it.each(STRANGE)('%j proves no payout', async (amount, remark) => {
    const order = await talk.submitted('pay');
    const response = await talk.tell(order, { amount, currency: 'INR', utr: utr() });
    expect(response).toMatchObject({ status: 200, kept: { raw: response.body, applied: 'doubted' } });
    expect(await talk.stateOf(order)).toBe('unknown');
    expect((await talk.logOf(order)).at(-1)).toEqual({ event: 'timeout', remark });
    await talk.tell(order, { amount, currency: 'INR', utr: utr() });
    await talk.tell(order, { amount: '1', currency: 'INR', utr: utr() });
    expect((await talk.logOf(order)).slice(-2)).toEqual([
      { event: 'timeout', remark },
      { event: 'contradiction', remark: 'paid 1 INR' },
    ]);
    expect((await balancesOf(talk.pool, talk.world.merchantId)).frozen).toBe('1012');
    await talk.tell(order, { amount: '1000', currency: 'INR', utr: utr() });
    expect(await talk.stateOf(order)).toBe('success');
    const last = await talk.tell(order, { amount, currency: 'INR' });
    expect(last.kept?.applied).toBe('doubted');
    expect((await talk.logOf(order)).at(-1)).toEqual({ event: 'contradiction', remark });
    await sound();
  });

  it('in an answer to a question is the same', async () => {
    const body = JSON.stringify({ state: 'paid', amount: '1e3', currency: 'INR', utr: utr() });
    talk.sandbox.malformedAnswers.set(talk.world.codes[0], 'query', { status: 200, body });
    const [collect, pay] = [await talk.submitted('collect'), await talk.submitted('pay')];
    await queryCollect(talk.server.deps, collect.id, 0);
    await queryPayout(talk.server.deps, pay.id, 3);
    expect(await talk.stateOf(collect)).toBe('review');
    expect(await talk.stateOf(pay)).toBe('unknown');
    expect([...(await talk.entriesOf(collect)), ...(await talk.entriesOf(pay))]).toEqual(['payoutHold']);
    for (const { id, kind } of [collect, pay]) {
      const { rows } = await talk.pool.query(`select answer from ${kind}_attempt where order_id = $1`, [id]);
      expect(rows).toEqual([{ answer: body }]);
    }
    // It is asked again, no sooner than if nothing had been answered.
    const { rows } = await talk.pool.query(
      `select run_at > $2::timestamptz + interval '10 minutes' as later from graphile_worker.jobs where key = $1`,
      [`query:${pay.id}`, talk.server.clock.now()],
    );
    expect(rows).toEqual([{ later: true }]);
    await sound();
  });
});

describe('an amount that is missing', () => {
  const MAPPED = { answer: { amount: 'data.paid' } };

  it.each([
    ['where it should be under our own name', {}, 'review', 'unknown'],
    ['where the mapping says where it is', MAPPED, 'review', 'unknown'],
    [
      'where a mapping stands beside the word that there is none',
      { ...MAPPED, reportsAmount: false },
      'review',
      'unknown',
    ],
    ['is the order’s only where there never is one', { reportsAmount: false }, 'success', 'success'],
  ])('%s', async (_, over, collected, paidOut) => {
    await talk.configure(over);
    const orders = [await talk.submitted('collect'), await talk.submitted('pay')];
    for (const order of orders) await talk.tell(order, { paid: '1', utr: utr() });
    expect(await Promise.all(orders.map((order) => talk.stateOf(order)))).toEqual([collected, paidOut]);

    const body = JSON.stringify({ state: 'paid', currency: 'INR' });
    talk.sandbox.malformedAnswers.set(talk.world.codes[0], 'query', { status: 200, body });
    const asked = [await talk.submitted('collect'), await talk.submitted('pay')];
    await queryCollect(talk.server.deps, asked[0]!.id, 0);
    await queryPayout(talk.server.deps, asked[1]!.id, 0);
    expect(await Promise.all(asked.map((order) => talk.stateOf(order)))).toEqual([collected, paidOut]);
    await sound();
  });

  it('that is named all the same is judged', async () => {
    await talk.configure({ reportsAmount: false });
    const order = await talk.submitted('collect');
    await talk.tell(order, { amount: '600', currency: 'INR', utr: utr() });
    expect(await talk.stateOf(order)).toBe('review');
    expect(await talk.entriesOf(order)).toEqual(['suspense']);
  });
});

it('staff read in the timeline what was said and what came of it', async () => {
  const order = await talk.submitted('collect');
  await talk.tell(order, { amount: 'abc', currency: 'INR' });
  const { tenantId, orgId } = talk.world;
  await talk.pool.query(
    `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name, account_type)
     values ($1, $2, $3, 'reader', $4, 'Reader', 999)`,
    [newId(), tenantId, orgId, await plantedHash('reader-password')],
  );
  const staff = await talk.server.signIn('reader', 'reader-password');
  const seen = await staff.call<Row & { timeline: TimelineItem[] }>(`collectOrder/detail?id=${order.id}`);
  expect(seen.timeline).toContainEqual(
    expect.objectContaining({
      event: 'review',
      remark: 'paid "abc" INR',
      before: { status: 1 },
      after: { status: 7 },
    }),
  );
  expect(seen.timeline).toContainEqual(expect.objectContaining({ kind: 'message', verified: true }));
});
