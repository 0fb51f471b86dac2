import { bothHands } from '../../../../contract/hands.ts';
import type { PoolClient } from 'pg';
import { amountText } from '../../../../contract/money.ts';
import { matchByProof } from '../../reconciliation/auto.ts';
import { scheduleCallback } from '../../callbacks/schedule.ts';
import type { ActionContext, ActionHandler } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { arrivedFor, confirmation } from '../../../ledger/bookingEntries.ts';
import { type CollectEvent, nextStatus, statusValue } from '../../../ledger/states.ts';
import { withdrawQuestion } from '../../approvals/approvalAsk.ts';
import { freeClaim, nameOf } from '../claim.ts';
import { type CollectRow, collectRow } from '../collectRow.ts';
import { bookConfirmed } from '../collect/confirmation.ts';
import { actorOf } from '../moveRow.ts';
import { previewOf } from '../preview.ts';
import { unpaid } from '../../payments/decide/state.ts';
import { decidePayment } from '../../payments/decidePayment.ts';
import { listDecided } from '../../payments/reviewHeld.ts';
import {
  aboutOrder,
  agree,
  asksSecond,
  confirmedUtr,
  firstPerson,
  saysBefore,
} from '../../approvals/secondPerson.ts';
import {
  apartFrom,
  candidateOf,
  elsewhere,
  foreignMoney,
  heldInSuspense,
  moneyOf,
  ownInSuspense,
  sumOf,
  staying,
  type Suspended,
  suspendedUnder,
  type Waiting,
} from '../../payments/suspense.ts';
import { knowsOf, type Reader, refuseUsedReference } from '../../payments/references.ts';

const reasonOf = ({ input }: ActionContext): string => String(input.reason ?? '').trim();

/** The edge, or a refusal that names the state. */
function edge(order: CollectRow, event: CollectEvent): number {
  const to = nextStatus(event, order.status);
  if (!to) throw new Refused('guard');
  return statusValue(to);
}

/**
 * What of the order waits in suspense in other currencies, and what goes into it though it came under another reference
 * than the one that is confirmed, for the sheet; nothing where there is nothing.
 */
function otherMoney(foreign: readonly Waiting[], others: readonly Waiting[]): Record<string, unknown> {
  const money = moneyOf([...foreign, ...others]);
  return money.length === 0 ? {} : { otherMoney: money };
}

/**
 * What waits in suspense for the order; and what waits for another one under the reference that a person names, as that
 * one's it is taken from there. @throws Refused where it is not the order's amount, or of an order unknown to the caller
 */
async function payable(
  tx: PoolClient,
  order: CollectRow,
  utr: string | undefined,
  caller: Reader,
): Promise<{ payments: Waiting[]; moved?: Suspended }> {
  const own = await ownInSuspense(tx, order);
  const moved = utr === undefined ? undefined : await claimPayment(tx, order, utr, caller);
  return moved ? { payments: [moved, ...own], moved } : { payments: own };
}

/** The payment of another order that the reference is of. @throws Refused */
async function claimPayment(
  tx: PoolClient,
  order: CollectRow,
  utr: string,
  caller: Reader,
): Promise<Suspended | undefined> {
  const under = await suspendedUnder(tx, utr);
  const candidates = [];
  for (const payment of under)
    candidates.push({
      ...candidateOf(payment),
      isOwn: payment.orderNo === order.orderNo,
      isKnown: await knowsOf(tx, caller, payment.merchantId),
    });
  const decision = decidePayment(unpaid(order), [], { kind: 'claim', candidates });
  if (decision.do === 'none') return undefined;
  if (decision.do === 'refuse' && decision.why === 'taken') throw new Refused('utrTaken');
  const payment = under.find(({ entryId }) => entryId === decision.payment)!;
  if (decision.do === 'refuse') throw elsewhere(payment);
  return payment;
}

/** Says in the log of the order that the money waited for where it went; its merchant reads no other one's number. */
async function noteMoved(context: ActionContext, order: CollectRow, moved: Suspended): Promise<void> {
  const { orderId, orderNo, merchantId, amount, currency, utr } = moved;
  const to = merchantId === order.merchantId ? ` → ${order.orderNo}` : '';
  const remark = `- ${amount} ${currency}, UTR ${utr}${to}`;
  await context.log({ resource: 'collectOrder', orderId, orderNo, merchantId, event: 'moneyMoved', remark });
}

