import { expect, test } from 'vitest';
import { dictItems, dictValue } from '../../../contract/dicts.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { guardReasons } from '../../../contract/guard.ts';
import { nextStepOf } from './nextStep.ts';

const COLLECT = { statusDict: 'collectStatusEnum' } as const;
const PAY = { statusDict: 'payStatusEnum' } as const;
const callback = (name: string) => dictValue('callbackStatusEnum', name);
const order = (dict: string, status: string, more: object = {}) => ({
  id: '1',
  status: dictValue(dict, status),
  callbackStatus: callback('delivered'),
  settled: true,
  ...more,
});

test.each([
  ['created', {}, 'waitsForPayer'],
  ['review', { payments: [{ id: '7' }] }, 'inReview'],
  ['review', {}, 'inReviewUnpaid'],
  ['success', { settled: false, callbackStatus: callback('failed') }, 'settleable'],
  ['success', { callbackStatus: callback('failed') }, 'notNotified'],
  ['success', { callbackStatus: callback('sending') }, 'notifying'],
  ['success', {}, 'done'],
  ['expired', {}, 'ended'],
  ['expired', { callbackStatus: callback('failed') }, 'notNotified'],
])('a collection that is %s with %j: %s', (status, more, why) =>
  expect(nextStepOf(COLLECT, order('collectStatusEnum', status, more)).why).toBe(why),
);

test.each([
  ['approving', 'waitsForApproval'],
  ['unknown', 'unknownResult'],
  ['success', 'paidOut'],
  ['rejected', 'ended'],
])('a payout that is %s: %s', (status, why) =>
  expect(nextStepOf(PAY, order('payStatusEnum', status)).why).toBe(why),
);

test.each([
  [COLLECT, collectOrder],
  [PAY, payOrder],
] as const)('names only actions that the status allows', (kind, resource) => {
  for (const { name } of dictItems(kind.statusDict)) {
    const row = order(kind.statusDict, name, { settled: false, callbackStatus: callback('failed') });
    for (const action of nextStepOf(kind, row).actions)
      expect(guardReasons(resource.fields, resource.actions[action]?.when, row), `${name} ${action}`).toEqual(
        [],
      );
  }
});
