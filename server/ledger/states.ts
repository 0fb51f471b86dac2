import { DICTS, dictValue } from '../../contract/dicts.ts';

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
  | 'reverse';

/** Every edge of a collection order (domain.md); what is not listed is refused. */
export const COLLECT_EDGES: Readonly<
  Record<CollectEvent, { from: readonly (CollectStatus | null)[]; to: CollectStatus }>
> = Object.freeze({
  create: { from: [null], to: 'created' },
  submitUpstream: { from: ['created', 'failed'], to: 'paying' },
  paid: { from: ['created', 'paying'], to: 'success' },
  review: { from: ['created', 'paying', 'failed', 'expired', 'cancelled'], to: 'review' },
  fail: { from: ['created', 'paying'], to: 'failed' },
  expire: { from: ['created', 'paying'], to: 'expired' },
  cancel: { from: ['created', 'paying'], to: 'cancelled' },
  reverse: { from: ['success'], to: 'reversed' },
});

export const COLLECT_STATUSES = DICTS.collectStatusEnum.map((item) => item.name as CollectStatus);

export const statusValue = (name: CollectStatus): number => dictValue('collectStatusEnum', name) as number;

export function statusName(value: number): CollectStatus {
  const name = COLLECT_STATUSES.find((candidate) => statusValue(candidate) === value);
  if (!name) throw new Error(`no collection status ${value}`);
  return name;
}

/** Where the event leads, or undefined where the edge is not listed. */
export function nextStatus(event: CollectEvent, from: CollectStatus | null): CollectStatus | undefined {
  const edge = COLLECT_EDGES[event];
  return edge.from.includes(from) ? edge.to : undefined;
}

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
