import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { newId } from '../../server/platform/db/id.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { receive } from '../../server/domain/upstreams/events.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import { queryPayout } from '../../server/domain/upstreams/queryPayout.ts';
import type { UpstreamDeps } from '../../server/domain/upstreams/submitPayout.ts';
import {
  balancesOf,
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
  upstreamAnswer,
  submitted,
  UPSTREAM_SECRET,
} from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A payout that its upstream took, and never says an end of: after a day people may say what became of it. */

let server: TestServer;
let world: PayoutWorld;
let staff: Hand;
const HOUR = 3_600_000;
const ANSWERS = {
  pending: { status: 200, body: JSON.stringify({ state: 'pending' }) },
  notFound: { status: 404, body: JSON.stringify({ state: 'notFound' }) },
  error: { status: 500, body: '' },
} as const;
let behaviour: keyof typeof ANSWERS = 'pending';

const pool = () => server.database.pool;

beforeAll(async () => {
  const outbound = {
    send: async () => ({ headers: {}, truncated: false, ...ANSWERS[behaviour] }),
    refuses: async () => undefined,
  };
  server = await startServer({ outbound });
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9');
  await fund(pool(), world.merchantId, '50000');
  staff = await hand(server, world, ['payOrder:page', 'payOrder:confirmFailed', 'payOrder:forceConfirm']);
});
afterAll(() => server.stop());

const after = (hours: number): UpstreamDeps => ({
  ...server.deps,
  clock: { now: () => new Date(Date.now() + hours * HOUR), aheadMs: () => 0 },
});
const statusOf = async (id: string): Promise<number> =>
  (await pool().query<{ status: number }>('select status from pay_order where id = $1', [id])).rows[0]!
    .status;
const confirmFailed = (id: string) =>
  staff.client.command<ActionResult>('payOrder/confirmFailed', {
    ids: [id],
    input: { reason: 'asked them', otp: staff.phone.code() },
  });

/** A notice of an order under an id such as answers have. */
async function notify(orderNo: string, isSigned: boolean): Promise<void> {
  const raw = JSON.stringify({ eventId: `query:${newId()}`, kind: 'pay', orderNo, state: 'pending' });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = createHmac('sha256', isSigned ? UPSTREAM_SECRET : 'guess')
    .update(`${timestamp}.${raw}`)
    .digest('hex');
  await receive(server.deps, world.codes[0], { raw, timestamp, sign });
  const { rows } = await pool().query(
    'select verified from upstream_event where order_no = $1 order by id desc limit 1',
    [orderNo],
  );
  expect(rows).toEqual([{ verified: isSigned }]);
}

async function taken(): Promise<{ id: string; attempt: string }> {
  const { id } = await openPayout(pool(), world, { amount: '900' });
  return { id, attempt: await submitted(pool(), id) };
}

describe('a payout without an end', () => {
  it.each(['pending', 'notFound', 'error'] as const)('is unknown after a day of %s', async (how) => {
    behaviour = how;
    const { id } = await taken();
    for (const hours of [0, 1, 23]) await queryPayout(after(hours), id, 9);
    expect(await statusOf(id)).toBe(3);
    const held = await balancesOf(pool(), world.merchantId);
    await queryPayout(after(25), id, 9);
    expect(await statusOf(id)).toBe(9);
    // Nothing is given back by itself, and the question goes on.
    expect(await balancesOf(pool(), world.merchantId)).toEqual(held);
    const { rows } = await pool().query('select 1 from graphile_worker.jobs where key = $1', [`query:${id}`]);
    expect(rows).toHaveLength(1);
    await queryPayout(after(26), id, 9);
    expect(await statusOf(id)).toBe(9);
  });

  it('is given back by a person', async () => {
    behaviour = 'pending';
    const { id } = await taken();
    const { frozen } = await balancesOf(pool(), world.merchantId);
    expect((await confirmFailed(id)).refused.map(({ code }) => code)).toEqual(['guard']);
    await queryPayout(after(25), id, 9);
    expect((await confirmFailed(id)).done).toEqual([id]);
    expect(await statusOf(id)).toBe(5);
    const { frozen: left } = await balancesOf(pool(), world.merchantId);
    expect(Number(frozen) - Number(left)).toBe(911);
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it('whose answer was lost is given back once its upstream was asked, and not before', async () => {
    const { id } = await openPayout(pool(), world, { amount: '900' });
    await submitted(pool(), id, 'lost', new Date(), false);
    expect(await statusOf(id)).toBe(9);
    expect((await confirmFailed(id)).refused.map(({ code }) => code)).toEqual(['queryRequired']);
    // Whoever sends a notice chooses its id: neither a stranger's nor a signed one is an answer to a question of ours.
    const { rows } = await pool().query<{ no: string }>(
      'select order_no as no from pay_order where id = $1',
      [id],
    );
    for (const signed of [false, true]) await notify(rows[0]!.no, signed);
    expect((await confirmFailed(id)).refused.map(({ code }) => code)).toEqual(['queryRequired']);
    behaviour = 'error';
    await queryPayout(after(1), id, 1);
    expect((await confirmFailed(id)).done).toEqual([id]);
  });

  it('is paid where its upstream says so after all', async () => {
    behaviour = 'notFound';
    const { id, attempt } = await taken();
    await queryPayout(after(25), id, 9);
    const answer = upstreamAnswer('paid', { amount: '900' });
    await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, answer, new Date()));
    expect(await statusOf(id)).toBe(4);
  });

  it('is unknown too where its upstream cannot be asked any more', async () => {
    const { id } = await taken();
    const { rows } = await pool().query<{ config: string }>('select config from upstream where id = $1', [
      world.upstreamId,
    ]);
    await pool().query('update upstream set config = null where id = $1', [world.upstreamId]);
    await queryPayout(after(25), id, 9);
    await pool().query('update upstream set config = $2 where id = $1', [world.upstreamId, rows[0]!.config]);
    expect(await statusOf(id)).toBe(9);
  });
});
