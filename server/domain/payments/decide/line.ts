import { Amount, amountText } from '../../../../contract/money.ts';
import { decideReceipt, MORE_MONEY, type Receipt, type Suspension } from './receipt.ts';
import {
  equals,
  foreignUnder,
  heldUnder,
  idsOf,
  isAvailable,
  isOther,
  isWhole,
  type KnownPayment,
  type PaidOrder,
  sumOf,
} from './state.ts';

/** A credit of a bank statement, which a person or the rules match with an order of its currency. */
export interface Line {
  kind: 'line';
  amount: string;
  reference: string | null;
  /** The line that is the order's own payment already. */
  ownLine: { reference: string | null } | undefined;
}

/** What payments in suspense under a line's reference, in other currencies, are: its own, written off. */
interface WritesOff {
  writesOff: readonly string[];
}

export type LineDecision =
  /** The order's own money in time is credited; another amount, too late, or more of it goes to suspense. */
  | (Receipt & WritesOff)
  /** The order waits for this proof: it is credited with the payments, and by the upstream for the rest. */
  | ({
      do: 'confirm';
      payments: readonly string[];
      /** The reference noted on the order is of other money that stays in suspense. */
      unnames: boolean;
    } & WritesOff)
  /** The order was credited with this money: the two are only tied. */
  | { do: 'tie' }
  /** The line proves a payment in suspense, and moves nothing. */
  | {
      do: 'prove';
      payment: string;
      names: boolean;
      /** What the order's confirmation took of it for the payment of its own line: more money, as both are proved. */
      replaced: (Suspension & { amount: string }) | undefined;
    }
  | { do: 'refuse'; why: 'differs' | 'status' | 'matched' }
  /** Money is proved by one line: a second one is the same in other words, or another payment. */
  | { do: 'refuse'; why: 'proved'; payment: string };

type Outcome = 'pay' | 'confirm' | 'suspend' | 'tie' | 'differs' | 'refused';

/** Taken by the order's confirmation although it came under another reference than this, or under none. */
const drawnUnderOther = (payments: readonly KnownPayment[], reference: string): KnownPayment[] =>
  payments.filter((payment) => payment.drawn && payment.reference !== reference);

/** All of it is in suspense, and no line has proved it. What replaces another payment is proved with that. */
const isFree = (payment: KnownPayment): boolean =>
  isWhole(payment) && payment.line === undefined && payment.replaces === null;

const freeOf = (
  order: PaidOrder,
  payments: readonly KnownPayment[],
  amount: string,
  isUnnamed: boolean,
): KnownPayment | undefined =>
  payments.find(
    (payment) =>
      isFree(payment) &&
      payment.currency === order.currency &&
      equals(payment.amount, amount) &&
      (payment.reference === null || !isUnnamed),
  );

/**
 * What of the payments in suspense the line may prove: those under its reference, or under none where one of them, or all
 * together, are of its amount. What is of another amount is another payment.
 */
function provedBy(order: PaidOrder, payments: readonly KnownPayment[], line: Line): readonly KnownPayment[] {
  const free = payments.filter((payment) => isAvailable(order, payment) && payment.line === undefined);
  const same = free.filter(({ reference }) => reference !== null && reference === line.reference);
  if (same.length > 0) return same;
  const may = free.filter(({ reference }) => !isOther(reference, line.reference));
  const exact = may.find(({ suspended }) => equals(suspended, line.amount));
  if (exact) return [exact];
  return equals(sumOf(may), line.amount) ? may : [];
}

interface Compared {
  /** The reference of the order's own payment. */
  reference: string | null;
  outcome: Outcome;
}

/** Amount and time make a success, everything else a review; by status, and by what is known of the order's money. */
function outcomeByStatus(order: PaidOrder, line: Line, reference: string | null, isLined: boolean): Outcome {
  const isEqual = equals(order.amount, line.amount);
  // A reference that somebody only noted proves no money.
  const isMore = order.paidAmount !== null && (isLined || isOther(reference, line.reference));
  switch (order.status) {
    case 'created':
    case 'paying':
      return isEqual ? 'pay' : 'suspend';
    case 'failed':
    case 'expired':
    case 'cancelled':
      return 'suspend';
    case 'review':
      if (isMore) return 'suspend';
      if (isEqual) return 'confirm';
      // An upstream has reported this money: it must not be in suspense twice.
      return order.paidAmount !== null && equals(order.paidAmount, line.amount) ? 'tie' : 'suspend';
    case 'success':
      if (isMore) return 'suspend';
      return isEqual ? 'tie' : 'differs';
    case 'reversed':
      // Its own payment was taken back; another one is money that somebody must look at.
      return isOther(reference, line.reference) ? 'suspend' : 'refused';
  }
}

