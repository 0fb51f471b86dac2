import { Amount } from '../../../../contract/money.ts';
import type { CollectStatus } from '../../../ledger/states.ts';
import type { PaymentSource } from '../paymentStore.ts';

/** What a decision about a payment depends on. References are in the form in which they are compared; amounts are decimal text. */

export interface PaidOrder {
  status: CollectStatus;
  currency: string;
  amount: string;
  /** What is known to have been paid for it; null while nothing is. */
  paidAmount: string | null;
  /** The reference that is noted on it. */
  noted: string | null;
  /** The reference of its own payment, also where its statement line alone names it. */
  reference: string | null;
  /** The upstream's number of its own payment. */
  upstreamOrderNo: string | null;
}

/** A payment that was received for the order. */
export interface KnownPayment {
  id: string;
  source: PaymentSource;
  status: 'allocated' | 'suspended' | 'returned' | 'writtenOff';
  currency: string;
  amount: string;
  /** What of it is in suspense. */
  suspended: string;
  reference: string | null;
  upstreamOrderNo: string | null;
  /** An upstream has reported it. */
  noticed: boolean;
  /** Booked to suspense; otherwise it was credited as it came. */
  held: boolean;
  /** The order's confirmation was credited with it, or with a part of it. */
  drawn: boolean;
  /** The statement line that was matched with it in suspense. */
  line: { reference: string | null } | undefined;
  /** It stands for another payment of the order, which a confirmation took for this one. */
  replaces: boolean;
  /** The money of its reference is credited to another order or request. */
  creditedElsewhere: boolean;
}

export const equals = (one: string, other: string): boolean => new Amount(one).equals(other);

/** Booked to suspense, and neither returned nor written off since; orders may have been credited with it. */
export const isHeld = ({ held, status }: KnownPayment): boolean =>
  held && (status === 'suspended' || status === 'allocated');

/** What of a payment may still go into its order. */
export const isAvailable = (order: PaidOrder, payment: KnownPayment): boolean =>
  payment.status === 'suspended' && payment.currency === order.currency && !payment.creditedElsewhere;

export const heldUnder = (payments: readonly KnownPayment[], reference: string): KnownPayment | undefined =>
  payments.find((payment) => isHeld(payment) && payment.reference === reference);

/** Two references make two payments, however equal they are; what has none is known by its amount alone. */
export const isOther = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

/** Something that no money is known of: what a person claims a payment for. */
export const unpaid = ({ amount, currency }: Pick<PaidOrder, 'amount' | 'currency'>): PaidOrder => ({
  status: 'created',
  currency,
  amount,
  paidAmount: null,
  noted: null,
  reference: null,
  upstreamOrderNo: null,
});
