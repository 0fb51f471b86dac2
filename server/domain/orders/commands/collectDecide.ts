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
import { nameOf } from '../claim.ts';
import { type CollectRow, collectRow } from '../collectRow.ts';
import { bookConfirmed } from '../collect/confirmation.ts';
import { actorOf } from '../moveRow.ts';
import { previewOf } from '../preview.ts';
import { isOther, type KnownPayment, sumOf } from '../../payments/decide/state.ts';
import { decidePayment } from '../../payments/decidePayment.ts';
import { listDecided } from '../../payments/reviewHeld.ts';
import { ruled, type RuledHandler } from '../../approvals/ruled.ts';
import { differingClaim, moneyOf, staying, type Suspended, suspendedUnder } from '../../payments/suspense.ts';
import { named, readState, suspendedFor } from '../../payments/paymentState.ts';
import { knowsOf, type Reader, refuseUsedReference } from '../../payments/references.ts';

const reasonOf = ({ input }: ActionContext): string => String(input.reason ?? '').trim();

/** The edge, or a refusal that names the state. */
function edge(order: CollectRow, event: CollectEvent): number {
  const to = nextStatus(event, order.status);
  if (!to) throw new Refused('guard');
  return statusValue(to);
}

/** What the order is paid with: what is drawn, what another order loses by it, and what is not drawn. */
interface Payable {
  draws: readonly Pick<KnownPayment, 'id' | 'suspended'>[];
  moved: Suspended | undefined;
  writesOff: readonly KnownPayment[];
  /** In other currencies, or drawn though it came under another reference than the one that is confirmed. */
  others: readonly KnownPayment[];
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
): Promise<Payable> {
  const under = utr === undefined ? [] : await suspendedUnder(tx, utr);
  const candidates = [];
  for (const payment of under)
    candidates.push({
      ...payment,
      isOwn: payment.orderNo === order.orderNo,
      isKnown: await knowsOf(tx, caller, payment.merchantId),
    });
  const { payments, given, ...state } = await readState(tx, order, utr, true);
  const decision = decidePayment(state.order, payments, { kind: 'claim', reference: given, candidates });
  if (decision.do === 'refuse')
    throw decision.why === 'taken'
      ? new Refused('utrTaken')
      : differingClaim(under.find(({ id }) => id === decision.payment)!);
  const moved = under.find(({ id }) => id === decision.taken);
  const own = named(payments, decision.payments);
  const suspended = payments.filter(({ status }) => status === 'suspended');
  return {
    draws: moved ? [moved, ...own] : own,
    moved,
    writesOff: named(payments, decision.writesOff),
    others: [
      ...suspended.filter(({ currency }) => currency !== order.currency),
      ...own.filter(({ reference }) => given !== null && isOther(reference, given)),
    ],
  };
}

/** Says in the log of the order that the money waited for where it went; its merchant reads no other one's number. */
async function noteMoved(context: ActionContext, order: CollectRow, moved: Suspended): Promise<void> {
  const { orderId, orderNo, merchantId, suspended, currency, utr } = moved;
  const to = merchantId === order.merchantId ? ` → ${order.orderNo}` : '';
  const remark = `- ${suspended} ${currency}, UTR ${utr}${to}`;
  await context.log({ resource: 'collectOrder', orderId, orderNo, merchantId, event: 'moneyMoved', remark });
}

/** Says that the payer paid although no upstream does: a person's word, with a reason and a bank reference. */
const confirmPaid: RuledHandler = async (context, row, first) => {
  const order = collectRow(row);
  const { tx, now, caller } = context;
  const status = edge(order, 'forceConfirm');
  const utr = typeof context.input.utr === 'string' ? context.input.utr : undefined;
  if (utr !== undefined) await refuseUsedReference(tx, 'in', order.id, utr, caller);
  const { draws, moved, writesOff, others } = await payable(tx, order, utr, caller);
  const held = sumOf(draws);
  const money = arrivedFor(order, held);
  const legs = confirmation(order, held, money.bearer);
  if (context.dryRun) {
    const { orderNo, merchantId, currency, amount, fee } = order;
    const other = others.length === 0 ? {} : { otherMoney: moneyOf(others) };
    const taken = moved && { taken: { orderNo: moved.orderNo, merchantName: moved.merchantName } };
    const figures = { orderNo, merchantId, currency, amount, fee, ...money, ...taken, ...other };
    return { status, ...figures, ...(await previewOf(tx, order, legs)) };
  }
  const reason = reasonOf(context);
  const operator = first ? bothHands(first.maker, caller.account) : caller.account;
  const booked = {
    commandKey: `confirm:${order.id}`,
    source: 'forcedConfirmation',
    operator,
    remark: reason,
    reference: utr ?? order.utr,
    draws,
    writesOff,
    legs,
  } as const;
  await bookConfirmed(tx, order, booked, actorOf(context), now);
  if (moved) await noteMoved(context, order, moved);
  // Where nothing has been seen the person confirms the whole amount.
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

export const forceConfirm = ruled(
  { resource: 'collectOrder', action: 'forceConfirm', same: { utr: 'referenceDiffers' } },
  confirmPaid,
);

/** A person's no: the order failed. Money that came stays in suspense and in sight. */
export const overrule: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const status = edge(order, 'overrule');
  if (context.dryRun) return { status, ...staying(await suspendedFor(context.tx, order)) };
  await withdrawQuestion(context.tx, { resource: 'collectOrder', rowId: order.id }, 'overrule', context.now);
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
