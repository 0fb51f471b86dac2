import { Amount } from '../../../contract/money.ts';
import type { PayStatus } from '../../ledger/payStates.ts';
import { isOther } from '../payments/decide/state.ts';

/** What a matched debit does to its payout. */
export type DebitOutcome =
  | 'pay'
  /** It was paid already: the two are only tied together. */
  | 'tie'
  /** Two amounts that would have to be the same. */
  | 'differs'
  /** A payout that was given back, and left all the same: tied, and for a person to see. */
  | 'late'
  /** A payout that left by another transfer: this one is not its own. */
  | 'other'
  | 'refused';

/** A debit proves the payout it paid, in full; a part of one proves nothing. */
export function judgeDebit(
  order: { status: PayStatus; amount: string; utr: string | null; attempts: number },
  { amount, utr }: { amount: string; utr: string | null },
): DebitOutcome {
  const equal = new Amount(order.amount).equals(amount);
  switch (order.status) {
    case 'processing':
    case 'unknown':
      return equal ? 'pay' : 'differs';
    case 'success':
    // It left all the same, and came back by another line.
    case 'returned':
      if (!equal) return 'differs';
      return isOther(order.utr, utr) ? 'other' : 'tie';
    case 'failed':
    case 'cancelled':
    case 'rejected':
      // What was never sent cannot have left.
      if (order.attempts === 0) return 'refused';
      if (!equal) return 'differs';
      return isOther(order.utr, utr) ? 'other' : 'late';
    default:
      return 'refused';
  }
}
