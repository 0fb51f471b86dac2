import { expect, it } from 'vitest';
import { type FlowDemand, endOfTime, isLooser } from './approvalFlow.ts';

type Step = FlowDemand['steps'][number];
const step = (over: Partial<Step> = {}): Step => ({
  who: 'people',
  userIds: ['1', '2'],
  decides: 'all',
  aboveAmount: null,
  roleId: null,
  timeoutMinutes: 60,
  onTimeout: 'ask',
  escalateRoleId: null,
  ...over,
});
const flow = (limitAmount: string, ...steps: Step[]): FlowDemand => ({ limitAmount, steps });
const BEFORE = flow('100', step(), step({ aboveAmount: '500' }));

it.each([
  ['the same', BEFORE, false],
  ['a lower limit and one more step', flow('50', step(), step({ aboveAmount: '500' }), step()), false],
  [
    'a further step before them',
    flow('100', step({ userIds: ['9'] }), step(), step({ aboveAmount: '500' })),
    false,
  ],
  ['the same steps the other way round', flow('100', step({ aboveAmount: '500' }), step()), false],
  ['more people', flow('100', step({ userIds: ['1', '2', '3'] }), step({ aboveAmount: '500' })), false],
  ['a higher limit', flow('101', step(), step({ aboveAmount: '500' })), true],
  ['fewer steps', flow('100', step()), true],
  ['a step for larger amounts alone', flow('100', step(), step({ aboveAmount: '501' })), true],
  ['one where all decided', flow('100', step({ decides: 'any' }), step({ aboveAmount: '500' })), true],
  ['fewer people', flow('100', step({ userIds: ['1'] }), step({ aboveAmount: '500' })), true],
  ['others', flow('100', step({ userIds: ['1', '3'] }), step({ aboveAmount: '500' })), true],
  [
    'a role',
    flow('100', step({ who: 'role', roleId: '7', userIds: [] }), step({ aboveAmount: '500' })),
    true,
  ],
  ['others in time', flow('100', step({ onTimeout: 'escalate' }), step({ aboveAmount: '500' })), true],
  ['a refusal in time', flow('100', step({ onTimeout: 'refuse' }), step({ aboveAmount: '500' })), false],
  ['whoever may', flow('100', step({ who: 'permitted', userIds: [] }), step({ aboveAmount: '500' })), true],
])('%s: looser %s', (_, after, looser) => {
  expect(isLooser(BEFORE, after as FlowDemand)).toBe(looser);
});

it('says what becomes of a command when its time is over', () => {
  expect(endOfTime('payOrder/approve', 'ask')).toBe('ask');
  expect(endOfTime('adjustment/approve', 'ask')).toBe('ask');
  expect(endOfTime('collectOrder/settle', 'ask')).toBe('lapse');
  expect(endOfTime('collectOrder/settle', 'refuse')).toBe('refuse');
  expect(endOfTime('withdrawal/complete', 'refuse')).toBe('stay');
  expect(endOfTime('withdrawal/complete', 'escalate')).toBe('escalate');
});
