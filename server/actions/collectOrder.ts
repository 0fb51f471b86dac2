import type { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { queueManualCallback, scheduleCallback } from '../callbacks/schedule.ts';
import type { ActionHandler, ActionHandlers } from '../engine/action.ts';
import { Refused } from '../http/refused.ts';
import { nextStatus, statusValue } from '../ledger/states.ts';
import { claim, nameOf, refuseClaimedByOther, unclaim } from './claim.ts';
import { collectRow } from './collectRow.ts';
import { reverse } from './reverse.ts';
import { settle } from './settle.ts';

/** One extra attempt by hand; the planned tries go on as they were. */
const notify: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  if (!order.callbackUrl) throw new Refused('noCallbackUrl');
  if (context.dryRun) return {};
  await queueManualCallback(context.tx, { ...order, status: order.statusValue }, context.now);
  await context.log({ ...nameOf(order), event: 'notify' });
  return {};
};

const cancel: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const to = nextStatus('cancel', order.status);
  if (!to) throw new Refused('guard');
  await refuseClaimedByOther(context.tx, order, context.caller, context.now);
  const before = { status: order.statusValue };
  const after = { status: statusValue(to) };
  if (context.dryRun) return after;
  await context.set(after);
  await context.log({ ...nameOf(order), event: 'cancel', before, after });
  await scheduleCallback(context.tx, order, after.status, context.now);
  return after;
};

export const collectOrderActions: ActionHandlers<typeof collectOrder> = {
  claim,
  unclaim,
  settle,
  batchSettle: settle,
  notify,
  reverse,
  cancel,
};
