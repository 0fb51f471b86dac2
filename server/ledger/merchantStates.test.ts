import { describe, expect, it } from 'vitest';
import { merchant } from '../../contract/resources/merchants/merchant.ts';
import { adjustment } from '../../contract/resources/finance/adjustment.ts';
import { manualOrder } from '../../contract/resources/finance/manualOrder.ts';
import { rechargeOrder } from '../../contract/resources/finance/rechargeOrder.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Machine } from './machine.ts';
import { heldAsAgent, merchantMachine, merchantTypes } from './merchantStates.ts';
import { adjustmentMachine, requestMachine } from './requestStates.ts';

const edgesOf = <S extends string, E extends string>({ edges, statuses, next }: Machine<S, E>) =>
  (Object.keys(edges) as E[]).flatMap((event) =>
    [null, ...statuses].flatMap((from) => {
      const to = next(event, from);
      return to ? [`${from ?? '-'} ${event} ${to}`] : [];
    }),
  );

describe('edges', () => {
  it('of a merchant are these and no others', () => {
    expect(edgesOf(merchantMachine)).toEqual([
      'precreated enable active',
      'disabled enable active',
      'frozen enable active',
      'precreated disable disabled',
      'active disable disabled',
      'frozen disable disabled',
      'active freeze frozen',
    ]);
    expect(edgesOf(merchantTypes)).toEqual(['merchant upgrade agent', 'agent demote merchant']);
  });

  it('of requests are these and no others', () => {
    const decided = ['pending approve approved', 'pending deny rejected'];
    expect(edgesOf(requestMachine)).toEqual(['- create draft', 'draft submitAsked pending', ...decided]);
    expect(edgesOf(adjustmentMachine)).toEqual(['- create pending', ...decided]);
  });

  it.each([
    [merchant, 'status', { enable: 'enable', disable: 'disable', freeze: 'freeze' }, merchantMachine],
    [merchant, 'type', { upgrade: 'upgrade', demote: 'demote' }, merchantTypes],
    [adjustment, 'status', { approve: 'approve', reject: 'deny' }, adjustmentMachine],
    [rechargeOrder, 'status', { submit: 'submitAsked', approve: 'approve', reject: 'deny' }, requestMachine],
    [manualOrder, 'status', { submit: 'submitAsked', approve: 'approve', reject: 'deny' }, requestMachine],
  ] as const)('of $id are those its buttons are offered on: %s', (resource, field, verbs, machine) => {
    const { edges } = machine as Machine<string, string>;
    for (const [action, event] of Object.entries(verbs)) {
      const when = (resource as Resource).actions[action]?.when?.[field] ?? [];
      expect(new Set<unknown>(when)).toEqual(new Set<unknown>(edges[event]!.from));
    }
  });
});

it('keeps an agent that has merchants below it, then one that is still owed', () => {
  expect(heldAsAgent({ subMerchants: 2, commissionPending: true })).toBe('subMerchants');
  expect(heldAsAgent({ subMerchants: 0, commissionPending: true })).toBe('commissionPending');
  expect(heldAsAgent({ subMerchants: 0, commissionPending: false })).toBeUndefined();
});
