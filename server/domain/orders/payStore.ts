import type { PoolClient } from 'pg';
import { scheduleCallback } from '../callbacks/schedule.ts';
import { deltaOfOrderStatus } from '../../engine/rollup.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type EntryKind, post } from '../../ledger/post.ts';
import type { Leg } from '../../ledger/legs.ts';
import { type PayEvent, payMachine, type PayStatus } from '../../ledger/payStates.ts';
import { type Actor, moveRow, SYSTEM } from './moveRow.ts';
import { type PayRow, payRow } from './payRow.ts';
import { claimReference } from './payoutReference.ts';

const COLUMNS = `id::text, order_no as "orderNo", merchant_order_no as "merchantOrderNo",
  merchant_id::text as "merchantId", channel_id::text as "channelId", upstream_id::text as "upstreamId",
  agent_id::text as "agentId", currency, amount::text, fee::text, upstream_cost::text as "upstreamCost",
  commission::text, status, utr, upstream_order_no as "upstreamOrderNo", attempts, callback_url as "callbackUrl",
  claimed_by::text as "claimedBy", claimed_at as "claimedAt", created_at as "createdAt"`;

const PAY_ORDER = { table: 'pay_order', resource: 'payOrder' } as const;

/** The payout under its row lock; notFound when there is none. */
export async function lockPayout(tx: PoolClient, orderId: string): Promise<PayRow> {
  const { rows } = await tx.query({
    name: 'pay-lock',
    text: `select ${COLUMNS} from pay_order where id = $1 for update`,
    values: [orderId],
  });
  if (!rows[0]) throw new Refused('notFound');
  return payRow(rows[0]);
}

const ENDED: ReadonlySet<PayStatus> = new Set(['success', 'failed', 'rejected', 'cancelled', 'returned']);

export interface PayoutStep {
  event: PayEvent;
  /** Further columns, snake_case. */
  set?: Readonly<Record<string, unknown>>;
  remark?: string | null;
  /** What the step does to the ledger; the key makes it once. */
  entry?: { kind: EntryKind; key: string; legs: readonly Leg[] };
}

/**
 * One edge of a locked payout: ledger entry, status, log, outbox, rollup and the merchant's callback, all in the
 * caller's transaction. Columns that the entry depends on must already be on `order`.
 * @throws Refused guard where the edge is not listed
 */
export async function stepPayout(
  tx: PoolClient,
  order: PayRow,
  step: PayoutStep,
  now: Date,
  actor: Actor,
): Promise<PayRow> {
  const to = payMachine.next(step.event, order.status);
  if (!to) throw new Refused('guard');
  const value = payMachine.value(to);
  await claimReference(tx, order, step.set);
  const move = { event: step.event, to: value, set: step.set, remark: step.remark };
  await moveRow(tx, PAY_ORDER, order, move, actor);
  await deltaOfOrderStatus(tx, 'payOrder', order, order.statusValue, value);
  if (ENDED.has(to)) await scheduleCallback(tx, { ...order, kind: 'pay' }, value, now);
  // Last: the entry may lock the row of an agent, which many orders share.
  if (step.entry) {
    await post(tx, {
      kind: step.entry.kind,
      merchantId: order.merchantId,
      currency: order.currency,
      order,
      commandKey: step.entry.key,
      operator: actor.operator,
      system: actor.operatorId === undefined || actor.operatorId === null,
      remark: step.remark ?? undefined,
      legs: step.entry.legs,
    });
  }
  return { ...order, status: to, statusValue: value };
}

/** Says something of a payout in its log without moving it; `set` are further columns, snake_case. */
export async function noteOnPayout(
  tx: PoolClient,
  order: PayRow,
  event: string,
  remark: string,
  actor: Actor = SYSTEM,
  set?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await claimReference(tx, order, set);
  await moveRow(tx, PAY_ORDER, order, { event, to: order.statusValue, set, remark }, actor);
}
