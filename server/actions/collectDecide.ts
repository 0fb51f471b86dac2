import { bothHands } from '../../contract/hands.ts';
import { amountText } from '../../contract/money.ts';
import { matchByProof } from '../bank/auto.ts';
import { scheduleCallback } from '../callbacks/schedule.ts';
import type { ActionContext, ActionHandler } from '../engine/action.ts';
import { can } from '../http/caller.ts';
import { Refused } from '../http/refused.ts';
import { arrivedFor, confirmation } from '../ledger/bookingEntries.ts';
import { type CollectEvent, nextStatus, statusValue } from '../ledger/states.ts';
import { withdrawQuestion } from './approvalAsk.ts';
import { claimHolder, freeClaim, nameOf, refuseClaimedByOther } from './claim.ts';
import { type CollectRow, collectRow } from './collectRow.ts';
import { bookConfirmed } from './confirmation.ts';
import { actorOf } from './moveRow.ts';
import { previewOf } from './preview.ts';
import { reviewLeft } from './reviewLeft.ts';
import { aboutOrder, agree, asksSecond, confirmedUtr, firstPerson, saysBefore } from './secondPerson.ts';
import { type ForeignMoney, foreignMoney, ownInSuspense, sumOf } from './suspense.ts';
import { refuseUsedUtr } from './usedUtr.ts';

const reasonOf = ({ input }: ActionContext): string => String(input.reason ?? '').trim();

/** The edge, or a refusal that names the state. */
function edge(order: CollectRow, event: CollectEvent): number {
  const to = nextStatus(event, order.status);
  if (!to) throw new Refused('guard');
  return statusValue(to);
}

/** Only who holds the order, or a supervisor, decides about it. */
async function refuseUnlessMine(context: ActionContext, order: CollectRow): Promise<void> {
  if (can(context.caller, 'collectOrder:supervise')) return;
  await refuseClaimedByOther(context.tx, order, context.caller, context.now);
  if (!claimHolder(order, context.now)) throw new Refused('notClaimedByYou');
}

/** What of the order waits in suspense in other currencies, for the sheet; nothing where nothing does. */
const foreignFigures = (money: readonly ForeignMoney[]): Record<string, unknown> =>
  money.length === 0
    ? {}
    : { foreign: money.map(({ amount, currency, utr }) => ({ amount, currency, utr })) };

/** Says that the payer paid although no upstream does: a person's word, with a reason and a bank reference. */
export const forceConfirm: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const { tx, now, caller } = context;
  const status = edge(order, 'forceConfirm');
  const first = await firstPerson(context, order);
  await refuseUnlessMine(context, order);
  const utr = confirmedUtr(context, first);
  if (utr !== undefined) await refuseUsedUtr(tx, 'in', order.id, utr, caller);
  const payments = await ownInSuspense(tx, order);
  const held = sumOf(payments);
  const money = arrivedFor(order, held);
  const legs = confirmation(order, held, money.bearer);
  if (context.dryRun) {
    const { orderNo, merchantId, currency, amount, fee } = order;
    const foreign = foreignFigures(await foreignMoney(tx, order));
    const figures = { orderNo, merchantId, currency, amount, fee, ...money, ...foreign };
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
  const booked = { commandKey: `confirm:${order.id}`, operator, remark: reason, utr, payments, legs };
  await bookConfirmed(tx, order, booked, actorOf(context), now);
  // Where nothing has been seen the person's word stands for the whole amount.
  const paidAmount = money.bearer === 'upstream' ? amountText(order.amount) : money.arrived;
  await context.set({ status, utr, paidAmount, paidAt: now });
  await context.log({
    ...nameOf(order),
    event: 'forceConfirm',
    before: { status: order.statusValue },
    after: { status, utr, ...(first && { maker: first.maker }) },
    remark: reason,
  });
  await scheduleCallback(tx, order, status, now);
  return { status, utr };
};

/** A person's no: the order failed. Money that came stays in suspense and in sight. */
export const overrule: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const status = edge(order, 'overrule');
  await refuseClaimedByOther(context.tx, order, context.caller, context.now);
  if (context.dryRun) return { status };
  await withdrawQuestion(context.tx, aboutOrder(order), 'overrule', context.now);
  await context.set({ status });
  await reviewLeft(context.tx, order, actorOf(context), context.now);
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
  await refuseClaimedByOther(context.tx, order, context.caller, context.now);
  const utr = String(context.input.utr);
  await refuseUsedUtr(context.tx, 'in', order.id, utr, context.caller);
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
