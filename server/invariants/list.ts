/** By which keys of what changed the monitor asks a view. */
export type ChangeKey = 'entry_id' | 'order_id' | 'merchant_id';

export interface Invariant {
  id: string;
  view: string;
  promise: string;
  /** What the monitor asks of what changed, all of it without a key; nothing where only the full check can tell. */
  brief: readonly { view: string; key: ChangeKey | null }[];
}

/** Without views of its own for the monitor, the full view is asked by the key. */
function invariant(
  id: string,
  key: ChangeKey | null,
  promise: string,
  brief?: Invariant['brief'],
): Invariant {
  const view = `invariant_${id.toLowerCase()}`;
  return Object.freeze({ id, view, promise, brief: brief ?? (key ? [{ view, key }] : []) });
}

/** The key by which the full view tells of one row; null where it is not asked by key. */
export function rowKey({ view, brief }: Invariant): ChangeKey | null {
  const [only, ...more] = brief;
  return only?.view === view && more.length === 0 ? only.key : null;
}

export const INVARIANTS: readonly Invariant[] = Object.freeze([
  invariant('I01', null, 'the ledger sums to zero per currency'),
  invariant('I02', 'entry_id', 'each entry is balanced and has two legs or more'),
  invariant('I03', null, 'a balance is the sum of its postings', [
    { view: 'invariant_i03_tip', key: 'merchant_id' },
  ]),
  invariant('I04', 'entry_id', 'the before/after chain has no gap'),
  invariant('I05', null, 'no account is below minus its overdraft limit, now or in history', [
    { view: 'invariant_i05_now', key: 'merchant_id' },
    { view: 'invariant_i05_past', key: 'entry_id' },
  ]),
  invariant('I06', 'entry_id', 'a posting is in the currency of its entry and account'),
  invariant('I07', 'order_id', 'an order has at most one live settlement'),
  invariant('I08', 'order_id', 'an order is settled when it has a live settlement, and only then'),
  invariant('I09', 'order_id', 'the settled credit is the applied amount less the fee'),
  invariant('I10', 'order_id', 'a merchant order number is unique'),
  invariant('I11', 'order_id', 'the log has listed edges only'),
  invariant('I12', 'order_id', 'the status is the one of the last event'),
  invariant('I13', 'order_id', 'a reversal is exact and once'),
  invariant('I14', 'order_id', 'an upstream event is applied once'),
  invariant('I15', 'order_id', 'the applied money is the order’s, or waits in suspense'),
  invariant('I16', 'order_id', 'callback count and status are what the attempts say'),
  invariant('I17', 'order_id', 'one hold; paid or released at most once; what came back was paid'),
  invariant('I18', 'order_id', 'a transaction hash pays one withdrawal'),
  invariant('I19', 'merchant_id', 'what is frozen is what open payouts and withdrawals hold'),
  invariant('I20', 'order_id', 'distributed USDT is rounded down to six digits'),
  invariant('I21', null, 'nobody checks what they made'),
  invariant('I22', null, 'a one-time code confirms one command', [
    { view: 'invariant_i22_recent', key: null },
  ]),
  invariant('I23', null, 'an idempotency key is carried out once', [
    { view: 'invariant_i23', key: 'entry_id' },
    { view: 'invariant_i23_recent', key: null },
  ]),
  invariant('I24', null, 'a report is its recomputation'),
  invariant('I25', 'order_id', 'a matched bank bill and its order agree'),
  invariant('I26', null, 'the sums behind the trial balance are the sums of the postings', [
    { view: 'invariant_i26_recent', key: null },
  ]),
  invariant('I27', null, 'a bank reference is booked for one thing', [
    { view: 'invariant_i27_of', key: 'order_id' },
  ]),
  invariant('I28', 'order_id', 'a payment is booked once for its order'),
  invariant('I29', 'order_id', 'an agent has the commission of a payout that stands paid, and of no other'),
  invariant('I30', 'order_id', 'a confirmation draws payments that wait in suspense, each once'),
  invariant('I31', 'order_id', 'what suspense holds for an order that has ended is listed'),
]);
