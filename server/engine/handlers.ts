import type { withdrawal } from '../../contract/resources/finance/withdrawal.ts';
import type { Resource } from '../../contract/resource.ts';
import { approvalActions } from '../actions/approval.ts';
import { callbackActions } from '../actions/callback.ts';
import { collectOrderActions } from '../actions/collectOrder.ts';
import { merchantActions } from '../actions/merchant.ts';
import { payOrderActions } from '../actions/payOrder.ts';
import { adjustmentActions, manualOrderActions, rechargeOrderActions } from '../actions/requests.ts';
import { upstreamActions } from '../actions/upstream.ts';
import { withdrawalActions } from '../actions/withdrawal.ts';
import { apply } from '../actions/withdrawalApply.ts';
import { userOtpActions } from '../session/otp/reset.ts';
import { entryStory } from '../balances/legs.ts';
import { bankBatchActions } from '../bank/batches.ts';
import { bankBillActions } from '../bank/bills.ts';
import { openItems, reviewItemActions } from '../actions/reviewItem.ts';
import { whatWaits } from '../actions/secondPerson.ts';
import { callbackStory } from '../callbacks/story.ts';
import { overrides } from '../system/overrides.ts';
import type { Override } from '../system/override.ts';
import { whyNotCollectOrder } from '../actions/whyNot.ts';
import type { ActionHandler, Explain, MakeHandler, MakeHandlers } from './action.ts';

/** Handlers of the business resources, one file each in server/actions/. */
const HANDLERS: Readonly<Record<string, Readonly<Record<string, ActionHandler>>>> = {
  approval: approvalActions,
  callback: callbackActions,
  collectOrder: collectOrderActions,
  payOrder: payOrderActions,
  reviewItem: reviewItemActions,
  merchant: merchantActions,
  bankBill: bankBillActions,
  bankBatch: bankBatchActions,
  userOtp: userOtpActions,
  withdrawal: withdrawalActions,
  adjustment: adjustmentActions,
  rechargeOrder: rechargeOrderActions,
  manualOrder: manualOrderActions,
  upstream: upstreamActions,
};

const EXPLAIN: Readonly<Record<string, Explain>> = { collectOrder: whyNotCollectOrder };

/** Handlers of the actions that make a row. */
const MAKERS: Readonly<Record<string, Readonly<Record<string, MakeHandler>>>> = {
  withdrawal: { apply } satisfies MakeHandlers<typeof withdrawal>,
};

/** What the detail of a business row tells beyond its columns. */
const BUSINESS: Readonly<Record<string, Override>> = {
  callback: { detail: callbackStory },
  collectOrder: {
    detail: async (...asked) => ({ ...(await whatWaits(...asked)), ...(await openItems(...asked)) }),
  },
  payOrder: { detail: openItems },
  transaction: { detail: entryStory },
};

const NONE: Override = Object.freeze({});

export function overrideOf(resource: Resource): Override {
  return BUSINESS[resource.id] ?? overrides[resource.id] ?? NONE;
}

/**
 * The handler of an action; undefined where the action only sets fields.
 * @throws Error at boot where an action has neither
 */
export function handlerOf(resource: Resource, action: string): ActionHandler | undefined {
  const handler = HANDLERS[resource.id]?.[action] ?? overrideOf(resource).handlers?.[action];
  if (!handler && !resource.actions[action]?.then) throw new Error(`${resource.id}.${action} has no handler`);
  return handler;
}

/** The same for an action that makes a row. */
export function makerOf(resource: Resource, action: string): MakeHandler {
  const maker = MAKERS[resource.id]?.[action];
  if (!maker) throw new Error(`${resource.id}.${action} has no handler`);
  return maker;
}

export function explainOf(resource: Resource): Explain | undefined {
  return EXPLAIN[resource.id];
}
