import type { Pool } from 'pg';
import { dictValue } from '../../contract/dicts.ts';
import type { Action } from '../../contract/resource.ts';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { collectOrderActions } from '../../server/actions/collectOrder.ts';
import { newId } from '../../server/db/id.ts';
import { transact } from '../../server/db/transaction.ts';
import type { ActionContext, LockedRow } from '../../server/engine/action.ts';
import { Refused } from '../../server/http/refused.ts';

export type ActionName = keyof typeof collectOrderActions;

const ROW = `select id::text, order_no as "orderNo", merchant_order_no as "merchantOrderNo",
  merchant_id::text as "merchantId", upstream_id::text as "upstreamId", agent_id::text as "agentId", currency,
  amount::text, fee::text, upstream_cost::text as "upstreamCost", commission::text, status, settled,
  callback_url as "callbackUrl", claimed_by::text as "claimedBy", claimed_at as "claimedAt", created_at as "createdAt"
  from collect_order where id = $1 for update`;
const COLUMN: Record<string, string> = {
  status: 'status',
  settled: 'settled',
  settledAt: 'settled_at',
  claimedBy: 'claimed_by',
  claimedAt: 'claimed_at',
};

/** The definition's guard, as the engine asks it before the handler. */
function refuseByGuard(action: ActionName, row: LockedRow): void {
  const { when } = collectOrder.actions[action] as Action;
  for (const [field, accepted] of Object.entries(when ?? {})) {
    const values = accepted.map((name) =>
      field === 'status' ? dictValue('collectStatusEnum', String(name)) : name,
    ) as unknown[];
    if (!values.includes(row[field])) throw new Refused('guard');
  }
}

/** One action on one order without the engine around it: the handler itself, its writes and its log. */
export async function actDirectly(
  pool: Pool,
  action: ActionName,
  orderId: string,
  over: { userId?: string; commandKey?: string; now?: Date; input?: Record<string, unknown> } = {},
): Promise<Record<string, unknown> | undefined> {
  return transact(pool, async (tx) => {
    const row = (await tx.query(ROW, [orderId])).rows[0] as LockedRow;
    refuseByGuard(action, row);
    const caller = {
      userId: over.userId ?? '1',
      account: 'tester',
      accountType: 777,
      permissions: new Set<string>(),
    };
    const context = {
      tx,
      caller,
      input: over.input ?? { reason: 'test' },
      now: over.now ?? new Date(),
      dryRun: false,
      commandKey: over.commandKey ?? newId(),
      emit: async () => undefined,
      enqueue: async () => undefined,
      log: async (entry: Parameters<ActionContext['log']>[0]) => {
        await tx.query(
          `insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, remark)
           values ($1, $2, $3, $4, $5, 'tester', $6, $7, $8)`,
          [
            newId(),
            entry.orderId,
            entry.orderNo,
            entry.merchantId,
            entry.event,
            entry.before,
            entry.after,
            entry.remark,
          ],
        );
      },
      set: async (values: Record<string, unknown>) => {
        const names = Object.keys(values);
        const sets = names.map((name, at) => `${COLUMN[name]} = $${at + 2}`).join(', ');
        await tx.query(`update collect_order set ${sets}, version = version + 1 where id = $1`, [
          orderId,
          ...Object.values(values),
        ]);
      },
    } as unknown as ActionContext;
    const handler = collectOrderActions[action];
    if (!handler) throw new Error(`no handler of ${action}`);
    return handler(context, row);
  });
}

export async function settleDirectly(pool: Pool, orderId: string): Promise<void> {
  await actDirectly(pool, 'settle', orderId);
}
