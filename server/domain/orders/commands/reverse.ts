import type { PoolClient } from 'pg';
import { amountText } from '../../../../contract/money.ts';
import { scheduleCallback } from '../../callbacks/schedule.ts';
import type { ActionHandler } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import type { ChainedLeg } from '../../../ledger/chain.ts';
import { netOf } from '../../../ledger/entries.ts';
import { rehearseReversal, reverse as reverseInLedger } from '../../../ledger/reverse.ts';
import { nextStatus, statusValue } from '../../../ledger/states.ts';
import { ruled } from '../../approvals/ruled.ts';
import { nameOf } from '../claim.ts';
import { type CollectRow, collectRow } from '../collectRow.ts';
import { actorOf } from '../moveRow.ts';
import { movesOf, shareMoves } from '../preview.ts';
import { listDecided, listOwners, lockOwners } from '../../payments/reviewHeld.ts';
import { reverseAllocations } from '../../payments/paymentStore.ts';
import { freedBy, staying } from '../../payments/suspense.ts';

/** The order's money and every balance that gives some back, the agent's among them. */
async function figuresOf(tx: PoolClient, order: CollectRow, walked: readonly ChainedLeg[]) {
  return {
    orderNo: order.orderNo,
    merchantId: order.merchantId,
    currency: order.currency,
    amount: amountText(order.amount),
    fee: amountText(order.fee),
    net: amountText(netOf(order)),
    ...movesOf(walked, order.merchantId),
    ...(await shareMoves(tx, order, walked)),
  };
}

/** Takes a payment back: all the order still has in the ledger, or nothing. */
const reverseOrder: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const to = nextStatus('reverse', order.status);
  if (!to) throw new Refused('guard');
  const reason = String(context.input.reason ?? '').trim();
  const before = { status: order.statusValue, settled: order.settled };
  const after = { status: statusValue(to), settled: false };
  const command = {
    merchantId: order.merchantId,
    currency: order.currency,
    order,
    commandKey: `reverse:${context.commandKey}`,
    operator: context.caller.account,
    system: false,
    remark: reason,
  };
  if (context.dryRun) {
    const walked = await rehearseReversal(context.tx, command);
    const freed = staying(await freedBy(context.tx, order.id));
    return { ...(await figuresOf(context.tx, order, walked)), ...freed, ...after };
  }
  await lockOwners(context.tx, order.id);
  const reversalId = await reverseInLedger(context.tx, command);
  await reverseAllocations(context.tx, reversalId);
  await context.set({ status: after.status, settled: false, settledAt: null });
  // What the confirmation drew waits again, whosever it is, and the order has its end.
  const by = { actor: actorOf(context), now: context.now };
  await listDecided(context.tx, order, by);
  await listOwners(context.tx, order, by);
  await context.log({ ...nameOf(order), event: 'reverse', before, after, remark: reason });
  await scheduleCallback(context.tx, order, after.status, context.now);
  return after;
};

export const reverse = ruled({ resource: 'collectOrder', action: 'reverse' }, reverseOrder);
