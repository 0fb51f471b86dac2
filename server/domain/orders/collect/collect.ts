import type { PoolClient } from 'pg';
import { Amount, fitsCurrency } from '../../../../contract/money.ts';
import { scheduleCallback } from '../../callbacks/schedule.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { type CollectEvent, type CollectStatus, nextStatus } from '../../../ledger/states.ts';
import { type Change, lockOrder, moveOrder } from '../collectStore.ts';
import { payerHasUntil } from './collectCreate.ts';
import { bookNotice } from './bookNotice.ts';
import type { Payment } from './bookPayment.ts';
import { type Actor, SYSTEM } from '../moveRow.ts';
import { referenceConflict } from '../../payments/references.ts';
import { type CollectRow, hasEnded } from '../collectRow.ts';

export { createOrder } from './collectCreate.ts';
export type { Payment } from './bookPayment.ts';

const AGAIN = `update collect_order set expires_at = $2 where id = $1 and expires_at < $2`;

async function step(
  tx: PoolClient,
  orderId: string,
  change: Omit<Change, 'to'> & { event: CollectEvent },
  now: Date,
  actor: Actor,
): Promise<CollectStatus> {
  const order = await lockOrder(tx, orderId);
  const to = nextStatus(change.event, order.status);
  if (!to) throw new Refused('guard');
  // Whoever is asked to pay once more has the time to.
  if (to === 'paying' && order.status === 'failed')
    await tx.query({ name: 'collect-again', text: AGAIN, values: [orderId, payerHasUntil(now)] });
  const moved = await moveOrder(tx, order, { ...change, to }, actor);
  if (hasEnded(moved)) await scheduleCallback(tx, moved, moved.statusValue, now);
  return to;
}

/** created, failed → paying. */
export const submitOrder = (
  tx: PoolClient,
  orderId: string,
  sent: Pick<Change, 'upstreamOrderNo' | 'upstreamId' | 'upstreamCost'> = {},
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> => step(tx, orderId, { ...sent, event: 'submitUpstream' }, now, actor);

export const failOrder = (
  tx: PoolClient,
  orderId: string,
  remark?: string,
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> => step(tx, orderId, { event: 'fail', remark }, now, actor);

export const expireOrder = (
  tx: PoolClient,
  orderId: string,
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> => step(tx, orderId, { event: 'expire' }, now, actor);

/**
 * An upstream reports money for an order. Its own money makes it a success; late money, another amount or currency, or a
 * reference that is another order's puts it in review, more money leaves it as it is, and both wait in suspense. The
 * same message again changes nothing, nor does the same money reported by somebody else.
 * `locked` is the order under its row lock, or its id.
 */
export async function succeedOrder(
  tx: PoolClient,
  locked: CollectRow | string,
  payment: Payment,
  now = new Date(),
  actor = SYSTEM,
): Promise<CollectStatus> {
  const order = typeof locked === 'string' ? await lockOrder(tx, locked) : locked;
  const currency = payment.currency ?? order.currency;
  if (!fitsCurrency(payment.paidAmount, currency) || !new Amount(payment.paidAmount).greaterThan(0)) {
    throw new Refused('amountDigits', { currency });
  }
  // A reference that money was booked on for another order, or waits for it: the same money may be reported twice.
  const conflict = await referenceConflict(tx, 'in', order, payment.utr);
  return bookNotice(tx, { order, payment, source: 'notice', conflict, now, actor });
}
