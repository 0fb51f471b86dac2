import type { ColumnRole, StatementFormat } from '../../../contract/statementFormat.ts';
import { receivedReference } from '../../../contract/identity/identity.ts';
import { Amount, amountText, fitsCurrency } from '../../../contract/money.ts';
import { printedAmount, signedAmount } from './amount.ts';
import { printedDate } from './date.ts';
import { isNumbered, isRounded, type OwnAccounts, referenceIn, referenceOf } from './reference.ts';
import { sideOf } from './sides.ts';
import { isMoneyStatus } from './words.ts';

/** One movement of the account, as the statement tells it. */
export interface Line {
  /** 1 credit, 2 debit. */
  direction: 1 | 2;
  amount: string;
  utr: string | null;
  payer: string | null;
  description: string | null;
  bookedAt: Date;
  wholeDay: boolean;
  balance: string | null;
}

/** Why a row is no line though it should be one: a key of locales/<lang>/bank.json, faults. */
export type LineFault =
  | 'cells'
  | 'quote'
  | 'date'
  | 'future'
  | 'amount'
  | 'digits'
  | 'noAmount'
  | 'bothSides'
  | 'side'
  | 'status'
  | 'balance'
  | 'rounded'
  | 'narration';

/** Why a row is no movement of money: a key of locales/<lang>/bank.json, skipped. */
export type SkipReason = 'rule' | 'header' | 'opening' | 'closing' | 'total' | 'note' | 'status' | 'neutral';

export interface Skipped {
  reason: SkipReason;
  /** What of the row says so. */
  text: string;
}

/** A row of the table below its header, as it was understood. */
export type ReadRow = { number: number } & (
  | { line: Line }
  | { faults: readonly LineFault[]; text: string }
  | { skipped: Skipped }
);

/** The cell of a column, as it is printed; empty where the format has no such column. */
export type Cell = (role: ColumnRole) => string;

const LONGEST_CELL = 300;
export const LONGEST_NARRATION = 1_000;

const THREE_BEHIND = { '.': /\.\d{3}(?!\d)/, ',': /,\d{3}(?!\d)/ } as const;

/** Three digits behind the decimal sign of a currency that has fewer are thousands in the manner of another country. */
const looksGrouped = (text: string, decimal: '.' | ',', currency: string): boolean =>
  THREE_BEHIND[decimal].test(text) && !fitsCurrency('0.001', currency);

export interface Manner {
  format: StatementFormat;
  currency: string;
}

const isNone = (text: string): boolean => /^[\p{Pd}\u2212\s]*$/u.test(text);

/** What a row moves, below zero where it went out; or why that cannot be said. */
type Signed = { signed: Amount } | { fault: LineFault };

/** An amount of one column: 0 where nothing stands there. A sign that says what the column says is no second one. */
function columnAmount(text: string, column: 1 | 2 | undefined, { format, currency }: Manner): Signed {
  if (isNone(text)) return { signed: new Amount(0) };
  if (looksGrouped(text, format.decimal, currency)) return { fault: 'digits' };
  const printed = printedAmount(text, format.decimal, currency);
  if (!printed) return { fault: 'amount' };
  const amount = new Amount(printed.amount);
  if (column === undefined) {
    const signed = signedAmount(printed);
    return signed === undefined ? { fault: 'amount' } : { signed: new Amount(signed) };
  }
  // Money that went out is printed with a minus, or as Dr, by some; what came in with either is neither.
  const contradicts = column === 1 ? printed.isNegative || printed.side === 2 : printed.side === 1;
  if (contradicts && !amount.isZero()) return { fault: 'amount' };
  return { signed: column === 1 ? amount : amount.negated() };
}