/** Says that the payer paid although no upstream does: a person's word, with a reason and a bank reference. */
export const forceConfirm: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const { tx, now, caller } = context;
  const status = edge(order, 'forceConfirm');
  const first = await firstPerson(context, order);
  const utr = confirmedUtr(context, first);
  if (utr !== undefined) await refuseUsedReference(tx, 'in', order.id, utr, caller);
  const { payments, moved } = await payable(tx, order, utr, caller);
  const held = sumOf(payments);
  const money = arrivedFor(order, held);
  const legs = confirmation(order, held, money.bearer);
  if (context.dryRun) {
    const { orderNo, merchantId, currency, amount, fee } = order;
    const others = utr === undefined ? [] : (await apartFrom(tx, payments, utr)).other;
    const other = otherMoney(await foreignMoney(tx, order), others);
    const taken = moved && { taken: { orderNo: moved.orderNo, merchantName: moved.merchantName } };
    const figures = { orderNo, merchantId, currency, amount, fee, ...money, ...taken, ...other };
    const says = await saysBefore(context, order, first);
    return { status, ...figures, ...says, ...(await previewOf(tx, order, legs)) };
  }
  const reason = reasonOf(context);
  if (first) await agree(context, order, reason);
  else if (await asksSecond(context, order)) {
    await context.log({ ...nameOf(order), event: 'askApproval', after: { utr }, remark: reason });
    // Held by the first person the second one could not take it.
    if (order.claimedBy === caller.userId) await freeClaim(context, order);
    return { waiting: true };
  }
  const operator = first ? bothHands(first.maker, caller.account) : caller.account;
  const booked = {
    commandKey: `confirm:${order.id}`,
    source: 'forcedConfirmation',
    operator,
    remark: reason,
    utr,
    reference: utr ?? order.utr,
    payments,
    legs,
  } as const;
  await bookConfirmed(tx, order, booked, actorOf(context), now);
  if (moved) await noteMoved(context, order, moved);
  // Where nothing has been seen the person's word stands for the whole amount.
  const paidAmount = money.bearer === 'upstream' ? amountText(order.amount) : money.arrived;
  await context.set({ status, utr, paidAmount, paidAt: now });
  await context.log({
    ...nameOf(order),
    event: 'forceConfirm',
    before: { status: order.statusValue },
    after: {
      status,
      utr,
      ...(first && { maker: first.maker }),
      ...(moved?.merchantId === order.merchantId && { from: moved.orderNo }),
    },
    remark: reason,
  });
  await scheduleCallback(tx, order, status, now);
  return { status, utr };
};

/** A person's no: the order failed. Money that came stays in suspense and in sight. */
export const overrule: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const status = edge(order, 'overrule');
  if (context.dryRun) return { status, ...staying(await heldInSuspense(context.tx, order.id)) };
  await withdrawQuestion(context.tx, aboutOrder(order), 'overrule', context.now);
  await context.set({ status });
  await listDecided(context.tx, order, { actor: actorOf(context), now: context.now });
  await context.log({
    ...nameOf(order),
    event: 'overrule',
    before: { status: order.statusValue },
    after: { status },
    remark: reasonOf(context),
  });
  await scheduleCallback(context.tx, order, status, context.now);
  return { status };
};

/** Notes the payer's bank reference, and matches its line where that has come; the one it replaces stays in the log. */
export const repairProof: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const utr = String(context.input.utr);
  await refuseUsedReference(context.tx, 'in', order.id, utr, context.caller);
  if (context.dryRun) return { utr };
  await context.set({ utr });
  await context.log({
    ...nameOf(order),
    event: 'repairProof',
    before: { utr: (row.utr as string | null) ?? null },
    after: { utr },
  });
  const how = { actor: actorOf(context), now: context.now };
  const matched = await matchByProof(context.tx, order, 1, utr, how);
  return matched ? { utr, effect: matched.effect } : { utr };
};
