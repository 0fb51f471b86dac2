import { isSameReference } from '../../../contract/identity/referenceForm.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { namesNumber, namesOwnNumber, namesParty } from './naming.ts';

/** A statement's line as matching reads it. */
export interface Bill {
  /** 1 credit, 2 debit. */
  direction: 1 | 2;
  currency: string;
  amount: string;
  utr: string | null;
  payer: string | null;
  description: string | null;
  bookedAt: Date;
  wholeDay: boolean;
}

/** An order that a line may be about: a collection for a credit, a payout for a debit. */
export interface Candidate {
  id: string;
  orderNo: string;
  merchantOrderNo: string;
  currency: string;
  amount: string;
  utr: string | null;
  /** Its merchant's order match regex finds one of its numbers in the line. */
  namedByPattern: boolean;
  /** Who pays, or who is paid: an address, a phone, a name, an account. */
  parties: readonly string[];
  createdAt: Date;
  /** When word of its money came, where it did; else as `createdAt`. */
  knownAt: Date;
  /** Money of the line's own amount is reported and waits for its line, whatever was asked. */
  reported: boolean;
  /** The reference under which that was. */
  reportedAs: string | null;
  /** Money that has moved, or may have, and has no line yet: reported, booked, or a payout under way. */
  waits: boolean;
}

export type Reason = 'utr' | 'amount' | 'reported' | 'time' | 'payer' | 'orderNo';

export interface Scored<C extends Candidate = Candidate> {
  candidate: C;
  /** 0 to 100. */
  score: number;
  reasons: readonly Reason[];
  /** What the line has above the order, as decimal text. */
  difference: string;
}

const HOUR_MS = 3_600_000;
/** Money comes up to a day after its order; a statement of whole days says no hour. */
const LATEST_MS = 24 * HOUR_MS;
const EARLIEST_MS = 5 * 60_000;
/** Banks book days after money moved: a weekend, a holiday, a statement that is fetched once a week. */
const LATEST_LINE_MS = 10 * 24 * HOUR_MS;

/**
 * Between which instants an order must have been made for a line to be about it: from `from` for the rules, from
 * `since` for a person to see it, and for its money to be what the line may be of.
 */
export function windowOf(bill: Pick<Bill, 'bookedAt' | 'wholeDay'>): { since: Date; from: Date; to: Date } {
  const at = bill.bookedAt.getTime();
  const end = at + (bill.wholeDay ? 24 * HOUR_MS : EARLIEST_MS);
  return { since: new Date(at - LATEST_LINE_MS), from: new Date(at - LATEST_MS), to: new Date(end) };
}

const WEIGHT: Readonly<Record<Reason, number>> = {
  utr: 70,
  amount: 30,
  reported: 30,
  orderNo: 45,
  payer: 40,
  time: 15,
};
const MOST = 100;

/** How banks write a reference; what an upstream calls a payment may look otherwise. */
export const BANK_REFERENCE = /^[0-9]{12}$/;

type Word = 'none' | 'same' | 'other' | 'unlike';

/** What the reference of an order's money says of a line; one of another kind, that both may be of one payment. */
function wordOf({ utr }: Bill, candidate: Candidate): Word {
  const known = candidate.reported ? candidate.reportedAs : candidate.utr;
  if (utr === null || known === null) return 'none';
  if (isSameReference(utr, known)) return 'same';
  return BANK_REFERENCE.test(utr) === BANK_REFERENCE.test(known) ? 'other' : 'unlike';
}

/** How well a line and an order fit, and why. Another currency fits nothing. */
export function scoreOf<C extends Candidate>(bill: Bill, candidate: C): Scored<C> {
  const difference = new Amount(bill.amount).minus(candidate.amount);
  const reasons: Reason[] = [];
  const { from, to } = windowOf(bill);
  const texts = [bill.payer, bill.description];
  if (bill.utr !== null && candidate.utr !== null && isSameReference(bill.utr, candidate.utr))
    reasons.push('utr');
  if (difference.isZero()) reasons.push('amount');
  else if (candidate.reported) reasons.push('reported');
  // Word of a payment may come after the line that proves it, but its order was there before.
  const inTime = candidate.knownAt >= from && candidate.createdAt <= to;
  if (inTime) reasons.push('time');
  if (candidate.parties.some((party) => namesParty(bill, party))) reasons.push('payer');
  // A merchant can use its own numbers again at any time, and choose them.
  if (
    namesNumber([...texts, bill.utr], candidate.orderNo) ||
    (inTime && (candidate.namedByPattern || namesOwnNumber(texts, candidate.merchantOrderNo)))
  )
    reasons.push('orderNo');
  const sum = reasons.reduce((total, reason) => total + WEIGHT[reason], 0);
  // Another reference than the one the order already has speaks against it.
  const against = wordOf(bill, candidate) === 'other' ? 50 : 0;
  const score = candidate.currency === bill.currency ? Math.max(0, Math.min(MOST, sum) - against) : 0;
  return { candidate, score, reasons, difference: amountText(difference) };
}

