import { Amount } from '../../contract/money.ts';
import type { CollectStatus } from '../ledger/states.ts';
import type { PayStatus } from '../ledger/payStates.ts';

/** What a matched line does to its order. */
export type Outcome =
  /** The order's own money in time: it succeeds. */
  | 'pay'
  /** The order waits in review for exactly this proof: it succeeds, drawing what suspense holds. */
  | 'confirm'
  /** Another amount, or too late: the money waits in suspense and a person decides. */
  | 'suspend'
  /** The money was booked when the upstream told of it: the two are only tied together. */
  | 'tie'
  /** Two amounts that would have to be the same. */
  | 'differs'
  | 'refused';

/** A credit: amount and currency equal make a success, everything else a review. */
export function judgeCredit(
  order: { status: CollectStatus; amount: string; paidAmount: string | null },
  amount: string,
): Outcome {
  const equal = new Amount(order.amount).equals(amount);
  switch (order.status) {
    case 'created':
    case 'paying':
      return equal ? 'pay' : 'suspend';
    case 'failed':
    case 'expired':
    case 'cancelled':
      return 'suspend';
    case 'review':
      if (equal) return 'confirm';
      // The upstream has told of this money already: it must not be in suspense twice.
      return order.paidAmount !== null && new Amount(order.paidAmount).equals(amount) ? 'tie' : 'suspend';
    case 'success':
      return equal ? 'tie' : 'differs';
    default:
      return 'refused';
  }
}

/** A debit proves the payout it paid, in full; a part of one proves nothing. */
export function judgeDebit(order: { status: PayStatus; amount: string }, amount: string): Outcome {
  const equal = new Amount(order.amount).equals(amount);
  switch (order.status) {
    case 'processing':
    case 'unknown':
      return equal ? 'pay' : 'differs';
    case 'success':
      return equal ? 'tie' : 'differs';
    default:
      return 'refused';
  }
}
