import { defineMachine } from './machine.ts';

/** Statuses of a collection order by name (collectStatusEnum). */
export type CollectStatus =
  | 'created'
  | 'paying'
  | 'success'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'reversed'
  | 'review';

export type CollectEvent =
  | 'create'
  | 'submitUpstream'
  | 'paid'
  | 'review'
  | 'fail'
  | 'expire'
  | 'cancel'
  | 'reverse'
  | 'forceConfirm'
  | 'matchProof'
  | 'overrule';

/** Every edge of a collection order (domain.md); what is not listed is refused. */
export const collectMachine = defineMachine<CollectStatus, CollectEvent>('collectStatusEnum', {
  create: { from: [null], to: 'created' },
  submitUpstream: { from: ['created', 'failed'], to: 'paying' },
  paid: { from: ['created', 'paying'], to: 'success' },
  review: { from: ['created', 'paying', 'failed', 'expired', 'cancelled'], to: 'review' },
  fail: { from: ['created', 'paying'], to: 'failed' },
  expire: { from: ['created', 'paying'], to: 'expired' },
  cancel: { from: ['created', 'paying'], to: 'cancelled' },
  reverse: { from: ['success'], to: 'reversed' },
  forceConfirm: { from: ['created', 'paying', 'failed', 'expired', 'cancelled', 'review'], to: 'success' },
  matchProof: { from: ['paying', 'review'], to: 'success' },
  overrule: { from: ['paying', 'review'], to: 'failed' },
});

export const COLLECT_EDGES = collectMachine.edges;
export const COLLECT_STATUSES = collectMachine.statuses;
export const statusValue = collectMachine.value;
export const statusName = collectMachine.name;
export const nextStatus = collectMachine.next;

export type PaymentJudgement =
  /** The order's own money, in time and in full. */
  | { to: 'success' }
  /** Late or of another amount or currency: a person decides, the money waits in suspense. */
  | { to: 'review' }
  /** More money for an order that has its own, or is in review: to suspense, the status stays. */
  | { to: 'unchanged' };

/** What arriving money does to an order; it is never lost in silence. */
export function judgePayment(from: CollectStatus, fits: boolean): PaymentJudgement {
  if (fits && nextStatus('paid', from)) return { to: 'success' };
  if (nextStatus('review', from)) return { to: 'review' };
  return { to: 'unchanged' };
}
