import type { PoolClient } from 'pg';
import { CLAIM_IDLE_MS } from '../../../contract/claim.ts';
import type { ActionContext, ActionHandler, LockedRow } from '../../engine/action.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';

/** What a person may hold for a while: an order of either direction. */
export interface Claimable {
  id: string;
  orderNo: string;
  merchantId: string;
  claimedBy: string | null;
  claimedAt: Date | null;
}

/** Who holds the order now and for how much longer; a lapsed claim holds nothing. */
export function claimHolder(
  order: Pick<Claimable, 'claimedBy' | 'claimedAt'>,
  now: Date,
): { userId: string; leftMs: number } | undefined {
  if (order.claimedBy === null || order.claimedAt === null) return undefined;
  const leftMs = order.claimedAt.getTime() + CLAIM_IDLE_MS - now.getTime();
  return leftMs > 0 ? { userId: order.claimedBy, leftMs } : undefined;
}

async function accountOf(tx: PoolClient, userId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ account: string }>('select account from sys_user where id = $1', [
    userId,
  ]);
  return rows[0]?.account;
}

/** Who holds an order as its log keeps it: by name too, since a log is read and not looked up. */
async function keptHolder(tx: PoolClient, claimedBy: string | null): Promise<Record<string, unknown>> {
  if (claimedBy === null) return { claimedBy };
  return { claimedBy, claimedByName: await accountOf(tx, claimedBy) };
}

/** Refuses with the time left where somebody else holds the order, and tells staff who. */
export async function refuseClaimedByOther(
  tx: PoolClient,
  order: Claimable,
  { userId, merchantId }: Pick<Caller, 'userId' | 'merchantId'>,
  now: Date,
): Promise<void> {
  const holder = claimHolder(order, now);
  if (!holder || holder.userId === userId) return;
  if (merchantId !== null) throw new Refused('guard');
  throw new Refused('claimedByOther', {
    holder: (await accountOf(tx, holder.userId)) ?? holder.userId,
    minutes: Math.ceil(holder.leftMs / 60_000),
  });
}

export const claimWith =
  (read: (row: LockedRow) => Claimable): ActionHandler =>
  async (context, row) => {
    const order = read(row);
    const { userId } = context.caller;
    await refuseClaimedByOther(context.tx, order, context.caller, context.now);
    if (claimHolder(order, context.now)) throw new Refused('alreadyClaimed');
    const after = { claimedBy: userId };
    if (context.dryRun) return after;
    await context.set({ claimedBy: userId, claimedAt: context.now });
    await context.log({
      ...nameOf(order),
      event: 'claim',
      before: await keptHolder(context.tx, order.claimedBy),
      after: { ...after, claimedByName: context.caller.account },
    });
    return after;
  };

const FREE = Object.freeze({ claimedBy: null });

/** Nobody holds the order any more, and its log says who did. */
export async function freeClaim(context: ActionContext, order: Claimable): Promise<void> {
  await context.set({ claimedBy: null, claimedAt: null });
  const before = await keptHolder(context.tx, order.claimedBy);
  await context.log({ ...nameOf(order), event: 'unclaim', before, after: { ...FREE } });
}

/**
 * Mine, or I supervise; a lapsed claim may be cleared by whoever held it or a supervisor alike.
 * @param supervise the permission that frees what another holds
 */
export const unclaimWith =
  (read: (row: LockedRow) => Claimable, supervise: string): ActionHandler =>
  async (context, row) => {
    const order = read(row);
    const mine = order.claimedBy === context.caller.userId;
    const supervises = order.claimedBy !== null && can(context.caller, supervise);
    if (!mine && !supervises) {
      await refuseClaimedByOther(context.tx, order, context.caller, context.now);
      throw new Refused('notClaimedByYou');
    }
    if (!context.dryRun) await freeClaim(context, order);
    return { ...FREE };
  };

/** The part of a log entry that names the order. */
export const nameOf = (
  order: Pick<Claimable, 'id' | 'orderNo' | 'merchantId'>,
): { orderId: string; orderNo: string; merchantId: string } => ({
  orderId: order.id,
  orderNo: order.orderNo,
  merchantId: order.merchantId,
});
