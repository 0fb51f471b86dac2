import { nextStatus } from '../../../ledger/states.ts';
import { decideReceipt, type Receipt } from './receipt.ts';
import {
  equals,
  foreignUnder,
  heldUnder,
  idsOf,
  isAvailable,
  isHeld,
  type KnownPayment,
  type PaidOrder,
  sumOf,
} from './state.ts';

/** An upstream says that an order was paid. */
export interface Notice {
  kind: 'notice';
  amount: string;
  currency: string;
  reference: string | undefined;
  upstreamOrderNo: string | undefined;
  /** The reference is of another order's money. */
  conflicts: boolean;
  /** The payment that the upstream's number has brought first. */
  numbered: string | undefined;
  /** The further payment that the same notice has brought under that number. */
  repeated: string | undefined;
  /** A notice of this number has only contradicted the order's own payment. */
  hasContradicted: boolean;
}

/**
 * What an order waits for is in suspense: it is credited with those payments, whose sum is the amount, or a person
 * decides.
 */
export type Draw =
  | { do: 'draw'; payments: readonly string[]; writesOff: readonly string[] }
  | { do: 'review'; amount: string };

/** A duplicate notice: the payment is booked, as the order's own where `payment` is undefined. */
export interface Duplicate {
  do: 'duplicate';
  payment: string | undefined;
  /** It contradicts what is booked: another amount, or a reference of other money. */
  contradicts: boolean;
  /** The payment in suspense that is noticed, too. */
  noticed: string | undefined;
  /** The payment in suspense whose reference is known now. */
  named: string | undefined;
  /** What the order gains. */
  order: { reference: boolean; upstreamOrderNo: boolean };
}

export type NoticeDecision = Receipt | Draw | Duplicate;

/** A booked payment as a notice is compared with it; without an id the order's own. */
interface Booked {
  id: string | undefined;
  amount: string;
  currency: string;
  reference: string | null;
  upstreamOrderNo: string | null;
}

const ownOf = ({
  status,
  paidAmount,
  currency,
  reference,
  upstreamOrderNo,
}: PaidOrder): Booked | undefined =>
  paidAmount === null || status === 'reversed'
    ? undefined
    : { id: undefined, amount: paidAmount, currency, reference, upstreamOrderNo };

const bookedAs = ({ id, amount, currency, reference }: KnownPayment): Booked => ({
  id,
  amount,
  currency,
  reference,
  upstreamOrderNo: null,
});

/** What is booked under a reference: the order's own payment where it was confirmed by it, else one in suspense. */
function bookedUnder(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  reference: string,
  amount: string,
): Booked | undefined {
  const own = ownOf(order);
  if (own && order.status === 'success' && own.reference === reference) {
    // A confirmation that took payments of other references was of another payment where the amounts differ.
    const tookOthers = payments.some((payment) => payment.drawn && payment.reference !== reference);
    if (equals(own.amount, amount) || !tookOthers) return own;
  }
  const held = heldUnder(payments, reference);
  return held && bookedAs(held);
}

/** A notice without a common reference is of the order's own payment by number, else by amount. */
function isOwn(own: Booked, { amount, currency, upstreamOrderNo }: Notice): boolean {
  if (own.upstreamOrderNo !== null && upstreamOrderNo !== undefined)
    return own.upstreamOrderNo === upstreamOrderNo;
  return currency === own.currency && equals(amount, own.amount);
}

/** The payment that a notice is of, where it is booked already, whoever reported it first. */
function bookedBefore(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  notice: Notice,
): Booked | undefined {
  const own = ownOf(order);
  const { reference, amount, currency, upstreamOrderNo } = notice;
  if (reference !== undefined) {
    const under = bookedUnder(order, payments, reference, amount);
    if (under || own?.reference) return under;
  }
  if (own && isOwn(own, notice)) return own;
  if (reference !== undefined) return undefined;
  if (own && notice.hasContradicted) return own;
  // A line brought it, and no upstream has reported it, or only under this number.
  const line = payments.find(
    (payment) =>
      isHeld(payment) &&
      payment.source === 'statementLine' &&
      payment.replaces === null &&
      payment.currency === currency &&
      equals(payment.amount, amount) &&
      (!payment.noticed || payment.upstreamOrderNo === (upstreamOrderNo ?? null)),
  );
  return line && bookedAs(line);
}

/** What the upstream's number has brought, where the notice is of that payment: two references make two payments. */
function repeatedOf(order: PaidOrder, payments: readonly KnownPayment[], notice: Notice): Booked | undefined {
  const asBooked = (id: string): Booked | undefined => {
    const payment = payments.find((each) => each.id === id);
    if (payment?.held) return bookedAs(payment);
    const { amount, currency, reference, upstreamOrderNo } = order;
    return { id: undefined, amount, currency, reference, upstreamOrderNo };
  };
  const first = notice.numbered === undefined ? undefined : asBooked(notice.numbered);
  if (!first) return undefined;
  const isSame =
    first.reference === null || notice.reference === undefined || first.reference === notice.reference;
  if (isSame) return first;
  return notice.repeated === undefined ? undefined : asBooked(notice.repeated);
}

function duplicate(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  notice: Notice,
  booked: Booked,
): Duplicate {
  const { amount, currency, conflicts } = notice;
  // A reference of another order's money names nothing here.
  const reference = conflicts ? undefined : notice.reference;
  const isSame = currency === booked.currency && equals(amount, booked.amount);
  const isOrders = booked.id === undefined;
  // A payment without a reference gets one under which other money is booked: one payment, or two.
  const under = reference === undefined ? undefined : bookedUnder(order, payments, reference, amount);
  const drawn = payments.some((payment) => payment.id === booked.id && payment.drawn);
  const isOther = under !== undefined && under.id !== booked.id && !(under.id === undefined && drawn);
  const contradicts = !isSame || isOther || conflicts;
  const isUnnamed = booked.reference === null && !isOther;
  // More money for a confirmed order says nothing of what confirmed it.
  const mayName = isOrders || (order.noted === null && order.status !== 'success');
  return {
    do: 'duplicate',
    payment: booked.id,
    contradicts,
    noticed: booked.id ?? under?.id,
    named: reference !== undefined && !isOther ? booked.id : undefined,
    order: {
      reference: !contradicts && reference !== undefined && mayName && isUnnamed,
      upstreamOrderNo:
        !contradicts && isOrders && booked.upstreamOrderNo === null && notice.upstreamOrderNo !== undefined,
    },
  };
}

/** What an upstream's notice of a payment comes to. */
export function decideNotice(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  notice: Notice,
): NoticeDecision {
  const waits = nextStatus('paid', order.status) !== undefined;
  const mayBeKnown = notice.numbered !== undefined || !waits || order.paidAmount !== null;
  const booked =
    repeatedOf(order, payments, notice) ?? (mayBeKnown ? bookedBefore(order, payments, notice) : undefined);
  if (booked && waits && !notice.conflicts) {
    const available = payments.filter((payment) => isAvailable(order, payment));
    const amount = sumOf(available);
    if (!equals(amount, order.amount)) return { do: 'review', amount };
    const writesOff = foreignUnder(order, payments, notice.reference);
    return { do: 'draw', payments: idsOf(available), writesOff };
  }
  if (booked) return duplicate(order, payments, notice, booked);
  return decideReceipt(order, notice);
}
