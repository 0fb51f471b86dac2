/** What a part of an invariant is asked of. Rows share one space of time-ordered ids, whatever table they are in. */
export type Space = 'rows' | 'merchants' | 'hours' | 'days' | 'instants';

interface Shape {
  /** Names the part in an alert. */
  id: string;
  /** A view, or a function of a range of the space. */
  source: string;
  isFunction?: true;
  space: Space;
  /** The column with a row's key, by whose range a view is walked; none where a fault is of the whole range. */
  column?: string;
  /** The column by which rows that changed are asked; none where a new row alone can be at fault. */
  touchedBy?: 'order_id';
}
export type Part = Readonly<Shape> & { readonly invariant: string };

export interface Invariant {
  id: string;
  promise: string;
  parts: readonly Part[];
}

function invariant(id: string, promise: string, ...shapes: ((id: string) => Shape)[]): Invariant {
  const parts = shapes.map((shape) => Object.freeze({ ...shape(id), invariant: id }));
  return Object.freeze({ id, promise, parts: Object.freeze(parts) });
}

const viewOf = (id: string, suffix?: string): string =>
  `invariant_${id.toLowerCase()}${suffix ? `_${suffix}` : ''}`;
const partOf = (id: string, suffix?: string): string => (suffix ? `${id}.${suffix}` : id);

/** Rows with an order, asked by their orders when those change, and by a key of their own otherwise. */
const orders =
  (column = 'order_id') =>
  (id: string): Shape => ({
    id,
    source: viewOf(id),
    space: 'rows',
    column,
    touchedBy: 'order_id',
  });

/** Rows that are written once, with their entry. */
const entries =
  (suffix?: string, source?: string) =>
  (id: string): Shape => ({
    id: partOf(id, suffix),
    source: source ?? viewOf(id, suffix),
    space: 'rows',
    column: 'entry_id',
  });

/** The same where rows are compared with those before them: a range reads its own once. */
const comparedEntries = (id: string): Shape => ({ ...entries()(id), isFunction: true });

const merchants =
  (suffix?: string) =>
  (id: string): Shape => ({
    id: partOf(id, suffix),
    source: viewOf(id, suffix),
    space: 'merchants',
    column: 'merchant_id',
  });

const instants =
  (suffix?: string) =>
  (id: string): Shape => ({
    id: partOf(id, suffix),
    source: viewOf(id, suffix),
    space: 'instants',
    column: 'at',
  });

const ranges =
  (space: Space) =>
  (id: string): Shape => ({ id, source: viewOf(id), isFunction: true, space });

export const INVARIANTS: readonly Invariant[] = Object.freeze([
  invariant('I01', 'the ledger sums to zero per currency', ranges('rows')),
  invariant('I02', 'each entry is balanced and has two legs or more', entries()),
  invariant('I03', 'a balance is the sum of its postings', merchants()),
  invariant('I04', 'the before/after chain has no gap', comparedEntries),
  invariant(
    'I05',
    'no account is below minus its overdraft limit, now or in history',
    merchants('now'),
    entries('past'),
  ),
  invariant('I06', 'a posting is in the currency of its entry and account', entries()),
  invariant('I07', 'an order has at most one live settlement', orders()),
  invariant('I08', 'an order is settled when it has a live settlement, and only then', orders()),
  invariant('I09', 'the settled credit is the applied amount less the fee', orders()),
  invariant('I10', 'a merchant order number is unique', orders()),
  invariant('I11', 'the log has listed edges only', orders()),
  invariant('I12', 'the status is the one of the last event', orders()),
  // A reversal without an order has its entry alone.
  invariant('I13', 'a reversal is exact and once', orders(), entries('entry', viewOf('I13'))),
  invariant('I14', 'an upstream event is applied once', orders()),
  invariant('I15', 'the applied money is the order’s, or waits in suspense', orders()),
  invariant('I16', 'callback count and status are what the attempts say', orders()),
  invariant('I17', 'one hold; paid or released at most once; what came back was paid', orders()),
  invariant('I18', 'a transaction hash pays one withdrawal', orders()),
  invariant('I19', 'what is frozen is what open payouts and withdrawals hold', merchants()),
  invariant('I20', 'distributed USDT is rounded down to six digits', orders()),
  invariant('I21', 'nobody checks what they made', orders('id')),
  invariant('I22', 'a one-time code confirms one command', instants()),
  invariant('I23', 'an idempotency key is carried out once', instants('key'), entries()),
  invariant('I24', 'a report is its recomputation', ranges('days')),
  invariant('I25', 'a matched bank bill and its order agree', orders('bill_id')),
  invariant('I26', 'the sums behind the trial balance are the sums of the postings', ranges('hours')),
  invariant('I27', 'a bank reference is booked for one thing', orders()),
  invariant('I28', 'a payment is booked once for its order', orders()),
  invariant('I29', 'an agent has the commission of a payout that is paid, and of no other', orders()),
  invariant('I31', 'what suspense holds for an order that has ended is listed', orders()),
  // A payment is at fault by a later entry that uses it, and an entry by the payments that it uses.
  invariant(
    'I32',
    'received money is allocated to orders or in suspense, each payment by itself',
    orders('entry_id'),
    entries('entry'),
  ),
]);

export const PARTS: readonly Part[] = INVARIANTS.flatMap(({ parts }) => parts);
