import type { payOrder } from '../../../../contract/resources/orders/payOrder.ts';
import { matchByProof } from '../../reconciliation/auto.ts';
import { linesProposing } from '../../reconciliation/proposing.ts';
import { queueManualCallback } from '../../callbacks/schedule.ts';
import type { ActionContext, ActionHandler, ActionHandlers } from '../../../engine/action.ts';
import { can } from '../../../platform/http/caller.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { payoutPaid, payoutRelease, payoutReturned } from '../../../ledger/payoutEntries.ts';
import { type PayEvent, payMachine } from '../../../ledger/payStates.ts';
import type { Leg } from '../../../ledger/legs.ts';
import { withdrawQuestion } from '../../approvals/approvalAsk.ts';
import { decide } from '../../approvals/approvalDecide.ts';
import { renewQuestion } from '../../approvals/approvalRenew.ts';
import { ruled } from '../../approvals/ruled.ts';
import { turnOfAnswer } from '../../approvals/turn.ts';
import { claimWith, nameOf, unclaimWith } from '../claim.ts';
import { correctPaid } from './correctReference.ts';
import { refuseHalted } from '../payout/haltedMerchant.ts';
import { actorOf } from '../moveRow.ts';
import { askedSince, endAttempt, liveAttempt, reportedOnPayout } from '../../upstreams/attempts.ts';
import { nextRoute } from '../../upstreams/nextRoute.ts';
import { queueQuery, queueSubmission } from '../upstreamJobs.ts';
import { queueByChannel } from '../payout/payCreate.ts';
import { payPayout, releasePayout, returnPayout } from '../payout/payMoves.ts';
import { type PayRow, payRow } from '../payRow.ts';
import { stepPayout } from '../payStore.ts';
import { previewWithShare } from '../preview.ts';
import { refuseUsedReference } from '../../payments/references.ts';

const reasonOf = ({ input }: ActionContext): string => String(input.reason ?? '').trim();

/** What the sheet shows of a step before it is taken: the status it leads to and the balances it moves. */
async function rehearsed(
  context: ActionContext,
  order: PayRow,
  event: PayEvent,
  legs: readonly Leg[] = [],
): Promise<Record<string, unknown>> {
  const to = payMachine.next(event, order.status);
  if (!to) throw new Refused('guard');
  const moves = await previewWithShare(context.tx, order, legs);
  const { orderNo, merchantId, currency, amount, fee } = order;
  return { status: payMachine.value(to), orderNo, merchantId, currency, amount, fee, ...moves };
}

/** Ends a payout that has not left yet, with its question if one waits. */
const ending =
  (event: 'cancel' | 'overrule'): ActionHandler =>
  async (context, row) => {
    const order = payRow(row);
    if (context.dryRun) return rehearsed(context, order, event, payoutRelease(order));
    await withdrawQuestion(context.tx, { resource: 'payOrder', rowId: order.id }, event, context.now);
    const after = await releasePayout(
      context.tx,
      order,
      event,
      reasonOf(context) || null,
      context.now,
      actorOf(context),
    );
    return { status: after.statusValue };
  };

/** It has passed a step of its flow, and waits for the next person. */
async function afterStep(context: ActionContext, order: PayRow): Promise<Record<string, unknown>> {
  const { orderNo, merchantId, currency, amount, fee, statusValue } = order;
  if (context.dryRun) {
    const turn = await turnOfAnswer(context, { resource: 'payOrder', rowId: order.id });
    return { status: statusValue, orderNo, merchantId, currency, amount, fee, waits: true, ...turn };
  }
  await context.log({ ...nameOf(order), event: 'agreeStep' });
  return { waiting: true };
}

/** An answer to the step of its flow; maker is never checker. */
const deciding =
  (event: 'approve' | 'deny'): ActionHandler =>
  async (context, row) => {
    const order = payRow(row);
    const actor = actorOf(context);
    if (event === 'approve') await refuseHalted(context.tx, order.merchantId);
    await renewQuestion(context.tx, { resource: 'payOrder', ...order }, context.now);
    // The dry run, which is undone, is refused as the command would be.
    const about = { resource: 'payOrder', rowId: order.id };
    const answered = await decide(context, about, event === 'approve', reasonOf(context));
    if (answered === 'goesOn') return afterStep(context, order);
    if (context.dryRun) {
      const legs = event === 'deny' ? payoutRelease(order) : [];
      return { ...(await rehearsed(context, order, event, legs)), ...(await turnOfAnswer(context, about)) };
    }
    if (event === 'deny') {
      const denied = await releasePayout(context.tx, order, 'deny', reasonOf(context), context.now, actor);
      return { status: denied.statusValue };
    }
    const after = await stepPayout(context.tx, order, { event: 'approve' }, context.now, actor);
    await queueByChannel(context.tx, order, context.now);
    return { status: after.statusValue };
  };

/** By which channel it goes to which upstream, or that none takes it now. */
async function wayOf({ tx }: ActionContext, order: PayRow): Promise<Record<string, unknown>> {
  const route = await nextRoute(tx, order);
  const { rows } = await tx.query<{ channelName: string | null; upstreamName: string | null }>(
    `select (select channel_name from channel where id = $1) as "channelName",
       (select name from upstream where id = $2) as "upstreamName"`,
    [order.channelId, route?.upstreamId ?? null],
  );
  return { ...rows[0] };
}

