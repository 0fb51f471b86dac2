import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../server/platform/db/transaction.ts';
import { createPayout } from '../../server/domain/orders/payout/payCreate.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import { freshDatabase } from '../support/database.ts';
import { actOn } from './direct.ts';
import {
  approvalAbove,
  balancesOf,
  fund,
  makePayoutWorld,
  newPayout,
  openPayout,
  type PayoutWorld,
  upstreamAnswer,
  submitted,
} from './payoutWorld.ts';
import { HANDS, handsOf, race, ROUNDS, rounds } from './racing.ts';
import { utr } from './world.ts';
import { scaleLimit } from '../support/patience.ts';

describe(`${HANDS} connections on payouts, ${ROUNDS} rounds`, { timeout: scaleLimit(600_000) }, async () => {
  const database = await freshDatabase();
  const hands = handsOf(database);
  const { pool } = database;
  let world: PayoutWorld;

  beforeAll(async () => {
    world = await makePayoutWorld(pool, () => 'http://127.0.0.1:9');
  });
  afterAll(async () => {
    expect(await checkInvariants(pool)).toEqual([]);
    await hands.end();
    await database.drop();
  });

  /** A merchant's balance is spent to nothing before a round, so that each begins the same. */
  const only = async (amount: string) => {
    const { available } = await balancesOf(pool, world.merchantId);
    if (available !== '0') await fund(pool, world.merchantId, `-${available}`);
    await fund(pool, world.merchantId, amount);
  };
  const tell = async (
    id: string,
    attempt: string,
    answer: ReturnType<typeof upstreamAnswer>,
  ): Promise<void> => {
    await transact(hands, (tx) => applyPayoutAnswer(tx, id, attempt, answer, new Date()));
  };
  /** Submitted, and nobody knows what became of it. */
  const unknown = async () => {
    const { id } = await openPayout(pool, world);
    const attempt = await submitted(pool, id);
    await tell(id, attempt, upstreamAnswer('unknown'));
    return { id, attempt };
  };
  const statusOf = async (id: string): Promise<number> =>
    (await pool.query('select status from pay_order where id = $1', [id])).rows[0].status;
  const entries = async (id: string): Promise<string[]> =>
    (
      await pool.query<{ kind: string }>('select kind from journal_entry where order_id = $1 order by 1', [
        id,
      ])
    ).rows.map(({ kind }) => kind);

  it('pays out a balance that is enough for one of 64 to one of them', () =>
    rounds(async () => {
      await only('1500');
      const { won, lost } = await race(() => openPayout(hands, world));
      expect(won).toHaveLength(1);
      expect(new Set(lost)).toEqual(new Set(['insufficientBalance']));
      expect(await balancesOf(pool, world.merchantId)).toMatchObject({ available: '488' });
      await actOn(pool, 'payOrder', 'cancel', won[0]!.id);
    }));

  it('makes one payout of one merchant order', () =>
    rounds(async () => {
      await only('200000');
      const same = newPayout(world);
      const { won, lost } = await race(() => transact(hands, (tx) => createPayout(tx, same)));
      expect(won).toHaveLength(1);
      expect(new Set(lost)).toEqual(new Set(['duplicate']));
      expect(await entries(won[0]!.id)).toEqual(['payoutHold']);
      await actOn(pool, 'payOrder', 'cancel', won[0]!.id);
    }));

  it('ends by one of two words of its upstream, paid or failed, and moves its money once', () =>
    rounds(async () => {
      await only('1500');
      const { id, attempt } = await unknown();
      const reference = utr();
      const word = (at: number) =>
        at % 2 ? upstreamAnswer('paid', { utr: reference, amount: '1000' }) : upstreamAnswer('failed');
      await race((at) => transact(hands, (tx) => applyPayoutAnswer(tx, id, attempt, word(at), new Date())));
      const [status, moved] = [await statusOf(id), await entries(id)];
      expect([
        [4, ['payout', 'payoutHold']],
        [5, ['payoutHold', 'payoutRelease']],
      ]).toContainEqual([status, moved]);
      expect(await balancesOf(pool, world.merchantId)).toMatchObject({
        frozen: '0',
        available: status === 4 ? '488' : '1500',
      });
    }));

  it('is confirmed by one person while its upstream says it failed', () =>
    rounds(async () => {
      await only('1500');
      const { id, attempt } = await unknown();
      const confirm = () =>
        actOn(hands, 'payOrder', 'forceConfirm', id, { input: { utr: utr(), reason: 'seen at the bank' } });
      const { won } = await race(async (at) =>
        at % 2 ? confirm() : tell(id, attempt, upstreamAnswer('failed')),
      );
      const status = await statusOf(id);
      expect(won.filter((answer) => answer !== undefined)).toHaveLength(status === 4 ? 1 : 0);
      expect(await entries(id)).toEqual(
        status === 4 ? ['payout', 'payoutHold'] : ['payoutHold', 'payoutRelease'],
      );
    }));

  it('is approved, denied or cancelled by one, and holds or frees its money accordingly', async () => {
    await approvalAbove(pool, world, '100');
    await rounds(async () => {
      await only('1500');
      const { id, status } = await openPayout(pool, world);
      expect(status).toBe('approving');
      const ways = ['approve', 'deny', 'cancel'] as const;
      const { won, lost } = await race(async (at) => {
        const way = ways[at % ways.length]!;
        await actOn(hands, 'payOrder', way, id, { userId: world.userIds[at % 2] });
        return way;
      });
      // An approved payout is queued, and what is queued may be cancelled after all.
      expect([['approve'], ['deny'], ['cancel'], ['approve', 'cancel']]).toContainEqual([...won].sort());
      expect(lost).toHaveLength(HANDS - won.length);
      const released = !(won.length === 1 && won[0] === 'approve');
      expect(await entries(id)).toEqual(released ? ['payoutHold', 'payoutRelease'] : ['payoutHold']);
      expect(await balancesOf(pool, world.merchantId)).toMatchObject({ frozen: released ? '0' : '1012' });
      if (!released) await actOn(pool, 'payOrder', 'cancel', id);
    });
  });

  it('is returned once', async () => {
    await rounds(async () => {
      await only('1500');
      const { id } = await openPayout(pool, world, { amount: '90' });
      const attempt = await submitted(pool, id);
      await tell(id, attempt, upstreamAnswer('paid', { amount: '90' }));
      const input = { reason: 'bounced', feeBack: true };
      const { won, lost } = await race(() => actOn(hands, 'payOrder', 'markReturned', id, { input }));
      expect(won).toHaveLength(1);
      expect(lost).toHaveLength(HANDS - 1);
      expect(await balancesOf(pool, world.merchantId)).toMatchObject({ available: '1500', frozen: '0' });
    });
  });

  it('takes its commission along when it is returned, from an agent who has spent it too', async () => {
    await only('1500');
    const { id } = await openPayout(pool, world, { amount: '90' });
    await tell(id, await submitted(pool, id), upstreamAnswer('paid', { amount: '90' }));
    const { available } = await balancesOf(pool, world.agentId);
    await fund(pool, world.agentId, `-${available}`);
    await actOn(pool, 'payOrder', 'markReturned', id, { input: { reason: 'bounced', feeBack: false } });
    expect(await balancesOf(pool, world.agentId)).toMatchObject({ available: '-0.45' });
    await fund(pool, world.agentId, '0.45');
  });

  it('is given back by a person where its upstream never says anything again, to one of two', async () => {
    await only('1500');
    const { id } = await openPayout(pool, world, { amount: '90' });
    await tell(id, await submitted(pool, id), upstreamAnswer('unknown'));
    const failed = () => actOn(pool, 'payOrder', 'confirmFailed', id, { input: { reason: 'bank asked' } });
    const answers = await Promise.allSettled([failed(), failed()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([await statusOf(id), await entries(id)]).toEqual([5, ['payoutHold', 'payoutRelease']]);
    expect(await balancesOf(pool, world.merchantId)).toMatchObject({ available: '1500', frozen: '0' });
  });

  describe('called paid by its upstream, of another amount, and then failed', () => {
    const contradicted = async () => {
      await only('1500');
      const { id } = await openPayout(pool, world, { amount: '90' });
      const attempt = await submitted(pool, id);
      await tell(id, attempt, upstreamAnswer('paid', { amount: '80' }));
      const failed = () => actOn(pool, 'payOrder', 'confirmFailed', id, { input: { reason: 'bank asked' } });
      return { id, attempt, failed };
    };
    const held = { available: '1407.1', frozen: '92.9' };

    it('keeps its hold and goes to no other route', async () => {
      const { id, attempt } = await contradicted();
      await tell(id, attempt, upstreamAnswer('failed'));
      await tell(id, attempt, upstreamAnswer('failed'));
      expect([await statusOf(id), await entries(id)]).toEqual([9, ['payoutHold']]);
      expect(await balancesOf(pool, world.merchantId)).toMatchObject(held);
      await actOn(pool, 'payOrder', 'forceConfirm', id, { input: { utr: utr(), reason: 'seen' } });
      expect(await statusOf(id)).toBe(4);
    });

    it('is given back by a person, once both words are there', async () => {
      const { id, attempt, failed } = await contradicted();
      await expect(failed()).rejects.toMatchObject({ code: 'upstreamReportedPaid' });
      await tell(id, attempt, upstreamAnswer('failed'));
      await failed();
      expect([await statusOf(id), await entries(id)]).toEqual([5, ['payoutHold', 'payoutRelease']]);
      expect(await balancesOf(pool, world.merchantId)).toMatchObject({ available: '1500', frozen: '0' });
    });

    it('is not sent to its next route where the one before says that it has paid after all', async () => {
      await only('1500');
      const { id } = await openPayout(pool, world, { amount: '90' });
      const first = await submitted(pool, id, 'failed');
      expect(await statusOf(id)).toBe(2);
      await tell(id, first, upstreamAnswer('paid', { amount: '90' }));
      await tell(id, first, upstreamAnswer('paid', { amount: '90' }));
      expect([await statusOf(id), await entries(id)]).toEqual([9, ['payoutHold']]);
      expect(await balancesOf(pool, world.merchantId)).toMatchObject(held);
      await actOn(pool, 'payOrder', 'confirmFailed', id, { input: { reason: 'bank asked' } });
      expect(await statusOf(id)).toBe(5);
    });

    it('keeps it too where an attempt that had failed is the one said to be paid', async () => {
      await only('1500');
      const { id } = await openPayout(pool, world, { amount: '90' });
      const first = await submitted(pool, id, 'failed');
      const second = await submitted(pool, id);
      await tell(id, first, upstreamAnswer('paid', { amount: '90' }));
      await tell(id, second, upstreamAnswer('failed'));
      expect([await statusOf(id), await entries(id)]).toEqual([9, ['payoutHold']]);
      expect(await balancesOf(pool, world.merchantId)).toMatchObject(held);
    });
  });
});