/** True where a line would be tied to an order although its money is other money. */
function isOtherMoney(order: PaidOrder, payments: readonly KnownPayment[], line: Line): boolean {
  const { ownLine, reference } = line;
  if (order.status === 'success' && reference !== null) {
    // Lines prove both of two payments that a confirmation took for one, or a person took one of another amount for this.
    const isAnother = order.paidAmount !== null && !equals(order.paidAmount, line.amount);
    const took = drawnUnderOther(payments, reference);
    if (took.some((payment) => isAnother || (payment.line !== undefined && payment.reference !== null)))
      return true;
  }
  if (!ownLine || reference !== null) return false;
  // Of a line with a reference one without may be a repetition; of two without the statement says that they are two.
  return ownLine.reference === null || freeOf(order, payments, line.amount, false) !== undefined;
}

function compare(order: PaidOrder, payments: readonly KnownPayment[], line: Line): Compared {
  const { ownLine } = line;
  const { noted } = order;
  // What is known of the order's money came with a line that is in suspense.
  const isLined = payments.some(
    (payment) =>
      payment.line !== undefined &&
      !isOther(payment.line.reference, noted) &&
      (order.status !== 'success' || payment.drawn),
  );
  const reference = noted ?? ownLine?.reference ?? null;
  const outcome = outcomeByStatus(order, line, reference, isLined);
  const becomes = (other: Outcome): Compared => ({ reference, outcome: other });
  if (outcome === 'tie' && isOtherMoney(order, payments, line)) return becomes('suspend');
  const isSame = line.reference !== null && reference === line.reference;
  // Its own line is known: one of another amount is another payment, but not under the same reference.
  if (outcome === 'differs' && ownLine && !isSame) return becomes('suspend');
  // An order that was submitted again: the line is of the money that has been in suspense for it since.
  if (outcome === 'pay' && order.paidAmount !== null && provedBy(order, payments, line).length > 0)
    return becomes('confirm');
  return becomes(outcome);
}

/** The payment in suspense that the line is of: by its reference, or where that has none, by its amount. */
function paymentOf(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  line: Line,
  outcome: Outcome,
): KnownPayment | undefined {
  // The order's own line, where nothing is in suspense under its reference.
  if (outcome === 'tie' && order.status === 'success') return undefined;
  // Under the reference that confirmed the order a line is of no other money, whatever its amount.
  if (outcome === 'differs' && order.noted !== null && line.reference !== null) return undefined;
  return freeOf(order, payments, line.amount, line.reference !== null);
}

function prove(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  line: Line,
  payment: KnownPayment,
): LineDecision {
  if (!equals(payment.amount, line.amount)) return { do: 'refuse', why: 'differs' };
  const confirmedBy = order.status === 'success' ? line.ownLine?.reference : undefined;
  const isTaken = !!confirmedBy && drawnUnderOther(payments, confirmedBy).includes(payment);
  const amount = amountText(new Amount(payment.amount).minus(payment.suspended));
  return {
    do: 'prove',
    payment: payment.id,
    names: payment.reference === null && line.reference !== null,
    replaced: isTaken ? { amount, ...MORE_MONEY } : undefined,
  };
}

function confirm(order: PaidOrder, payments: readonly KnownPayment[], line: Line): LineDecision {
  const proved = provedBy(order, payments, line);
  const stays = payments.some(
    (payment) =>
      isAvailable(order, payment) && !proved.includes(payment) && payment.reference === order.noted,
  );
  return {
    do: 'confirm',
    payments: idsOf(proved),
    writesOff: foreignUnder(order, payments, line.reference),
    unnames: line.reference === null && order.noted !== null && stays,
  };
}

/** What a statement line comes to that is matched with an order. */
export function decideLine(order: PaidOrder, payments: readonly KnownPayment[], line: Line): LineDecision {
  const { reference, outcome } = compare(order, payments, line);
  // What is known of an order in review is not in its own books: unless its money is in suspense the line brings it.
  const isUnbooked = outcome === 'tie' && order.status === 'review';
  // Of two payments, one without a reference, the line is the one that is in suspense under its own.
  const isSecond = outcome === 'tie' && reference === null && line.reference !== null;
  if (
    isUnbooked ||
    isSecond ||
    outcome === 'suspend' ||
    outcome === 'differs' ||
    order.status === 'reversed'
  ) {
    const named = line.reference === null ? undefined : heldUnder(payments, line.reference);
    if (named && named.currency === order.currency) {
      if (named.line) return { do: 'refuse', why: 'proved', payment: named.id };
      return prove(order, payments, line, named);
    }
    const found = named ? undefined : paymentOf(order, payments, line, outcome);
    if (found) return prove(order, payments, line, found);
  }
  if (line.ownLine && outcome !== 'suspend') return { do: 'refuse', why: 'matched' };
  if (isUnbooked || outcome === 'suspend' || outcome === 'pay') {
    // The bank knows in which currency it came.
    const writesOff = foreignUnder(order, payments, line.reference);
    return { ...decideReceipt(order, { ...line, currency: order.currency, conflicts: false }), writesOff };
  }
  if (outcome === 'differs') return { do: 'refuse', why: 'differs' };
  if (outcome === 'refused') return { do: 'refuse', why: 'status' };
  return outcome === 'confirm' ? confirm(order, payments, line) : { do: outcome };
}
