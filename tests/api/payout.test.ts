import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { SandboxUpstream } from '../../server/demo/upstream/sandboxUpstream.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { createPayout } from '../../server/domain/orders/payout/payCreate.ts';
import { lockPayout } from '../../server/domain/orders/payStore.ts';
import { queryPayout } from '../../server/domain/upstreams/queryPayout.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import { sweepPayouts } from '../../server/domain/upstreams/sweep.ts';
import {
  balancesOf,
  fund,
  makePayoutWorld,
  newPayout,
  openPayout,
  type PayoutWorld,
} from '../safety/payoutWorld.ts';
import { startWithUpstream } from '../safety/upstreamServer.ts';
import { hand } from '../safety/withdrawalWorld.ts';
import type { TestServer } from '../support/server.ts';
import { newPlatform } from '../safety/world.ts';

let server: TestServer;
let sandbox: SandboxUpstream;
let world: PayoutWorld;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ server, sandbox, stop } = await startWithUpstream(20));
});
afterAll(() => stop());
beforeEach(async () => {
  sandbox.setBehaviour('*', 'pays');
  world = await makePayoutWorld(
    server.database.pool,
    (code) => `http://127.0.0.1:${sandbox.port}/${code}`,
    1_000,
    await newPlatform(server.database.pool),
  );
  await fund(server.database.pool, world.merchantId, '5000');
});

const pool = () => server.database.pool;
const read = async (id: string) =>
  (
    await pool().query(
      'select status, utr, upstream_id::text as upstream, attempts from pay_order where id = $1',
      [id],
    )
  ).rows[0];
async function statusIs(id: string, status: number): Promise<void> {
  await expect.poll(async () => (await read(id)).status).toBe(status);
}
const submit = (id: string) => submitPayout(server.deps, id);
const faults = () => checkInvariants(server.database.owner);

