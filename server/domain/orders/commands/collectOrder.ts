import type { collectOrder } from '../../../../contract/resources/orders/collectOrder.ts';
import { queueManualCallback, scheduleCallback } from '../../callbacks/schedule.ts';
import type { ActionHandler, ActionHandlers } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { nextStatus, statusValue } from '../../../ledger/states.ts';
import { withdrawQuestion } from '../../approvals/approvalAsk.ts';
import { claimWith, nameOf, unclaimWith } from '../claim.ts';
import { forceConfirm, overrule, repairProof } from './collectDecide.ts';
import { collectRow } from '../collectRow.ts';
import { correctCollected } from './correctReference.ts';
import { resettle } from './resettle.ts';
import { queueCollect, queueQuery } from '../upstreamJobs.ts';
import { reverse } from './reverse.ts';
import { settle } from './settle.ts';

/** One extra attempt by hand; the planned tries go on as they were. */
const notify: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  if (context.dryRun) return {};
  await queueManualCallback(context.tx, { ...order, status: order.statusValue }, context.now);
  await context.log({ ...nameOf(order), event: 'notify' });
  return {};
};

const cancel: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const to = nextStatus('cancel', order.status);
  if (!to) throw new Refused('guard');
  const before = { status: order.statusValue };
  const after = { status: statusValue(to) };
  if (context.dryRun) return after;
  await withdrawQuestion(context.tx, { resource: 'collectOrder', rowId: order.id }, 'cancel', context.now);
  await context.set(after);
  await context.log({ ...nameOf(order), event: 'cancel', before, after });
  await scheduleCallback(context.tx, order, after.status, context.now);
  return after;
};

const submitUpstream: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  if (!nextStatus('submitUpstream', order.status)) throw new Refused('guard');
  if (context.dryRun) return {};
  await queueCollect(context.tx, order.id, context.now);
  await context.log({ ...nameOf(order), event: 'submitAsked' });
  return {};
};

const queryUpstream: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  if (context.dryRun) return {};
  await queueQuery(context.tx, 'collect', order.id, context.now);
  await context.log({ ...nameOf(order), event: 'queryUpstream' });
  return {};
};

export const collectOrderActions: ActionHandlers<typeof collectOrder> = {
  claim: claimWith(collectRow),
  unclaim: unclaimWith(collectRow),
  settle,
  batchSettle: settle,
  resettle,
  notify,
  batchCallback: notify,
  submitUpstream,
  queryUpstream,
  repairProof,
  forceConfirm,
  correctReference: correctCollected,
  overrule,
  reverse,
  cancel,
};
