import { dictValue } from '../../../contract/dicts.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';

const STATUSES = {
  collectOrder: collectOrder.actions.claim.when.status.map((name) => dictValue('collectStatusEnum', name)),
  payOrder: payOrder.actions.claim.when.status.map((name) => dictValue('payStatusEnum', name)),
};

/**
 * The filter of what a person has in hand: orders they claimed that can still be claimed. One that has been confirmed
 * keeps the name of who did it, and waits for nobody.
 */
export const claimsOf = (resource: 'collectOrder' | 'payOrder', userId: string) => ({
  claimedBy: userId,
  status: STATUSES[resource],
});
