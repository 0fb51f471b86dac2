import type { PoolClient } from 'pg';
import type { ActionHandler } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { ruled } from '../approvals/ruled.ts';
import { hasEnded } from '../orders/collectRow.ts';
import { lockOrder } from '../orders/collectStore.ts';
import { text, textOrNull } from '../orders/columns.ts';
import { actorOf, moveRow } from '../orders/moveRow.ts';
import { decidePayment } from './decidePayment.ts';
import { named, readState } from './paymentState.ts';
import { listHeld } from './reviewHeld.ts';
import { outOfSuspense, suspenseOver, takeOut } from './suspense.ts';
import { MATCHED_BILL } from '../../platform/db/statuses.ts';

// Of the entry itself, of the confirmation that once drew it, or under its reference.
const PROOF = `select b.bill_no as "billNo" from payment p
  join bank_bill b on b.status in ${MATCHED_BILL} and (b.entry_id = p.id
    or b.order_id = p.order_id and (p.replaces_id is not null or reference_form(b.utr) = p.normalised_reference
      or exists (select from payment_allocation a
        where a.merchant_id = p.merchant_id and a.payment_id = p.id and a.entry_id = b.entry_id and a.amount > 0)))
  where p.id = $1 order by b.id limit 1`;

/** The number of the line that proves a payment. */
const proofOf = async (tx: PoolClient, paymentId: string): Promise<string | undefined> =>
  (await tx.query<{ billNo: string }>(PROOF, [paymentId])).rows[0]?.billNo;

/**
 * suspense → upstream: no such money came, or it came once and was reported twice. The upstream owes it no longer;
 * reported again by the same message it stays out.
 */
const writeOffMoney: ActionHandler = async (context, row) => {
  const { tx, now, caller } = context;
  const order = await lockOrder(tx, text(row.orderId));
  const payment = textOrNull(row.entryId);
  if (payment === null) throw new Refused('notInSuspense');
  const state = await readState(tx, order, undefined, true);
  const event = { kind: 'denial', payment, proof: await proofOf(tx, payment) } as const;
  const decision = decidePayment(state.order, state.payments, event);
  if (decision.do === 'refuse')
    throw decision.why === 'proved'
      ? new Refused('lineProves', { billNo: decision.proof })
      : new Refused('notInSuspense');
  const payments = named(state.payments, decision.payments);
  const { suspended, currency, upstreamId } = payments[0]!;
  if (context.dryRun) {
    const legs = outOfSuspense(upstreamId, suspended);
    return { status: 'done', amount: suspended, currency, ...(await suspenseOver(tx, currency, legs)) };
  }
  const actor = actorOf(context);
  const reason = text(context.input.reason).trim();
  const by = { operator: caller.account, system: false, remark: reason, commandKey: 'writeOff' };
  await takeOut(tx, order, payments, 'writtenOff', by);
  if (row.status === 'open')
    await context.set({
      status: 'done',
      reason,
      closerId: caller.userId,
      closedBy: caller.account,
      closedAt: now,
    });
  await listHeld(tx, order, hasEnded(order), { actor, now, reason });
  const note = {
    event: 'writeOff',
    to: order.statusValue,
    set: { paid_amount: decision.paidAmount },
    remark: `${suspended} ${currency}, ${reason}`,
  };
  await moveRow(tx, { table: 'collect_order', resource: 'collectOrder' }, order, note, actor);
  return { status: 'done' };
};

export const writeOff = ruled({ resource: 'reviewItem', action: 'writeOff' }, writeOffMoney);
