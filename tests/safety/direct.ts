import type { Pool } from 'pg';
import { guardValue } from '../../contract/guard.ts';
import { refusalOfRow } from '../../contract/refusal.ts';
import type { Resource } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import type { collectOrderActions } from '../../server/domain/orders/commands/collectOrder.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import type { ActionContext, LockedRow } from '../../server/engine/action.ts';
import { commandOf, halfOf } from '../../server/engine/serverHalf.ts';
import { modules } from '../../server/bootstrap/registry.ts';
import { deltaOfOrderStatus, isCountedOrder, type OrderFacts } from '../../server/engine/rollup.ts';
import { camel, snake } from '../../server/engine/sql.ts';
import { Refused } from '../../server/platform/http/refused.ts';

export interface Hand {
  userId?: string;
  commandKey?: string;
  now?: Date;
  input?: Record<string, unknown>;
}

/** The definition's guard, as the engine asks it before the handler. */
function refuseByGuard({ fields, actions }: Resource, action: string, row: LockedRow): void {
  for (const [field, accepted] of Object.entries(actions[action]?.when ?? {})) {
    const values: unknown[] = accepted.map((value) => guardValue(fields, field, value));
    if (!values.includes(row[field])) throw new Refused('guard');
  }
}

const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, remark, resource)
  values ($1, $2, $3, $4, $5, 'tester', $6, $7, $8, $9)`;

/** One action on one row without the engine around it: the handler itself, its writes and its log. */
export async function actOn(
  pool: Pool,
  resource: string,
  action: string,
  id: string,
  over: Hand = {},
): Promise<Record<string, unknown> | undefined> {
  const table = snake(resource);
  const definition = resourceOf(resource);
  return transact(pool, async (tx) => {
    const found = (
      await tx.query({
        name: `direct-lock-${table}`,
        text: `select * from ${table} where id = $1 for update`,
        values: [id],
      })
    ).rows[0];
    const row = Object.fromEntries(
      Object.entries(found as object).map(([name, value]) => [camel(name), value]),
    ) as LockedRow;
    refuseByGuard(definition, action, row);
    const asks = { userId: over.userId ?? '1', supervises: false, now: over.now ?? new Date(), asked: false };
    const refused = refusalOfRow(definition.actions[action]?.refuses, row, asks);
    if (refused) throw new Refused(refused.code);
    const caller = {
      userId: over.userId ?? '1',
      account: `tester ${over.userId ?? '1'}`,
      accountType: 777,
      merchantId: null,
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
        const { orderId, orderNo, merchantId, event, before, after, remark } = entry;
        const values = [newId(), orderId, orderNo, merchantId, event, before, after, remark, resource];
        await tx.query({ name: 'direct-log', text: LOG, values });
      },
      set: async (values: Record<string, unknown>) => {
        const names = Object.keys(values);
        const sets = names.map((name, at) => `${snake(name)} = $${at + 2}`).join(', ');
        await tx.query(`update ${table} set ${sets}, version = version + 1 where id = $1`, [
          id,
          ...Object.values(values),
        ]);
        if (values.status === undefined || values.status === row.status || !isCountedOrder(resource)) return;
        const order = row as LockedRow & OrderFacts;
        await deltaOfOrderStatus(tx, resource, order, Number(row.status), Number(values.status));
      },
    } as unknown as ActionContext;
    const handler = commandOf(halfOf(modules.halves, definition), definition, action);
    if (!handler) throw new Error(`no handler of ${action}`);
    return handler(context, row);
  });
}

/** The same on a collection order. */
export const actDirectly = (
  pool: Pool,
  action: Extract<keyof typeof collectOrderActions, string>,
  orderId: string,
  over?: Hand,
): Promise<Record<string, unknown> | undefined> => actOn(pool, 'collectOrder', action, orderId, over);

export async function settleDirectly(pool: Pool, orderId: string): Promise<void> {
  await actDirectly(pool, 'settle', orderId);
}
