import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { newId } from '../../server/platform/db/id.ts';
import { confirmByOtp } from '../../server/identity/session/otp/confirm.ts';
import { openSession, rotate } from '../../server/identity/session/sessions.ts';
import { bindOtp } from '../support/otp.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { actOn } from './direct.ts';
import { balancesOf, fund } from './payoutWorld.ts';
import { HANDS, handsOf, race, ROUNDS, rounds } from './racing.ts';
import { makeStaff } from './staff.ts';
import { applied, openWithdrawals } from './withdrawalWorld.ts';
import { makeWorld, type World } from './world.ts';
import { scaleLimit } from '../support/patience.ts';

describe(`${HANDS} connections, ${ROUNDS} rounds`, { timeout: scaleLimit(600_000) }, () => {
  let server: TestServer;
  let world: World;
  let hands: ReturnType<typeof handsOf>;
  const pool = () => server.database.pool;

  beforeAll(async () => {
    server = await startServer({ environment: { logLevel: 'error' } });
    hands = handsOf(server.database);
    world = await makeWorld(pool());
    await openWithdrawals(pool());
  });
  afterAll(async () => {
    expect(await checkInvariants(pool())).toEqual([]);
    await hands.end();
    await server.stop();
  });

  it('follow one refresh token by one pair', () =>
    rounds(async () => {
      const keys = { token: Buffer.alloc(32, 7), secretsKey: SECRETS_KEY };
      const now = new Date();
      const given = {
        userId: world.userIds[0],
        binding: undefined,
        device: undefined,
        ip: '127.0.0.1',
        userAgent: 'race',
      };
      const { sessionId, refresh } = await openSession(pool(), keys.token, given, now);
      const { won } = await race(() => rotate(hands, keys, sessionId, refresh, now));
      expect(new Set(won.map((pair) => pair?.refresh)).size).toBe(1);
      expect(won[0]).toBeDefined();
      const { rows } = await pool().query('select generation, revoked_at from sys_session where id = $1', [
        sessionId,
      ]);
      expect(rows).toEqual([{ generation: 2, revoked_at: null }]);
    }));

  it('confirm one command by one code', async () => {
    const people = await makeStaff(pool(), world, ROUNDS);
    for (const { id: userId } of people) {
      const code = (await bindOtp(server, userId)).code();
      const deps = { ...server.deps, pool: hands };
      const { won, lost } = await race((at) =>
        confirmByOtp(deps, { userId, code, action: 'collectOrder/reverse', commandKey: `k${at}` }),
      );
      expect(won).toHaveLength(1);
      expect(new Set(lost)).toEqual(new Set(['otpUsed']));
    }
  });

  it('complete a withdrawal or give it back', () =>
    rounds(async () => {
      await fund(pool(), world.merchantId, '1000');
      const before = await balancesOf(pool(), world.merchantId);
      const id = await applied(pool(), world);
      await actOn(pool(), 'withdrawal', 'confirmRate', id, {
        userId: world.userIds[0],
        input: { exchangeRate: '88' },
      });
      const { won, lost } = await race(async (at) => {
        const [action, input] =
          at % 2
            ? ['complete', { transactionHash: newId().padStart(64, '0') }]
            : ['refund', { reason: 'race' }];
        await actOn(hands, 'withdrawal', action as string, id, {
          userId: world.userIds[1],
          input: input as object as Record<string, unknown>,
        });
        return action;
      });
      expect(won).toHaveLength(1);
      expect(new Set(lost)).toEqual(new Set(['guard']));
      const { available, frozen } = await balancesOf(pool(), world.merchantId);
      expect(frozen).toBe('0');
      const kept = Number(before.available) - (won[0] === 'complete' ? 1000 : 0);
      expect(Number(available)).toBe(kept);
      await fund(pool(), world.merchantId, `-${available}`).catch(() => undefined);
    }));
});
