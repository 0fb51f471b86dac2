import type { payOrder } from '../../contract/resources/orders/payOrder.ts';
import type { NewPayout } from '../../server/domain/orders/payout/payCreate.ts';
import { openPayout, submitted } from './payoutWorld.ts';
import { act, CALLBACK, type Cases, LARGE, REASON, type WalkWorld } from './walkWorld.ts';
import { utr } from './world.ts';

const opened = async ({ server, world }: WalkWorld, over?: Partial<NewPayout>): Promise<string> =>
  (await openPayout(server.database.pool, world, over)).id;
/** A payout that an upstream has, or that it never answered. */
async function sent(walk: WalkWorld, over?: Partial<NewPayout>, state?: 'lost'): Promise<string> {
  const id = await opened(walk, over);
  await submitted(walk.server.database.pool, id, state);
  return id;
}
const confirming = () => ({ utr: utr(), ...REASON });

async function confirmed(walk: WalkWorld, over?: Partial<NewPayout>): Promise<string> {
  const id = await sent(walk, over);
  const { maker } = walk;
  await act('payOrder/forceConfirm', [id], maker, { ...confirming(), otp: maker.phone.code() });
  return id;
}

export const payOrderCases: Cases<typeof payOrder> = {
  claim: async (walk) => ({ ids: [await opened(walk)] }),
  async unclaim(walk) {
    const id = await opened(walk);
    await act('payOrder/claim', [id], walk.maker);
    return { ids: [id] };
  },
  approve: async (walk) => ({ ids: [await opened(walk, { amount: LARGE })] }),
  deny: async (walk) => ({ ids: [await opened(walk, { amount: LARGE })], input: REASON }),
  submitUpstream: async (walk) => ({ ids: [await opened(walk)] }),
  queryUpstream: async (walk) => ({ ids: [await sent(walk)] }),
  notify: async (walk) => ({ ids: [await confirmed(walk, { callbackUrl: CALLBACK })] }),
  repairProof: async (walk) => ({ ids: [await sent(walk)], input: { utr: utr() } }),
  forceConfirm: async (walk) => ({ ids: [await sent(walk)], input: confirming() }),
  correctReference: async (walk) => ({ ids: [await confirmed(walk)], input: confirming() }),
  confirmFailed: async (walk) => ({ ids: [await sent(walk, {}, 'lost')], input: REASON }),
  markReturned: async (walk) => ({ ids: [await confirmed(walk)], input: { feeBack: true, ...REASON } }),
  overrule: async (walk) => ({ ids: [await opened(walk)], input: REASON }),
  cancel: async (walk) => ({ ids: [await opened(walk)] }),
};
