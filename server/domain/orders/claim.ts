import type { PoolClient } from 'pg';
import type { ActionContext, ActionHandler, LockedRow } from '../../engine/action.ts';

/** What a person may hold for a while: an order of either direction. */
export interface Claimable {
  id: string;
  orderNo: string;
  merchantId: string;
  claimedBy: string | null;
  claimedAt: Date | null;
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

export const claimWith =
  (read: (row: LockedRow) => Claimable): ActionHandler =>
  async (context, row) => {
    const order = read(row);
    const { userId } = context.caller;
    const after = { claimedBy: userId };
    if (context.dryRun) return after;
    await context.set({ claimedBy: userId, claimedAt: context.now, claimOfferedUntil: null });
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
  await context.set({ claimedBy: null, claimedAt: null, claimOfferedUntil: null });
  const before = await keptHolder(context.tx, order.claimedBy);
  await context.log({ ...nameOf(order), event: 'unclaim', before, after: { ...FREE } });
}

export const unclaimWith =
  (read: (row: LockedRow) => Claimable): ActionHandler =>
  async (context, row) => {
    if (!context.dryRun) await freeClaim(context, read(row));
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
