import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import type { Client } from '../support/client.ts';
import { bindOtp, type Phone } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { balancesOf, fund } from './payoutWorld.ts';
import { plantFlow } from './flowWorld.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { ADDRESS, applied, openWithdrawals } from './withdrawalWorld.ts';
import { makeWorld, newPlatform, type World } from './world.ts';

const HANDS = 64;

describe('many hands on one withdrawal', () => {
  let server: TestServer;
  let world: World;
  let clients: Client[];
  let phones: Phone[];
  let staff: Staff[];

  beforeAll(async () => {
    server = await startServer({ environment: { logLevel: 'error' } });
    await openWithdrawals(server.database.pool);
    staff = await makeStaff(server.database.pool, await makeWorld(server.database.pool), HANDS);
    clients = await Promise.all(staff.map(({ account }) => server.signIn(account, PASSWORD)));
    phones = await Promise.all(staff.map(({ id }) => bindOtp(server, id)));
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    world = await makeWorld(server.database.pool, await newPlatform(server.database.pool));
    // Every hand has a code of this moment.
    server.clock.advance(60_000);
  });

  const pool = () => server.database.pool;
  const hash = () => randomBytes(32).toString('hex');
  const rated = async (): Promise<string> => {
    await fund(pool(), world.merchantId, '1000');
    const id = await applied(pool(), world);
    await clients[0]!.command('withdrawal/confirmRate', { ids: [id], input: { exchangeRate: '88' } });
    return id;
  };
  /** Two people of their own decide in each step; the first hand has set the rate. */
  const flowOf = async (steps: number) => {
    const people = staff.map(({ id }) => id);
    await pool().query('update sys_user set tenant_id = $1, org_id = $2 where id = any($3)', [
      world.tenantId,
      world.orgId,
      people,
    ]);
    await plantFlow(pool(), world, {
      action: 'withdrawal:complete',
      limit: '100',
      steps: Array.from({ length: steps }, (_, at) => ({
        who: 'people' as const,
        userIds: people.slice(2 * at + 1, 2 * at + 3),
      })),
    });
  };
  const decisions = async (id: string) =>
    (
      await pool().query<{ step: number; user: string }>(
        `select d.step, d.user_id::text as user from approval_decision d join approval a on a.id = d.approval_id
         where a.row_id = $1 and d.kind = 'agree' order by d.step`,
        [id],
      )
    ).rows;
  const act = (hand: number, action: string, id: string, input: Record<string, unknown>) =>
    clients[hand]!.command<ActionResult>(`withdrawal/${action}`, {
      ids: [id],
      input: { ...input, otp: phones[hand]!.code() },
    });
  const entries = async (id: string): Promise<string[]> =>
    (await pool().query('select kind from journal_entry where order_id = $1 order by id', [id])).rows.map(
      ({ kind }) => kind as string,
    );
  const all = <T>(work: (hand: number) => Promise<T>) =>
    Promise.all(Array.from({ length: HANDS }, (_, hand) => work(hand)));

  it('pays it once out of 64, each with a hash of its own', async () => {
    const id = await rated();
    const answers = await all((hand) => act(hand, 'complete', id, { transactionHash: hash() }));
    expect(answers.filter(({ done }) => done.includes(id))).toHaveLength(1);
    expect(answers.flatMap(({ refused }) => refused.map(({ code }) => code))).toEqual(
      Array.from({ length: HANDS - 1 }, () => 'guard'),
    );
    expect(await entries(id)).toEqual(['withdrawalHold', 'withdrawal', 'conversion']);
    expect(await checkInvariants(pool())).toEqual([]);
  });

  it('pays it or gives it back, never both', async () => {
    const id = await rated();
    const answers = await all((hand) =>
      hand % 2
        ? act(hand, 'complete', id, { transactionHash: hash() })
        : act(hand, 'refund', id, { reason: 'race' }),
    );
    expect(answers.filter(({ done }) => done.includes(id))).toHaveLength(1);
    const { available } = await balancesOf(pool(), world.merchantId);
    const paid = (await entries(id)).includes('withdrawal');
    expect(available).toBe(paid ? '0' : '1000');
    expect(await checkInvariants(pool())).toEqual([]);
  });

  it('takes one hash for one of two withdrawals', async () => {
    const ids = [await rated(), await rated()];
    const transactionHash = hash();
    const answers = await all((hand) => act(hand, 'complete', ids[hand % 2]!, { transactionHash }));
    expect(answers.filter(({ done }) => done.length > 0)).toHaveLength(1);
    expect(await checkInvariants(pool())).toEqual([]);
  });

  it('grants one of 64 for which the balance is enough', async () => {
    await fund(pool(), world.merchantId, '1999.99');
    const { merchantId } = world;
    const answers = await all((hand) => {
      const otp = phones[hand]!.code();
      const input = { merchantId, currency: 'INR', amount: '1000', address: ADDRESS, remark: 'race', otp };
      return clients[hand]!.ask<ActionResult>(
        'withdrawal/apply',
        { input },
        { 'Idempotency-Key': randomUUID() },
      );
    });
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    const codes = answers.flatMap(({ body }) => (body.code === 200 ? [] : [body.extras?.errorCode]));
    expect(new Set(codes)).toEqual(new Set(['insufficientBalance']));
    expect(await balancesOf(pool(), merchantId)).toMatchObject({ available: '999.99', frozen: '1000' });
    expect(await checkInvariants(pool())).toEqual([]);
  });

  it.each([2, 3])(
    'pays it once by a flow of %i steps, when one of each has named the transaction',
    async (steps) => {
      await flowOf(steps);
      const id = await rated();
      const transactionHash = hash();
      const complete = (hand: number) => act(hand, 'complete', id, { transactionHash });
      const answers = await all(complete);
      const early = await decisions(id);
      expect(answers[0]!.refused.map(({ code }) => code)).toEqual(['fourEyes']);
      expect(early.length).toBeGreaterThan(0);
      expect((await entries(id)).includes('withdrawal')).toBe(early.length === steps);
      // Whoever was early for a step has been refused: they come again in turn, each with a code of that moment.
      server.clock.advance(60_000);
      for (let hand = 0; hand <= 2 * steps; hand += 1) await complete(hand);
      const made = await decisions(id);
      expect(made.map(({ step }) => step)).toEqual(Array.from({ length: steps }, (_, at) => at + 1));
      for (const { step, user } of made)
        expect([2 * step - 1, 2 * step].map((hand) => staff[hand]!.id)).toContain(user);
      expect(await entries(id)).toEqual(['withdrawalHold', 'withdrawal', 'conversion']);
      expect(await checkInvariants(pool())).toEqual([]);
    },
  );
});
