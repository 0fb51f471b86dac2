import type { Resource } from '../../contract/resource.ts';
import { collectOrderActions } from '../actions/collectOrder.ts';
import { payOrderActions } from '../actions/payOrder.ts';
import { overrides } from '../system/overrides.ts';
import type { Override } from '../system/override.ts';
import { whyNotCollectOrder } from '../actions/whyNot.ts';
import type { ActionHandler, Explain } from './action.ts';

/** Handlers of the business resources, one file each in server/actions/. */
const HANDLERS: Readonly<Record<string, Readonly<Record<string, ActionHandler>>>> = {
  collectOrder: collectOrderActions,
  payOrder: payOrderActions,
};

const EXPLAIN: Readonly<Record<string, Explain>> = { collectOrder: whyNotCollectOrder };

const NONE: Override = Object.freeze({});

export function overrideOf(resource: Resource): Override {
  return overrides[resource.id] ?? NONE;
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

export function explainOf(resource: Resource): Explain | undefined {
  return EXPLAIN[resource.id];
}