const submitUpstream: ActionHandler = async (context, row) => {
  const order = payRow(row);
  await refuseHalted(context.tx, order.merchantId);
  if (context.dryRun)
    return { ...(await rehearsed(context, order, 'submitUpstream')), ...(await wayOf(context, order)) };
  await queueSubmission(context.tx, order.id, context.now);
  await context.log({ ...nameOf(order), event: 'submitAsked' });
  return {};
};

const queryUpstream: ActionHandler = async (context, row) => {
  const order = payRow(row);
  if (context.dryRun) return {};
  await queueQuery(context.tx, 'pay', order.id, context.now);
  await context.log({ ...nameOf(order), event: 'queryUpstream' });
  return {};
};

/** One extra attempt by hand; the planned tries go on as they were. */
const notify: ActionHandler = async (context, row) => {
  const order = payRow(row);
  if (context.dryRun) return {};
  const callbackOrder = { ...order, kind: 'pay' as const, status: order.statusValue };
  await queueManualCallback(context.tx, callbackOrder, context.now);
  await context.log({ ...nameOf(order), event: 'notify' });
  return {};
};

/** The bank's reference as it was typed; a sheet that has just been opened has none. */
async function unusedUtr({ tx, input, caller }: ActionContext, order: PayRow): Promise<string | undefined> {
  if (typeof input.utr !== 'string') return undefined;
  await refuseUsedReference(tx, 'out', order.id, input.utr, caller);
  return input.utr;
}

/** Notes the bank's reference on a payout whose end is not known; a bill or a query then says what became of it. */
const repairProof: ActionHandler = async (context, row) => {
  const order = payRow(row);
  const utr = await unusedUtr(context, order);
  if (utr === undefined) return {};
  if (context.dryRun) return { utr };
  await context.set({ utr });
  await context.log({ ...nameOf(order), event: 'repairProof', before: { utr: order.utr }, after: { utr } });
  const how = { actor: actorOf(context), now: context.now };
  const matched = await matchByProof(context.tx, order, 2, utr, how);
  return matched ? { utr, effect: matched.effect } : { utr };
};

const confirmPaid: ActionHandler = async (context, row) => {
  const order = payRow(row);
  const utr = await unusedUtr(context, order);
  if (context.dryRun) return rehearsed(context, order, 'forceConfirm', payoutPaid(order));
  const proof = { utr, remark: reasonOf(context) };
  const actor = actorOf(context);
  const after = await payPayout(context.tx, order, proof, context.now, actor, 'forceConfirm');
  return { status: after.statusValue, utr };
};

const forceConfirm = ruled(
  { resource: 'payOrder', action: 'forceConfirm', same: { utr: 'referenceDiffers' } },
  confirmPaid,
);

/**
 * The bank's own word that the payout has left is seen to before it is given back; what only looks like it is shown.
 * @throws Refused payoutBillPending
 */
async function linesAgainst({ tx, caller }: ActionContext, order: PayRow): Promise<Record<string, unknown>> {
  const lines = await linesProposing(tx, order);
  const sure = lines.find(({ certain }) => certain);
  if (sure) throw new Refused('payoutBillPending', { billNo: sure.billNo });
  if (lines.length === 0 || !can(caller, 'bankBill:page')) return {};
  return { lines: lines.map(({ billNo, bookedAt, amount, utr }) => ({ billNo, bookedAt, amount, utr })) };
}

/**
 * A person has found out that no money left, be it that the upstream called it paid and failed or that it never says
 * anything again. Only what it called paid prevents that.
 */
const giveBack: ActionHandler = async (context, row) => {
  const { tx, now } = context;
  const order = payRow(row);
  const reports = await reportedOnPayout(tx, order);
  if (reports.paid && !reports.failed) throw new Refused('upstreamReportedPaid');
  const live = await liveAttempt(tx, 'pay_attempt', order);
  // An answer that was lost on its way says nothing of the payout: the upstream may know, and is asked first.
  const silent = live !== undefined && !reports.paid && !reports.failed;
  if (silent && !(await askedSince(tx, order.orderNo, live.sentAt))) throw new Refused('queryRequired');
  const shown = await linesAgainst(context, order);
  if (context.dryRun) return { ...(await rehearsed(context, order, 'fail', payoutRelease(order))), ...shown };
  const reason = reasonOf(context);
  if (live) {
    const ended = { httpStatus: null, milliseconds: 0, raw: null, reason };
    await endAttempt(tx, 'pay_attempt', live, 'failed', ended, now);
  }
  const after = await releasePayout(tx, order, 'fail', reason, now, actorOf(context));
  return { status: after.statusValue };
};

const confirmFailed = ruled({ resource: 'payOrder', action: 'confirmFailed' }, giveBack);

const takeBack: ActionHandler = async (context, row) => {
  const order = payRow(row);
  const feeBack = context.input.feeBack === true;
  if (context.dryRun) return rehearsed(context, order, 'markReturned', payoutReturned(order, feeBack));
  const { tx, now } = context;
  const after = await returnPayout(tx, order, feeBack, reasonOf(context), now, actorOf(context));
  return { status: after.statusValue };
};

const markReturned = ruled(
  { resource: 'payOrder', action: 'markReturned', same: { feeBack: 'inputDiffers' } },
  takeBack,
);

export const payOrderActions: ActionHandlers<typeof payOrder> = {
  claim: claimWith(payRow),
  unclaim: unclaimWith(payRow),
  approve: deciding('approve'),
  deny: deciding('deny'),
  submitUpstream,
  queryUpstream,
  notify,
  repairProof,
  forceConfirm,
  correctReference: correctPaid,
  confirmFailed,
  markReturned,
  overrule: ending('overrule'),
  cancel: ending('cancel'),
};
