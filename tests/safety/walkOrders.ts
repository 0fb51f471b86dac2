import type { callback } from '../../contract/resources/orders/callback.ts';
import type { approval } from '../../contract/resources/orders/approval.ts';
import type { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import type { reviewItem } from '../../contract/resources/orders/reviewItem.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { settleDirectly } from './direct.ts';
import { act, CALLBACK, type Cases, LARGE, payingOrder, REASON, type WalkWorld } from './walkWorld.ts';
import { openOrder, paidOrder, utr } from './world.ts';

const opened = ({ server, world }: WalkWorld, amount?: string): Promise<string> =>
  openOrder(server.database.pool, world, amount === undefined ? {} : { amount });
const paid = ({ server, world }: WalkWorld, callbackUrl: string | null = null): Promise<string> =>
  paidOrder(server.database.pool, world, { callbackUrl });
const confirming = () => ({ utr: utr(), ...REASON });

async function settled(walk: WalkWorld): Promise<string> {
  const id = await paid(walk);
  await settleDirectly(walk.server.database.pool, id);
  return id;
}

async function confirmed(walk: WalkWorld, amount?: string): Promise<string> {
  const id = await opened(walk, amount);
  const { maker } = walk;
  await act('collectOrder/forceConfirm', [id], maker, { ...confirming(), otp: maker.phone.code() });
  return id;
}

export const collectOrderCases: Cases<typeof collectOrder> = {
  claim: async (walk) => ({ ids: [await opened(walk)] }),
  async unclaim(walk) {
    const id = await opened(walk);
    await act('collectOrder/claim', [id], walk.maker);
    return { ids: [id] };
  },
  settle: async (walk) => ({ ids: [await paid(walk)] }),
  batchSettle: async (walk) => ({ ids: [await paid(walk), await paid(walk)] }),
  async resettle(walk) {
    const id = await settled(walk);
    // By today's terms it costs more.
    await walk.sql('update channel_binding set rate = rate + 0.001 where channel_id = $1', [
      walk.world.channelId,
    ]);
    return { ids: [id] };
  },
  forceConfirm: async (walk) => ({ ids: [await opened(walk)], input: confirming() }),
  repairProof: async (walk) => ({ ids: [await payingOrder(walk)], input: { utr: utr() } }),
  correctReference: async (walk) => ({ ids: [await confirmed(walk)], input: confirming() }),
  overrule: async (walk) => ({ ids: [await payingOrder(walk)], input: REASON }),
  queryUpstream: async (walk) => ({ ids: [await payingOrder(walk)] }),
  submitUpstream: async (walk) => ({ ids: [await opened(walk)] }),
  batchCallback: async (walk) => ({ ids: [await paid(walk, CALLBACK), await paid(walk, CALLBACK)] }),
  notify: async (walk) => ({ ids: [await paid(walk, CALLBACK)] }),
  reverse: async (walk) => ({ ids: [await settled(walk)], input: REASON }),
  cancel: async (walk) => ({ ids: [await payingOrder(walk)] }),
};

/** A question that the checker may answer, and the reference that it is about. */
async function question(walk: WalkWorld): Promise<{ id: string; utr: string }> {
  const order = await confirmed(walk, LARGE);
  const [asked] = await walk.sql<{ id: string; utr: string }>(
    "select id::text, input ->> 'utr' as utr from approval where row_id = $1",
    [order],
  );
  return asked!;
}

export const approvalCases: Cases<typeof approval> = {
  async agree(walk) {
    const { id, utr: named } = await question(walk);
    return { who: walk.checker, ids: [id], input: { utr: named, ...REASON } };
  },
  refuse: async (walk) => ({ who: walk.checker, ids: [(await question(walk)).id], input: REASON }),
};

/** Money that came for an order which has its own. */
async function moreMoney(walk: WalkWorld): Promise<string> {
  const { pool } = walk.server.database;
  const order = await paid(walk);
  const more = { paidAmount: '900', utr: utr(), upstreamOrderNo: `v${order}` };
  await transact(pool, (tx) => succeedOrder(tx, order, more));
  const [item] = await walk.sql<{ id: string }>('select id::text from review_item where order_id = $1', [
    order,
  ]);
  return item!.id;
}

export const reviewItemCases: Cases<typeof reviewItem> = {
  close: async (walk) => ({ ids: [await moreMoney(walk)], input: REASON }),
  writeOff: async (walk) => ({ ids: [await moreMoney(walk)], input: REASON }),
};

export const callbackCases: Cases<typeof callback> = {
  async resend({ sql }) {
    // The demo's merchants have been notified of its orders.
    const [attempt] = await sql<{ id: string }>(
      `select c.id::text from callback c join collect_order o on o.id = c.order_id
       where o.callback_url is not null order by c.id limit 1`,
    );
    return { ids: [attempt!.id] };
  },
};
