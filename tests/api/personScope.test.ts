import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { announceReview, announceUnknown } from '../../server/domain/payments/moneyNotices.ts';
import { announceRefusal } from '../../server/domain/approvals/refusalNotice.ts';
import { engineWorld, type EngineWorld, type Who } from './engineWorld.ts';

/** What belongs to a person or names a merchant is seen by whoever sees that person or merchant, and nobody else. */

let world: EngineWorld;
const otpOf = new Map<Who, string>();

beforeAll(async () => {
  world = await engineWorld();
  for (const who of Object.keys(world.userIds) as Who[]) {
    const id = newId();
    await world.server.database.pool.query(
      'insert into user_otp (id, tenant_id, user_id, secret_key, status) values ($1, $2, $3, $4, 1)',
      [id, world.tenant, world.userIds[who], 'sealed'],
    );
    otpOf.set(who, id);
  }
});
afterAll(() => world.stop());

/** `branch` works in North, where the merchants' people belong too; `self` is of South; `all` sees the tenant. */
const SEES: Readonly<Partial<Record<Who, readonly Who[]>>> = {
  admin: ['admin', 'all', 'branch', 'self', 'merchant', 'agent'],
  all: ['admin', 'all', 'branch', 'self', 'merchant', 'agent'],
  branch: ['branch', 'merchant', 'agent'],
  self: ['self'],
};

it.each(Object.entries(SEES))('%s sees the one-time passwords of the people it sees', async (who, seen) => {
  const client = world.as[who as Who];
  const { items, total } = await client.call<{ items: { id: string }[]; total: number }>('userOtp/page', {
    pageSize: 100,
  });
  const expected = seen.map((other) => otpOf.get(other) ?? '').sort();
  expect(items.map(({ id }) => id).sort()).toEqual(expected);
  expect(total).toBe(expected.length);
  for (const [other, id] of otpOf) {
    const answer = await client.ask(`userOtp/detail?id=${id}`);
    expect(answer.body.code, other).toBe(seen.includes(other) ? 200 : 404);
  }
});

it('a refused reset of somebody out of sight names nobody', async () => {
  const id = otpOf.get('self')!;
  const { refused } = await world.as.branch.command<{ refused: { code: string; message: string }[] }>(
    'userOtp/reset',
    { ids: [id] },
  );
  expect(refused.map(({ code }) => code)).toEqual(['notFound']);
  const answer = JSON.stringify(refused);
  expect(answer).not.toContain('self');
});

it('a notice about a merchant reaches those alone who see that merchant', async () => {
  const { merchants, upstreamId, tenant, userIds } = world;
  const now = new Date();
  await transact(world.server.database.pool, async (tx) => {
    await announceReview(tx, { merchantId: merchants.south, upstreamId: null }, now);
    await announceReview(tx, { merchantId: merchants.south, upstreamId }, now);
    await announceUnknown(tx, { merchantId: merchants.south, upstreamId }, now);
    await announceReview(tx, { merchantId: merchants.lone, upstreamId }, now);
    const about = { questionId: newId(), tenantId: tenant, orderNo: 'C1', checker: 'c', reason: 'r' };
    const command = 'collectOrder/forceConfirm';
    await announceRefusal(
      tx,
      { ...about, command, merchantId: merchants.south, makerId: userIds.branch },
      now,
    );
  });
  const count = async (who: Who) => (await world.as[who].call<unknown[]>('sysNotice/mine')).length;
  expect({ all: await count('all'), branch: await count('branch') }).toEqual({ all: 4, branch: 1 });
  expect({ merchant: await count('merchant'), self: await count('self') }).toEqual({ merchant: 0, self: 0 });
});
