import * as z from 'zod';
import { Amount, amountText, fitsCurrency } from '../../contract/money.ts';
import { instantAt, type WallTime } from './localTime.ts';

const column = z.string().trim().min(1).max(80);
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;

/** How a bank writes its statements: the names of its columns and the manner of its dates and numbers. */
export const parserSchema = z
  .strictObject({
    date: column,
    /** A column of its own for the time of day. */
    time: column.optional(),
    reference: column.optional(),
    /** Either one signed column, or one for each direction. */
    amount: column.optional(),
    credit: column.optional(),
    debit: column.optional(),
    payer: column.optional(),
    description: column.optional(),
    balance: column.optional(),
    dateOrder: z.enum(DATE_ORDERS).default('YMD'),
    zone: z.string().max(64).default('Asia/Kolkata'),
    delimiter: z.enum([',', ';', '|', '\t']).default(','),
    decimal: z.enum(['.', ',']).default('.'),
  })
  .refine(
    ({ amount, credit, debit }) => (amount === undefined) === (credit !== undefined && debit !== undefined),
    {
      path: ['amount'],
    },
  );
export type Parser = z.output<typeof parserSchema>;

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
/** Why a line is none: a key of locales/<lang>/bank.json. */
export type LineFault =
  | 'columns'
  | 'date'
  | 'future'
  | 'amount'
  | 'digits'
  | 'noAmount'
  | 'bothSides'
  | 'text';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DATE = /^(\d{1,4})[-/. ](\d{1,2}|[A-Za-z]{3})[-/. ](\d{1,4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
/** Twelve digits by themselves, or right behind the word that names them; some banks write four zeros before them. */
const UTR =
  /(?:(?<![\da-z])|(?<=(?<![a-z])(?:utr|rrn|ref|txn|imps|neft|upi)))(?:0000)?((?!0{12})\d{12})(?![\da-z])/i;
const utrIn = (text: string): string | undefined => UTR.exec(text)?.[1];
/** Banks print -, NA, NIL, zeros or the way the money came (UPI, NEFT) where there is no reference. */
const NUMBERED = /[1-9]/;
/** What is shorter is a serial number, a branch or a kind of transfer, which other payments bear too. */
const SHORTEST_REFERENCE = 8;
const isReference = (text: string): boolean =>
  NUMBERED.test(text) && text.replace(/[^\p{L}\p{N}]/gu, '').length >= SHORTEST_REFERENCE;
const MOST = 300;

function wallOf(
  parser: Parser,
  date: string,
  time: string,
): { wall: WallTime; wholeDay: boolean } | undefined {
  const found = DATE.exec(date);
  if (!found) return undefined;
  const parts = found.slice(1, 4) as [string, string, string];
  const [year, month, day] =
    parser.dateOrder === 'YMD'
      ? parts
      : parser.dateOrder === 'DMY'
        ? [parts[2], parts[1], parts[0]]
        : [parts[2], parts[0], parts[1]];
  const clock = time === '' ? found.slice(4, 7) : CLOCK.exec(time)?.slice(1, 4);
  if (!clock || year.length !== 4) return undefined;
  const [hour, minute, second] = clock;
  const named = MONTHS.indexOf(month.toLowerCase()) + 1;
  const wall = {
    year: Number(year),
    month: named > 0 ? named : Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
  };
  return { wall, wholeDay: hour === undefined };
}

/** A number as banks print it, with groups, a sign before or behind it, or Cr and Dr; undefined where it is none. */
export function printedAmount(text: string, decimal: '.' | ','): string | undefined {
  const side = /\s*(cr|dr)\.?$/i.exec(text)?.[1]?.toLowerCase();
  let bare = text
    .replace(/\s*(cr|dr)\.?$/i, '')
    .replace(/^[^\d(+\-.,]+/, '')
    .replace(/[\s'’]/g, '');
  const negative = /^\(.*\)$|^-|-$/.test(bare) || side === 'dr';
  bare = bare.replace(/^[(+-]+|[)-]$/g, '');
  bare = decimal === '.' ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.');
  if (!/^\d{1,18}(\.\d{1,6})?$/.test(bare)) return undefined;
  return amountText(negative ? new Amount(bare).negated() : bare);
}

type Money = { direction: 1 | 2; amount: string } | LineFault;

function moneyOf(parser: Parser, currency: string, cell: (name: string | undefined) => string): Money {
  const [credit, debit] =
    parser.amount === undefined ? [cell(parser.credit), cell(parser.debit)] : [cell(parser.amount), ''];
  const read = (text: string) => (text === '' || text === '-' ? '0' : printedAmount(text, parser.decimal));
  const [into, out] = [read(credit), read(debit)];
  if (into === undefined || out === undefined) return 'amount';
  // A line is one movement; which of two amounts it is about is the bank's to say.
  if (!new Amount(into).isZero() && !new Amount(out).isZero()) return 'bothSides';
  const signed = new Amount(into).minus(new Amount(out).abs());
  if (signed.isZero()) return 'noAmount';
  const amount = amountText(signed.abs());
  if (!fitsCurrency(amount, currency)) return 'digits';
  return { direction: signed.isNegative() ? 2 : 1, amount };
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** One record of a statement by its header's names. Pure: the same line and parser always give the same. */
export function readLine(
  parser: Parser,
  currency: string,
  record: Readonly<Record<string, string | undefined>>,
): Line | LineFault {
  const cell = (name: string | undefined): string => (name === undefined ? '' : (record[name] ?? '').trim());
  const texts = [parser.reference, parser.payer, parser.description].map(cell);
  if (texts.some((text) => text.length > MOST || text.includes('\0'))) return 'text';
  const [reference = '', payer = '', description = ''] = texts;
  const when = wallOf(parser, cell(parser.date), cell(parser.time));
  const bookedAt = when && instantAt(when.wall, parser.zone);
  if (!when || !bookedAt) return 'date';
  const money = moneyOf(parser, currency, cell);
  if (typeof money === 'string') return money;
  const balance = printedAmount(cell(parser.balance), parser.decimal);
  // A reference of another shape stays what the bank wrote; one within the text is as good.
  const own = utrIn(reference) ?? (isReference(reference) ? reference : undefined);
  return {
    ...money,
    utr: own ?? utrIn(description) ?? null,
    payer: orNull(payer),
    // A number that is no reference may still be what a person knows the payment by.
    description:
      own === undefined && NUMBERED.test(reference)
        ? `${reference} ${description}`.trim()
        : orNull(description),
    bookedAt,
    wholeDay: when.wholeDay,
    balance: balance ?? null,
  };
}

/** The columns a parser reads that a header lacks. */
export function missingColumns(parser: Parser, header: readonly string[]): string[] {
  const { date, time, reference, amount, credit, debit, payer, description, balance } = parser;
  const wanted = [date, time, reference, amount, credit, debit, payer, description, balance];
  return wanted.filter((name): name is string => name !== undefined && !header.includes(name));
}
