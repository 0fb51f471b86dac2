import { Amount } from '../../../contract/money.ts';
import type { CollectStatus } from '../../ledger/states.ts';
import type { PayStatus } from '../../ledger/payStates.ts';

/** What a matched line does to its order. */
export type Outcome =
  /** The order's own money in time: it succeeds. */
  | 'pay'
  /** The order waits in review for exactly this proof: it succeeds, drawing what suspense holds. */
  | 'confirm'
  /** Another amount, too late, or more of it: the money waits in suspense and a person decides. */
  | 'suspend'
  /** The money was booked when the upstream told of it: the two are only tied together. */
  | 'tie'
  /** Two amounts that would have to be the same. */
  | 'differs'
  /** A payout that was given back, and left all the same: tied, and for a person to see. */
  | 'late'
  /** A payout that left by another transfer: this one is not its own. */
  | 'other'
  | 'refused';

/** Two references make two payments, however equal they are; a line without one is known by its amount alone. */
export const isOther = (order: string | null, bill: string | null): boolean =>
  order !== null && bill !== null && order !== bill;

interface Collected {
  status: CollectStatus;
  amount: string;
  paidAmount: string | null;
  utr: string | null;
  /** What is known of its money came with a line that waits in suspense. */
  lined?: boolean;
}

/** A credit: amount and currency equal make a success, everything else a review. */
export function judgeCredit(
  order: Collected,
  { amount, utr }: { amount: string; utr: string | null },
): Outcome {
  const equal = new Amount(order.amount).equals(amount);
  // What is known of money that came: a reference that somebody only noted proves none.
  const more = order.paidAmount !== null && (order.lined === true || isOther(order.utr, utr));
  switch (order.status) {
    case 'created':
    case 'paying':
      return equal ? 'pay' : 'suspend';
    case 'failed':
    case 'expired':
    case 'cancelled':
      return 'suspend';
    case 'review':
      if (more) return 'suspend';
      if (equal) return 'confirm';
      // The upstream has told of this money already: it must not be in suspense twice.
      return order.paidAmount !== null && new Amount(order.paidAmount).equals(amount) ? 'tie' : 'suspend';
    case 'success':
      if (more) return 'suspend';
      return equal ? 'tie' : 'differs';
    case 'reversed':
      // Its own payment was taken back; another one is money that somebody must look at.
      return isOther(order.utr, utr) ? 'suspend' : 'refused';
    default:
      return 'refused';
  }
}

/** A debit proves the payout it paid, in full; a part of one proves nothing. */
export function judgeDebit(
  order: { status: PayStatus; amount: string; utr: string | null; attempts: number },
  { amount, utr }: { amount: string; utr: string | null },
): Outcome {
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
