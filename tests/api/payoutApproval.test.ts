import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import {
  approvalAbove,
  balancesOf,
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
} from '../safety/payoutWorld.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newPlatform } from '../safety/world.ts';

/** A payout above the limit waits for a second person, however long that takes, and then for what its channel says. */

let server: TestServer;
let world: PayoutWorld;
let finance: Hand;
const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9', 1_000, await newPlatform(pool()));
  await fund(pool(), world.merchantId, '50000');
  await approvalAbove(pool(), world, '2000');
  finance = await hand(server, world, [
    ...['page', 'approve', 'deny', 'submitUpstream', 'cancel'].map((verb) => `payOrder:${verb}`),
    'approval:page',
  ]);
});

const statusOf = async (id: string): Promise<number> =>
  (await pool().query<{ status: number }>('select status from pay_order where id = $1', [id])).rows[0]!
    .status;
const queued = async (id: string): Promise<boolean> =>
  (await pool().query('select from graphile_worker.jobs where key = $1', [`submitPayout:${id}`])).rowCount ===
  1;
const act = (verb: string, id: string, input?: object) =>
  finance.client.command<ActionResult>(`payOrder/${verb}`, { ids: [id], ...(input && { input }) });
const tryOut = (verb: string, id: string) =>
  finance.client.call<ActionResult>(`payOrder/${verb}`, { ids: [id], dryRun: true });
const questions = async (orderNo: string) =>
  (await finance.client.call<{ items: Row[] }>('approval/page', { orderNo })).items;
const codesOf = ({ refused }: Pick<ActionResult, 'refused'>) => refused.map(({ code }) => code);

/** One that nobody answered for four days. */
async function lapsed(): Promise<{ id: string; orderNo: string }> {
  const made = await openPayout(pool(), world, { amount: '3000' });
  await pool().query(
    `update approval set created_at = created_at - interval '4 days', expires_at = expires_at - interval '4 days'
     where row_id = $1`,
    [made.id],
  );
  return made;
}

describe('a question that nobody answered in time', () => {
  it('is asked again, with a new term', async () => {
    const { id, orderNo } = await lapsed();
    const [before] = await questions(orderNo);
    await closeLapsed(pool(), new Date());
    const asked = await questions(orderNo);
    expect(asked.map(({ outcome }) => outcome)).toEqual(['waiting', 'expired']);
    expect(Date.parse(String(asked[0]!.expiresAt))).toBeGreaterThan(Date.now() + 2 * 86_400_000);
    for (const name of ['maker', 'amount', 'currency', 'limitAmount', 'command', 'merchantId'])
      expect(asked[0]![name]).toEqual(before![name]);
    await closeLapsed(pool(), new Date());
    expect(await questions(orderNo)).toHaveLength(2);
    expect((await tryOut('approve', id)).done).toEqual([id]);
    expect((await act('approve', id)).done).toEqual([id]);
    expect(await statusOf(id)).toBe(2);
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it('is answered before anybody has asked again', async () => {
    const [one, other] = [await lapsed(), await lapsed()];
    expect((await act('approve', one.id)).done).toEqual([one.id]);
    expect((await act('deny', other.id, { reason: 'nobody knows it' })).done).toEqual([other.id]);
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual([2, 6]);
    const outcomes = async ({ orderNo }: { orderNo: string }) =>
      (await questions(orderNo)).map(({ outcome }) => outcome);
    expect([await outcomes(one), await outcomes(other)]).toEqual([
      ['agreed', 'expired'],
      ['refused', 'expired'],
    ]);
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ frozen: '3032' });
  });

  it('is asked again where it was closed long ago', async () => {
    const { id, orderNo } = await lapsed();
    await pool().query(
      "update approval set status = 3, reason = 'expired', decided_at = now() where row_id = $1",
      [id],
    );
    await closeLapsed(pool(), new Date());
    expect((await questions(orderNo)).map(({ outcome }) => outcome)).toEqual(['waiting', 'expired']);
    expect((await act('approve', id)).done).toEqual([id]);
  });
});

describe('who asked', () => {
  it('is told before the command that another one decides', async () => {
    const { id } = await openPayout(pool(), world, { amount: '3000' });
    await pool().query('update approval set maker_id = $2 where row_id = $1', [id, finance.id]);
    expect(codesOf(await tryOut('approve', id))).toEqual(['selfApproval']);
    expect(codesOf(await act('approve', id))).toEqual(['selfApproval']);
  });
});

describe.each([
  [3, 'merchantFrozen'],
  [2, 'merchantDisabled'],
])('a payout of a merchant that was given status %i since', (halted, refusal) => {
  const set = (status: number) =>
    pool().query('update merchant set status = $2 where id = $1', [world.merchantId, status]);
  const attempts = async (id: string): Promise<number> =>
    (await pool().query('select attempts from pay_order where id = $1', [id])).rows[0].attempts;
  it('is neither approved nor sent, and goes on when the merchant does', async () => {
    await pool().query("update channel set submission = 'auto' where id = $1", [world.channelId]);
    const [waits, queuedOne] = [
      await openPayout(pool(), world, { amount: '3000' }),
      await openPayout(pool(), world, { amount: '100' }),
    ];
    await set(halted);
    expect(codesOf(await tryOut('approve', waits.id))).toEqual([refusal]);
    expect(codesOf(await act('approve', waits.id))).toEqual([refusal]);
    expect(codesOf(await act('submitUpstream', queuedOne.id))).toEqual([refusal]);
    await submitPayout(server.deps, queuedOne.id);
    expect(await attempts(queuedOne.id)).toBe(0);
    await set(1);
    expect((await act('approve', waits.id)).done).toEqual([waits.id]);
    expect((await act('submitUpstream', queuedOne.id)).done).toEqual([queuedOne.id]);
    await submitPayout(server.deps, queuedOne.id);
    expect(await attempts(queuedOne.id)).toBe(1);
  });

  it('may still be denied and cancelled', async () => {
    const [waits, queuedOne] = [
      await openPayout(pool(), world, { amount: '3000' }),
      await openPayout(pool(), world, { amount: '100' }),
    ];
    await set(halted);
    expect((await act('deny', waits.id, { reason: 'frozen' })).done).toEqual([waits.id]);
    expect((await act('cancel', queuedOne.id)).done).toEqual([queuedOne.id]);
    await set(1);
  });
});

describe('a payout that was approved', () => {
  it('is submitted by itself where its channel does so', async () => {
    const { id } = await openPayout(pool(), world, { amount: '3000' });
    await act('approve', id);
    expect(await queued(id)).toBe(true);
  });

  it('waits for an operator on a channel that is submitted by hand', async () => {
    await pool().query("update channel set submission = 'manual' where id = $1", [world.channelId]);
    const { id } = await openPayout(pool(), world, { amount: '3000' });
    expect((await act('approve', id)).done).toEqual([id]);
    expect([await statusOf(id), await queued(id)]).toEqual([2, false]);
    expect((await act('submitUpstream', id)).done).toEqual([id]);
    expect(await queued(id)).toBe(true);
  });
});
