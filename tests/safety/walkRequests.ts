import { randomBytes } from 'node:crypto';
import type { adjustment } from '../../contract/resources/finance/adjustment.ts';
import type { manualOrder } from '../../contract/resources/finance/manualOrder.ts';
import type { rechargeOrder } from '../../contract/resources/finance/rechargeOrder.ts';
import type { withdrawal } from '../../contract/resources/finance/withdrawal.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { bodyOf } from '../api/writeBodies.ts';
import { act, type Cases, REASON, type WalkCase, type WalkWorld } from './walkWorld.ts';
import { ADDRESS, applied, openWithdrawals } from './withdrawalWorld.ts';

type Request = 'adjustment' | 'manualOrder' | 'rechargeOrder';

/** A request of the maker for the world's merchant, as its form makes it. */
async function drafted(walk: WalkWorld, resource: Request): Promise<string> {
  const { sql, world, maker } = walk;
  const body = { ...(await bodyOf(sql, resourceOf(resource))), merchantId: world.merchantId };
  return (await maker.client.command<{ id: string }>(`${resource}/add`, body)).id;
}

async function pending(walk: WalkWorld, resource: Request): Promise<string> {
  const id = await drafted(walk, resource);
  if (resource !== 'adjustment') await act(`${resource}/submit`, [id], walk.maker);
  return id;
}

/** The second person's two answers. */
const decisions = (resource: Request) => ({
  approve: async (walk: WalkWorld): Promise<WalkCase> => ({
    who: walk.checker,
    ids: [await pending(walk, resource)],
  }),
  reject: async (walk: WalkWorld): Promise<WalkCase> => ({
    who: walk.checker,
    ids: [await pending(walk, resource)],
    input: REASON,
  }),
});
const submission = (resource: Request) => ({
  submit: async (walk: WalkWorld): Promise<WalkCase> => ({ ids: [await drafted(walk, resource)] }),
});

export const adjustmentCases: Cases<typeof adjustment> = decisions('adjustment');
export const rechargeOrderCases: Cases<typeof rechargeOrder> = {
  ...submission('rechargeOrder'),
  ...decisions('rechargeOrder'),
};
export const manualOrderCases: Cases<typeof manualOrder> = {
  ...submission('manualOrder'),
  ...decisions('manualOrder'),
};

async function asked({ server, world }: WalkWorld): Promise<string> {
  await openWithdrawals(server.database.pool);
  return applied(server.database.pool, world);
}

async function priced(walk: WalkWorld): Promise<string> {
  const id = await asked(walk);
  await act('withdrawal/confirmRate', [id], walk.maker, { exchangeRate: '88' });
  return id;
}

export const withdrawalCases: Cases<typeof withdrawal> = {
  async apply({ server, world: { merchantId } }) {
    await openWithdrawals(server.database.pool);
    return { input: { merchantId, currency: 'INR', amount: '1000', address: ADDRESS, remark: 'the walk' } };
  },
  confirmRate: async (walk) => ({ ids: [await asked(walk)], input: { exchangeRate: '88' } }),
  complete: async (walk) => ({
    who: walk.checker,
    ids: [await priced(walk)],
    input: { transactionHash: randomBytes(32).toString('hex') },
  }),
  refund: async (walk) => ({ ids: [await asked(walk)], input: REASON }),
  cancel: async (walk) => ({ ids: [await asked(walk)] }),
};
