import { scheduleCallback } from '../callbacks/schedule.ts';
import type { ActionHandler } from '../engine/action.ts';
import { Refused } from '../http/refused.ts';
import { reverse as reverseInLedger } from '../ledger/reverse.ts';
import { nextStatus, statusValue } from '../ledger/states.ts';
import { nameOf } from './claim.ts';
import { collectRow } from './collectRow.ts';

/** Takes a payment back: all the order still has in the ledger, or nothing. */
export const reverse: ActionHandler = async (context, row) => {
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
  await reverseInLedger(context.tx, command, context.dryRun);
  if (context.dryRun) return after;
  await context.set({ status: after.status, settled: false, settledAt: null });
  await context.log({ ...nameOf(order), event: 'reverse', before, after, remark: reason });
  await scheduleCallback(context.tx, order, after.status, context.now);
  return after;
};
