import { defineMachine } from './machine.ts';

/** Statuses of a withdrawal by name (withdrawalStatusEnum). */
export type WithdrawalStatus = 'applied' | 'rateConfirmed' | 'completed' | 'refunded' | 'cancelled';

export type WithdrawalEvent = 'apply' | 'confirmRate' | 'complete' | 'refund' | 'cancel';

/** Every edge of a withdrawal (domain.md); confirming the rate again re-rates it. */
export const withdrawalMachine = defineMachine<WithdrawalStatus, WithdrawalEvent>('withdrawalStatusEnum', {
  apply: { from: [null], to: 'applied' },
  confirmRate: { from: ['applied', 'rateConfirmed'], to: 'rateConfirmed' },
  complete: { from: ['rateConfirmed'], to: 'completed' },
  refund: { from: ['applied', 'rateConfirmed'], to: 'refunded' },
  cancel: { from: ['applied'], to: 'cancelled' },
});
