import { equals, idsOf, isAvailable, isWhole, type KnownPayment, type PaidOrder } from './state.ts';
import { isConfirmed, paidWithout } from './writeOff.ts';

/** A person takes back that a statement line is of an order. */
export interface Undo {
  kind: 'undo';
  line: {
    id: string;
    amount: string;
    reference: string | null;
    effect: 'paid' | 'suspense' | 'tied';
    /** The payment in suspense that it has brought or proved. */
    payment: string | null;
  };
}

export type UndoDecision =
  | {
      do: 'return';
      /** They go back to the upstream. */
      payments: readonly string[];
      /** What is paid for the order then, and its reference; undefined where it stays as it is. */
      paidAmount: string | null | undefined;
      utr: string | null | undefined;
    }
  /** It has been credited: by this line, or drawn from suspense since. */
  | { do: 'refuse'; why: 'booked' };

/** The line itself has brought it, and no upstream has reported it. */
const isBroughtBy = ({ source, line, replaces, noticed }: KnownPayment, id: string): boolean =>
  source === 'statementLine' && line?.id === id && replaces === null && !noticed;

/** What goes with a line: the payment that it has brought, and what it proved to be more money. */
export function decideUndo(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  { line }: Undo,
): UndoDecision {
  const { effect } = line;
  // What a line has credited is taken back by reversing the order's payment, with all that this asks for.
  if (effect === 'paid')
    return order.status === 'reversed'
      ? { do: 'return', payments: [], paidAmount: undefined, utr: undefined }
      : { do: 'refuse', why: 'booked' };
  const named = effect === 'suspense' ? payments.find(({ id }) => id === line.payment) : undefined;
  const brought = named && isBroughtBy(named, line.id) ? named : undefined;
  if (brought && !(isAvailable(order, brought) && equals(brought.suspended, line.amount)))
    return { do: 'refuse', why: 'booked' };
  // One of the two lines goes by which the order was paid twice: there is one payment again.
  const replacements = payments.filter(
    (payment) =>
      payment.replaces !== null &&
      (line.payment === null || payment.replaces === line.payment) &&
      isWhole(payment),
  );
  if (!brought) return { do: 'return', payments: idsOf(replacements), paidAmount: undefined, utr: undefined };
  const left = payments.filter((payment) => payment !== brought && isAvailable(order, payment));
  // The reference came with the line, and goes with it: the order is then known by that of what is left.
  const isUnnamed = order.noted === line.reference && !isConfirmed(order);
  return {
    do: 'return',
    payments: idsOf([brought, ...replacements]),
    paidAmount: paidWithout(order, payments, [brought]),
    utr: isUnnamed ? (left.find(({ utr }) => utr !== null)?.utr ?? null) : undefined,
  };
}