/** How far from the line's time an order was made and known of; a statement of whole days is as near to all of its day. */
function awayFrom({ bookedAt, wholeDay }: Bill, { createdAt, knownAt }: Candidate): number {
  const from = bookedAt.getTime();
  const to = wholeDay ? from + LATEST_MS : from;
  return Math.max(from - knownAt.getTime(), createdAt.getTime() - to, 0);
}

/**
 * Every candidate, best first; equal ones by the smallest difference, then by the nearest time, and always in the same
 * order. What is noted on a line and what a person is shown beside it both come from here.
 */
export function inOrder<C extends Candidate>(bill: Bill, candidates: readonly C[]): Scored<C>[] {
  return candidates
    .map((candidate) => scoreOf(bill, candidate))
    .sort(
      (one, other) =>
        other.score - one.score ||
        new Amount(one.difference).abs().comparedTo(new Amount(other.difference).abs()) ||
        awayFrom(bill, one.candidate) - awayFrom(bill, other.candidate) ||
        other.candidate.createdAt.getTime() - one.candidate.createdAt.getTime() ||
        (one.candidate.id < other.candidate.id ? -1 : 1),
    );
}

/** Those that anything speaks for, best first. */
export const ranked = <C extends Candidate>(bill: Bill, candidates: readonly C[]): Scored<C>[] =>
  inOrder(bill, candidates).filter(({ score }) => score > 0);

const BACK = /(?<!\p{L})(?:re?tu?rn(?:ed)?|rev(?:ersal|ersed)?|refund(?:ed)?|bounced?)(?!\p{L})/iu;

/** Money of ours that a bank sends back bears the names of whom it was for, and pays no order of theirs. */
const comesBack = ({ direction, payer, description }: Bill): boolean =>
  direction === 1 && BACK.test(`${payer ?? ''} ${description ?? ''}`);

export type Choice<C extends Candidate> = { match: Scored<C> } | { why: 'noMatch' | 'ambiguous' };

/**
 * What may be matched without a person: the one order with the line's own reference; else the one order of the exact
 * amount within the window whose payer the line names, be its money booked already or reported and in suspense. Two that fit
 * are nobody's, and so is a line that may be of money that moved before.
 */
export function chosen<C extends Candidate>(bill: Bill, candidates: readonly C[]): Choice<C> {
  const all = ranked(bill, candidates).filter(({ candidate }) => candidate.currency === bill.currency);
  const byUtr = all.filter(({ reasons }) => reasons.includes('utr'));
  if (byUtr.length > 1) return { why: 'ambiguous' };
  if (byUtr[0]) return { match: byUtr[0] };
  if (comesBack(bill)) return { why: 'noMatch' };
  const fitting = all.filter(
    ({ candidate, reasons }) =>
      wordOf(bill, candidate) !== 'other' && (reasons.includes('amount') || reasons.includes('reported')),
  );
  const named = fitting.filter(
    ({ reasons }) => reasons.includes('orderNo') || (reasons.includes('time') && reasons.includes('payer')),
  );
  // Two merchants may have the same number: a line that names both is of either, whatever was asked.
  const numbered = all.filter(
    ({ candidate, reasons }) => reasons.includes('orderNo') && wordOf(bill, candidate) !== 'other',
  );
  if (named.length > 1 || (named[0]?.reasons.includes('orderNo') && numbered.length > 1))
    return { why: 'ambiguous' };
  const [only] = named;
  // The line of money of days before brings nothing to what was asked since.
  const late = fitting.some(
    (each) => each.candidate.waits && each.reasons.includes('payer') && each !== only,
  );
  if (only && !only.reasons.includes('orderNo') && late) return { why: 'ambiguous' };
  // Whether the upstream's number and the bank's are of one payment is for a person to say.
  return only && wordOf(bill, only.candidate) !== 'unlike' ? { match: only } : { why: 'noMatch' };
}
