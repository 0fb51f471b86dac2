import { describe, expect, it } from 'vitest';
import { payMachine, type PayEvent, type PayStatus } from './payStates.ts';
import { withdrawalMachine } from './withdrawalStates.ts';

const edges = (machine: {
  edges: object;
  statuses: readonly string[];
  next(event: never, from: never): unknown;
}) =>
  Object.keys(machine.edges).flatMap((event) =>
    [null, ...machine.statuses].flatMap((from) => {
      const to = machine.next(event as never, from as never);
      return to ? [`${from ?? '-'} ${event} ${String(to)}`] : [];
    }),
  );

describe('edges of a payout', () => {
  it('are these and no others', () => {
    expect(edges(payMachine).sort()).toEqual(
      [
        '- create created',
        'created askApproval approving',
        'approving approve queued',
        'approving deny rejected',
        'created queue queued',
        'queued submitUpstream processing',
        'processing retry queued',
        'processing fail failed',
        'unknown fail failed',
        'processing timeout unknown',
        'queued timeout unknown',
        'processing paid success',
        'unknown paid success',
        'created cancel cancelled',
        'approving cancel cancelled',
        'queued cancel cancelled',
        'created overrule rejected',
        'approving overrule rejected',
        'queued overrule rejected',
        'success markReturned returned',
        'processing forceConfirm success',
        'unknown forceConfirm success',
      ].sort(),
    );
  });

  it('never lead from an end to anything but a return', () => {
    const ends: PayStatus[] = ['failed', 'rejected', 'cancelled', 'returned'];
    for (const event of Object.keys(payMachine.edges) as PayEvent[])
      for (const end of ends) expect(payMachine.next(event, end)).toBeUndefined();
  });
});

describe('edges of a withdrawal', () => {
  it('are these and no others', () => {
    expect(edges(withdrawalMachine).sort()).toEqual(
      [
        '- apply applied',
        'applied confirmRate rateConfirmed',
        'rateConfirmed confirmRate rateConfirmed',
        'rateConfirmed complete completed',
        'applied refund refunded',
        'rateConfirmed refund refunded',
        'applied cancel cancelled',
      ].sort(),
    );
  });
});