describe('a payout', () => {
  it('holds amount and fee, is paid by the upstream and spends the hold', async () => {
    const { id, fee, status } = await openPayout(pool(), world);
    expect({ fee, status }).toEqual({ fee: '12', status: 'queued' });
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ available: '3988', frozen: '1012' });
    await submit(id);
    await statusIs(id, 4);
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ available: '3988', frozen: '0' });
    expect(await balancesOf(pool(), world.agentId)).toMatchObject({ available: '5' });
    expect(await faults()).toEqual([]);
  });

  it('begins its log with its creation, whatever clock the caller goes by', async () => {
    const later = new Date(Date.now() + 60_000);
    const { id } = await transact(pool(), (tx) => createPayout(tx, newPayout(world), later));
    const { rows } = await pool().query<{ event: string }>(
      'select event from order_log where order_id = $1 order by created_at, id',
      [id],
    );
    expect(rows.map(({ event }) => event)).toEqual(['create', 'queue']);
  });

  it.each([
    ['more than is available', { amount: '4990' }, 'insufficientBalance'],
    ['below the binding', { amount: '9' }, 'payoutTerms'],
    ['more digits than the currency', { amount: '10.001' }, 'amountDigits'],
    ['a UPI address that is none', { receivingAddress: 'nobody' }, 'beneficiary'],
    [
      'a bank transfer without IFSC',
      { isUpi: false, bankAccount: '12345678', beneficiary: 'A' },
      'beneficiary',
    ],
  ])('is refused: %s', async (_, over, code) => {
    await expect(openPayout(pool(), world, over)).rejects.toMatchObject({ code });
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ available: '5000', frozen: '0' });
  });

  it('goes to the next route when the first refuses, and back to the merchant when none is left', async () => {
    sandbox.setBehaviour(world.codes[0], 'refuses');
    const first = await openPayout(pool(), world);
    await submit(first.id);
    expect(await read(first.id)).toMatchObject({ status: 2, attempts: 1 });
    await submit(first.id);
    await statusIs(first.id, 4);
    expect(await read(first.id)).toMatchObject({ upstream: world.secondUpstreamId, attempts: 2 });

    sandbox.setBehaviour('*', 'refuses');
    sandbox.setBehaviour(world.codes[0], 'refuses');
    const second = await openPayout(pool(), world);
    await submit(second.id);
    await submit(second.id);
    expect(await read(second.id)).toMatchObject({ status: 5, attempts: 2 });
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ available: '3988', frozen: '0' });
    expect(await faults()).toEqual([]);
  });

  it('says before it is submitted where it goes', async () => {
    const may = ['payOrder:page', 'payOrder:submitUpstream'];
    const staff = await hand(server, world, may);
    const { id } = await openPayout(pool(), world);
    const way = async () => {
      const { preview } = await staff.client.call<ActionResult>('payOrder/submitUpstream', {
        ids: [id],
        dryRun: true,
      });
      return preview?.[0]?.after;
    };
    const one = async (text: string, key: string) =>
      (await pool().query<{ name: string }>(text, [key])).rows[0]!.name;
    const nameOf = (key: string) => one('select name from upstream where id = $1', key);
    const channelName = await one('select channel_name as name from channel where id = $1', world.channelId);
    const upstreamName = await nameOf(world.upstreamId);
    expect(await way()).toMatchObject({ channelName, upstreamName, status: 3 });
    sandbox.setBehaviour(world.codes[0], 'refuses');
    await submit(id);
    expect(await way()).toMatchObject({ upstreamName: await nameOf(world.secondUpstreamId) });
    await pool().query('update upstream set status = 2 where id = $1', [world.secondUpstreamId]);
    expect(await way()).toMatchObject({ channelName, upstreamName: null });
  });

  it.each(['resets', 'gateway'] as const)(
    'is unknown when the answer never comes (%s), keeps its hold, and ends by a query',
    async (behaviour) => {
      sandbox.setBehaviour('*', behaviour);
      const { id } = await openPayout(pool(), world);
      await submit(id);
      expect(await read(id)).toMatchObject({ status: 9 });
      expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ frozen: '1012' });
      await submit(id);
      expect(sandbox.submissionsOf((await lockedNumber(id)) ?? '')).toBe(1);
      await queryPayout(server.deps, id, 0);
      expect(await read(id)).toMatchObject({ status: 4 });
      expect(await faults()).toEqual([]);
    },
  );

  it('is unknown when it is said to be paid by the transfer of another payout', async () => {
    const first = await openPayout(pool(), world);
    await submit(first.id);
    await statusIs(first.id, 4);
    sandbox.setBehaviour('*', 'delays', 200);
    const second = await openPayout(pool(), world);
    await submit(second.id);
    const held = sandbox.held((await lockedNumber(second.id)) ?? '');
    held!.utr = (await read(first.id)).utr;
    await statusIs(second.id, 9);
    expect(await read(second.id)).toMatchObject({ utr: null });
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ frozen: '1012' });
    expect(await faults()).toEqual([]);
  });

  it('is not refunded because the upstream has forgotten it', async () => {
    sandbox.setBehaviour('*', 'resets');
    const { id } = await openPayout(pool(), world);
    await submit(id);
    sandbox.held((await lockedNumber(id))!)!.behaviour = 'forgets';
    await queryPayout(server.deps, id, 0);
    expect(await read(id)).toMatchObject({ status: 9 });
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ frozen: '1012' });
  });

  it.each(['duplicates', 'reorders', 'contradicts'] as const)(
    'is paid once when the upstream %s',
    async (behaviour) => {
      sandbox.setBehaviour('*', behaviour);
      const { id } = await openPayout(pool(), world);
      await submit(id);
      await statusIs(id, 4);
      await queryPayout(server.deps, id, 0);
      expect(await read(id)).toMatchObject({ status: 4 });
      expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ available: '3988', frozen: '0' });
      expect(await faults()).toEqual([]);
    },
  );

  it.each(['wrongAmount', 'wrongCurrency'] as const)(
    'waits for a person when the report has a %s',
    async (behaviour) => {
      sandbox.setBehaviour('*', behaviour);
      const { id } = await openPayout(pool(), world);
      await submit(id);
      await statusIs(id, 9);
      expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ frozen: '1012' });
    },
  );

  it('does not believe a forged report', async () => {
    sandbox.setBehaviour('*', 'forges');
    const { id } = await openPayout(pool(), world);
    await submit(id);
    await expect
      .poll(
        async () =>
          (await pool().query("select applied from upstream_event where applied = 'forged'")).rowCount,
      )
      .toBeGreaterThan(0);
    expect(await read(id)).toMatchObject({ status: 3 });
  });

  it('that a killed worker left in sending becomes unknown and is never sent again', async () => {
    sandbox.setBehaviour('*', 'silent');
    const { id } = await openPayout(pool(), world);
    await submit(id);
    await server.database.owner.query(
      'update pay_attempt set state = 0, upstream_order_no = null where order_id = $1',
      [id],
    );
    server.clock.advance(120_000);
    await sweepPayouts(server.deps);
    server.clock.advance(-120_000);
    expect(await read(id)).toMatchObject({ status: 9 });
    expect(sandbox.submissionsOf((await lockedNumber(id))!)).toBe(1);
  });
});

const lockedNumber = (id: string) => transact(pool(), async (tx) => (await lockPayout(tx, id)).orderNo);
