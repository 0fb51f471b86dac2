import { defineMachine } from './machine.ts';

/** Statuses of a request by name (requestStatusEnum). */
export type RequestStatus = 'draft' | 'pending' | 'approved' | 'rejected';

const decided = {
  approve: { from: ['pending'], to: 'approved' },
  deny: { from: ['pending'], to: 'rejected' },
} as const;

/** Every edge of a recharge and of a manual order: drafted, submitted, decided. */
export const requestMachine = defineMachine<RequestStatus, 'create' | 'submitAsked' | 'approve' | 'deny'>(
  'requestStatusEnum',
  {
    create: { from: [null], to: 'draft' },
    submitAsked: { from: ['draft'], to: 'pending' },
    ...decided,
  },
);

/** Every edge of an adjustment, which is asked for at once. */
export const adjustmentMachine = defineMachine<RequestStatus, 'create' | 'approve' | 'deny'>(
  'requestStatusEnum',
  { create: { from: [null], to: 'pending' }, ...decided },
);