function signedOf(cell: Cell, manner: Manner): Signed | undefined {
  const { format } = manner;
  if (format.amount === undefined) {
    const [into, out] = [columnAmount(cell('credit'), 1, manner), columnAmount(cell('debit'), 2, manner)];
    if ('fault' in into) return into;
    if ('fault' in out) return out;
    // A line is one movement; which of two amounts it is about is the bank's to say.
    if (!into.signed.isZero() && !out.signed.isZero()) return { fault: 'bothSides' };
    return { signed: into.signed.plus(out.signed) };
  }
  if (format.side === undefined) return columnAmount(cell('amount'), undefined, manner);
  const side = sideOf(cell('side'));
  if (side === undefined) return { fault: 'side' };
  return side === 0 ? undefined : columnAmount(cell('amount'), side, manner);
}

type Money = { direction: 1 | 2; amount: string } | { fault: LineFault };

/** Undefined of a row that says it is neither in nor out. */
function moneyOf(cell: Cell, manner: Manner): Money | undefined {
  const found = signedOf(cell, manner);
  if (!found || 'fault' in found) return found;
  const { signed } = found;
  if (signed.isZero()) return { fault: 'noAmount' };
  const amount = amountText(signed.abs());
  if (!fitsCurrency(amount, manner.currency)) return { fault: 'digits' };
  return { direction: signed.isNegative() ? 2 : 1, amount };
}

/** What the account had after the line; null where the file says none, undefined where it cannot be read. */
export function balanceOf(cell: Cell, { format, currency }: Manner): string | null | undefined {
  const text = cell('balance');
  if (isNone(text)) return null;
  const printed = printedAmount(text, format.decimal, currency);
  if (!printed) return undefined;
  const balanceSide = format.balanceSide === undefined ? undefined : sideOf(cell('balanceSide'));
  if (format.balanceSide !== undefined && balanceSide === undefined) return undefined;
  return signedAmount(balanceSide === 1 || balanceSide === 2 ? { ...printed, side: balanceSide } : printed);
}

const orNull = (text: string): string | null => (text === '' ? null : text);

const TEXTS = ['reference', 'payer', 'status', 'date', 'time', 'amount', 'credit', 'debit'] as const;

/** One row by its columns, or everything that is wrong with it. Pure: the same row and format always give the same. */
export function readLine(
  cell: Cell,
  manner: Manner,
  own: OwnAccounts,
): { line: Line } | { faults: LineFault[] } | { skipped: Skipped } {
  const { format } = manner;
  const narration = cell('description');
  if (TEXTS.some((role) => cell(role).length > LONGEST_CELL) || narration.includes('\0'))
    return { faults: ['narration'] };
  const status = format.status === undefined ? true : isMoneyStatus(cell('status'));
  if (status === false) return { skipped: { reason: 'status', text: cell('status') } };
  const money = moneyOf(cell, manner);
  if (!money) return { skipped: { reason: 'neutral', text: cell('side') } };
  const reference = receivedReference(cell('reference'));
  const when = printedDate(cell('date'), cell('time'), { order: format.dateOrder, zone: format.zone });
  const balance = balanceOf(cell, manner);
  if ('fault' in money || !when || status === undefined || balance === undefined || isRounded(reference)) {
    const faults: (LineFault | false)[] = [
      isRounded(reference) && 'rounded',
      !when && 'date',
      'fault' in money && money.fault,
      status === undefined && 'status',
      balance === undefined && 'balance',
    ];
    return { faults: faults.filter((each) => each !== false) };
  }
  const description = receivedReference(narration).slice(0, LONGEST_NARRATION);
  const found = referenceOf(reference, own);
  return {
    line: {
      ...money,
      // One within the text is as good.
      utr: found ?? referenceIn(description, own) ?? null,
      payer: orNull(receivedReference(cell('payer'))),
      // A number that is no reference may still be what a person knows the payment by.
      description:
        found === undefined && isNumbered(reference)
          ? `${reference} ${description}`.trim()
          : orNull(description),
      bookedAt: when.at,
      wholeDay: when.isWholeDay,
      balance,
    },
  };
}
