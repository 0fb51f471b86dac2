import { defineMachine } from './machine.ts';

/** Statuses of a payout order by name (payStatusEnum). */
export type PayStatus =
  | 'created'
  | 'approving'
  | 'queued'
  | 'processing'
  | 'success'
  | 'failed'
  | 'rejected'
  | 'cancelled'
  | 'returned'
  | 'unknown';

export type PayEvent =
  | 'create'
  | 'askApproval'
  | 'approve'
  | 'deny'
  | 'queue'
  | 'submitUpstream'
  | 'retry'
  | 'fail'
  | 'timeout'
  | 'paid'
  | 'cancel'
  | 'overrule'
  | 'markReturned'
  | 'forceConfirm';

/**
 * Every edge of a payout order (domain.md). A payout whose answer never came is `unknown`: only a query or a confirmed
 * proof says whether it was paid or failed; there is no edge that would refund it by itself. So is one that waits for
 * its next route when an earlier one says after all that it has paid.
 */
export const payMachine = defineMachine<PayStatus, PayEvent>('payStatusEnum', {
  create: { from: [null], to: 'created' },
  askApproval: { from: ['created'], to: 'approving' },
  approve: { from: ['approving'], to: 'queued' },
  deny: { from: ['approving'], to: 'rejected' },
  queue: { from: ['created'], to: 'queued' },
  submitUpstream: { from: ['queued'], to: 'processing' },
  retry: { from: ['processing'], to: 'queued' },
  fail: { from: ['processing', 'unknown'], to: 'failed' },
  timeout: { from: ['queued', 'processing'], to: 'unknown' },
  paid: { from: ['processing', 'unknown'], to: 'success' },
  cancel: { from: ['created', 'approving', 'queued'], to: 'cancelled' },
  overrule: { from: ['created', 'approving', 'queued'], to: 'rejected' },
  markReturned: { from: ['success'], to: 'returned' },
  forceConfirm: { from: ['processing', 'unknown'], to: 'success' },
});
