import { Amount, amountText } from '../../../../contract/money.ts';
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
  /** The reference as it was given, and in the form in which it is compared. */
  utr: string | null;
  reference: string | null;
  upstreamId: string | null;
  upstreamOrderNo: string | null;
  /** An upstream has reported it. */
  noticed: boolean;
  /** Booked to suspense; otherwise it was credited as it came. */
  held: boolean;
  /** The order's confirmation was credited with it, or with a part of it. */
  drawn: boolean;
  /** The statement line that was matched with it in suspense. */
  line: { id: string; reference: string | null } | undefined;
  /** The payment of the order that its confirmation took for this one. */
  replaces: string | null;
  /** The order has been credited since it came. */
  isBeforeCredit: boolean;
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

/** All of it is in suspense. */
export const isWhole = ({ status, suspended, amount }: KnownPayment): boolean =>
  status === 'suspended' && equals(suspended, amount);

export const idsOf = (payments: readonly KnownPayment[]): string[] => payments.map(({ id }) => id);

/** What of payments is in suspense, as decimal text. */
export const sumOf = (payments: readonly Pick<KnownPayment, 'suspended'>[]): string =>
  amountText(payments.reduce((sum, { suspended }) => sum.plus(suspended), new Amount(0)));

/**
 * What was reported under a reference in another currency: it is the payment that the order is confirmed by, and one
 * payment is booked once.
 */
export const foreignUnder = (
  order: PaidOrder,
  payments: readonly KnownPayment[],
  reference: string | null | undefined,
): string[] =>
  idsOf(
    payments.filter(
      (payment) =>
        payment.status === 'suspended' &&
        payment.currency !== order.currency &&
        payment.reference !== null &&
        payment.reference === reference,
    ),
  );

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
