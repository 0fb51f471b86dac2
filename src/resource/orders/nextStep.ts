import type { Row } from '../../../contract/calls.ts';
import { dictName, dictValue } from '../../../contract/dicts.ts';
import type { OrderKind } from './kind.ts';

/** Why an order is where it is, and what a person can do about it. */
export interface NextStep {
  /** Key of the sentence, under `orders:next`. */
  why: string;
  /** Actions that take it further, the likeliest first; whether each may run is asked of the row. */
  actions: readonly string[];
}

/** Without money under way any more; its merchant has yet to be notified, perhaps. */
interface Step extends NextStep {
  ended?: true;
}

const ENDED: Step = { why: 'ended', actions: [], ended: true };

const COLLECT: Readonly<Record<string, Step>> = {
  created: { why: 'waitsForPayer', actions: ['submitUpstream', 'queryUpstream'] },
  paying: { why: 'waitsForMoney', actions: ['queryUpstream', 'repairProof'] },
  review: { why: 'inReview', actions: ['claim', 'repairProof', 'forceConfirm', 'overrule'] },
  success: { why: 'done', actions: [], ended: true },
  reversed: { why: 'reversed', actions: [], ended: true },
};

const PAY: Readonly<Record<string, Step>> = {
  created: { why: 'waitsForHold', actions: [] },
  approving: { why: 'waitsForApproval', actions: ['approve', 'deny'] },
  queued: { why: 'waitsForSubmission', actions: ['submitUpstream'] },
  processing: { why: 'waitsForUpstream', actions: ['queryUpstream'] },
  unknown: { why: 'unknownResult', actions: ['queryUpstream', 'claim', 'confirmFailed', 'forceConfirm'] },
  success: { why: 'paidOut', actions: [], ended: true },
  returned: { why: 'returned', actions: [], ended: true },
};

/** A review that no payment brought about: somebody says that money came, or it timed out. */
const WITHOUT_PAYMENT = 'inReviewUnpaid';

const SETTLE: Step = { why: 'settleable', actions: ['settle'] };

/** What its merchant has yet to hear. */
function notification(callbackStatus: unknown): Step | undefined {
  if (callbackStatus === dictValue('callbackStatusEnum', 'failed'))
    return { why: 'notNotified', actions: ['notify'] };
  if (callbackStatus === dictValue('callbackStatusEnum', 'sending'))
    return { why: 'notifying', actions: ['notify'] };
  return undefined;
}

/** What comes next for an order. */
export function nextStepOf({ statusDict }: Pick<OrderKind, 'statusDict'>, order: Row): NextStep {
  const status = dictName(statusDict, order.status as number) ?? '';
  const isCollect = statusDict === 'collectStatusEnum';
  const step = (isCollect ? COLLECT : PAY)[status] ?? ENDED;
  const hasNoPayment = ((order.payments ?? []) as Row[]).length === 0;
  if (isCollect && status === 'review' && hasNoPayment) return { ...step, why: WITHOUT_PAYMENT };
  if (!step.ended) return step;
  if (isCollect && status === 'success' && order.settled === false) return SETTLE;
  return notification(order.callbackStatus) ?? step;
}
