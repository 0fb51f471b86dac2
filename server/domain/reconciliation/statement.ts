import * as z from 'zod';
import { receivedReference } from '../../../contract/identity/identity.ts';
import { Amount, amountText, fitsCurrency } from '../../../contract/money.ts';
import { instantAt, type WallTime } from '../../platform/localTime.ts';
import { isNumbered, isRounded, type OwnAccounts, referenceIn, referenceOf } from './reference.ts';

const column = z.string().trim().min(1).max(80);
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;

/** How a bank writes its statements: the names of its columns and the manner of its dates and numbers. */
export const parserSchema = z
  .strictObject({
    date: column,
    /** A column of its own for the time of day. */
    time: column.optional(),
    reference: column.optional(),
    /** Either one column, signed or with another one that says Cr or Dr beside it, or one for each direction. */
    amount: column.optional(),
    side: column.optional(),
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
  )
  .refine(({ amount, side }) => side === undefined || amount !== undefined, { path: ['side'] });
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
  | 'side'
  | 'rounded'
  | 'text';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?`;
const TIME = new RegExp(`^${CLOCK}$`, 'i');
const DATE = new RegExp(
  String.raw`^(\d{1,4})[-/. ](\d{1,2}|[A-Z]{3})[-/. ](\d{1,4})(?:[T ,]+${CLOCK})?$`,
  'i',
);
const NOON = 12;
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
  const clock = time === '' ? found.slice(4, 8) : TIME.exec(time)?.slice(1, 5);
  // Of two digits only behind the day: before it, it could be a day.
  const short = year.length === 2 && parser.dateOrder !== 'YMD';
  if (!clock || (year.length !== 4 && !short)) return undefined;
  const [hour, minute, second, half] = clock;
  if (half !== undefined && !(Number(hour) >= 1 && Number(hour) <= NOON)) return undefined;
  const past = half?.toLowerCase() === 'p' ? NOON : 0;
  const named = MONTHS.indexOf(month.toLowerCase()) + 1;
  const wall = {
    year: Number(short ? `20${year}` : year),
    month: named > 0 ? named : Number(month),
    day: Number(day),
    hour: half === undefined ? Number(hour ?? 0) : (Number(hour) % NOON) + past,
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
  };
  return { wall, wholeDay: hour === undefined };
}

/** Groups of three, and in India of two before the last three; what is grouped otherwise is no group but a decimal. */
const WHOLE = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})$/;
const LONGEST_WHOLE = 18;

/** A number as banks print it, with groups, a sign before or behind it, or Cr and Dr; undefined where it is none. */
export function printedAmount(text: string, decimal: '.' | ','): string | undefined {
  const side = /\s*(cr|dr)\.?$/i.exec(text)?.[1]?.toLowerCase();
  let bare = text
    .replace(/\s*(cr|dr)\.?$/i, '')
    .replace(/^[^\d(+\-.,]+/, '')
    .replace(/[\s'’]/g, '');
  const negative = /^\(.*\)$|^-|-$/.test(bare) || side === 'dr';
  bare = bare.replace(/^[(+-]+|[)-]$/g, '');
  if (decimal === ',') bare = bare.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  const [whole = '', fraction, ...more] = bare.split('.');
  if (more.length > 0 || !WHOLE.test(whole) || (fraction !== undefined && !/^\d{1,6}$/.test(fraction)))
    return undefined;
  const digits = whole.replaceAll(',', '');
  if (digits.length > LONGEST_WHOLE) return undefined;
  const amount = fraction === undefined ? digits : `${digits}.${fraction}`;
  return amountText(negative ? new Amount(amount).negated() : amount);
}

/** Three digits behind the decimal sign of a currency that has fewer are thousands in the manner of another country. */
const looksGrouped = (text: string, decimal: '.' | ',', currency: string): boolean =>
  !fitsCurrency('0.001', currency) && new RegExp(`\\${decimal}\\d{3}(?!\\d)`).test(text);

type Money = { direction: 1 | 2; amount: string } | LineFault;
type Cell = (name: string | undefined) => string;

const INTO = /^c(?:r|redit)?\.?$/i;
const OUT = /^d(?:r|ebit)?\.?$/i;

/** What came in and what went out, as it is printed; undefined where the column of sides says neither. */
function sidesOf(parser: Parser, cell: Cell): [string, string] | undefined {
  if (parser.amount === undefined) return [cell(parser.credit), cell(parser.debit)];
  const amount = cell(parser.amount);
  if (parser.side === undefined) return [amount, ''];
  const side = cell(parser.side);
  if (INTO.test(side)) return [amount, ''];
  return OUT.test(side) ? ['', amount] : undefined;
}

function moneyOf(parser: Parser, currency: string, cell: Cell): Money {
  const sides = sidesOf(parser, cell);
  if (!sides) return 'side';
  const { decimal } = parser;
  if (sides.some((text) => looksGrouped(text, decimal, currency))) return 'digits';
  const read = (text: string) => (text === '' || text === '-' ? '0' : printedAmount(text, decimal));
  const [into, out] = [read(sides[0]), read(sides[1])];
  if (into === undefined || out === undefined) return 'amount';
  // A line is one movement; which of two amounts it is about is the bank's to say.
  if (!new Amount(into).isZero() && !new Amount(out).isZero()) return 'bothSides';
  const signed = new Amount(into).minus(new Amount(out).abs());
  if (signed.isZero()) return 'noAmount';
  const amount = amountText(signed.abs());
  if (!fitsCurrency(amount, currency)) return 'digits';
  return { direction: signed.isNegative() ? 2 : 1, amount };
}

export const isFaults = (line: Line | readonly LineFault[]): line is readonly LineFault[] =>
  Array.isArray(line);

const orNull = (text: string): string | null => (text === '' ? null : text);

/**
 * One record of a statement by its header's names, or everything that is wrong with it. Pure: the same line, parser and
 * accounts always give the same.
 */
export function readLine(
  parser: Parser,
  currency: string,
  record: Readonly<Record<string, string | undefined>>,
  ours: OwnAccounts,
): Line | LineFault[] {
  const printed: Cell = (name) => (name === undefined ? '' : (record[name] ?? '').trim());
  const cell: Cell = (name) => receivedReference(printed(name));
  const texts = [parser.reference, parser.payer, parser.description].map(cell);
  const { date, time, amount, side, credit, debit, balance: left } = parser;
  const named = [parser.reference, parser.payer, parser.description];
  const all = [...named, date, time, amount, side, credit, debit, left].map(printed);
  if (all.some((text) => text.length > MOST || text.includes('\0'))) return ['text'];
  const [reference = '', payer = '', description = ''] = texts;
  const when = wallOf(parser, cell(parser.date), cell(parser.time));
  const bookedAt = when && instantAt(when.wall, parser.zone);
  const money = moneyOf(parser, currency, cell);
  const rounded = isRounded(reference);
  if (rounded || !when || !bookedAt || typeof money === 'string') {
    const faults: (LineFault | false)[] = [
      rounded && 'rounded',
      !bookedAt && 'date',
      typeof money === 'string' && money,
    ];
    return faults.filter((each) => each !== false);
  }
  const balance = printedAmount(cell(parser.balance), parser.decimal);
  const own = referenceOf(reference, ours);
  return {
    ...money,
    // One within the text is as good.
    utr: own ?? referenceIn(description, ours) ?? null,
    payer: orNull(payer),
    // A number that is no reference may still be what a person knows the payment by.
    description:
      own === undefined && isNumbered(reference) ? `${reference} ${description}`.trim() : orNull(description),
    bookedAt,
    wholeDay: when.wholeDay,
    balance: balance ?? null,
  };
}

/** The columns a parser reads that a header lacks. */
export function missingColumns(parser: Parser, header: readonly string[]): string[] {
  const { date, time, reference, amount, side, credit, debit, payer, description, balance } = parser;
  const wanted = [date, time, reference, amount, side, credit, debit, payer, description, balance];
  return wanted.filter((name): name is string => name !== undefined && !header.includes(name));
}
