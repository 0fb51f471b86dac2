import type { Row } from '../../../contract/calls.ts';
import { minorDigits } from '../../../contract/currency.ts';
import type { Fields } from '../../../contract/field.ts';
import { Amount, amountText } from '../../../contract/money.ts';

/** Figures that may be added up with each other: amounts of one currency, counts, or rates, which have no sum. */
export interface FigureGroup {
  kind: 'money' | 'int' | 'rate';
  /** Of amounts. */
  currency: string;
  count: number;
  /** Decimal texts. */
  sum: string;
  average: string;
  least: string;
  most: string;
}

/** What the cells of a range come to. */
export interface RangeFigures {
  /** Cells that are not empty. */
  count: number;
  groups: readonly FigureGroup[];
}

/** Digits of the average of counts and, beyond its own, of a rate. */
const AVERAGE_DIGITS = 2;
const RATE_DIGITS = 6;

interface Tally {
  kind: FigureGroup['kind'];
  currency: string;
  values: Amount[];
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

function digitsOf({ kind, currency }: Tally): number {
  if (kind === 'money') return minorDigits(currency);
  return kind === 'rate' ? RATE_DIGITS : AVERAGE_DIGITS;
}

function groupOf(tally: Tally): FigureGroup {
  const { kind, currency, values } = tally;
  const sum = values.reduce((all, each) => all.plus(each), new Amount(0));
  return {
    kind,
    currency,
    count: values.length,
    sum: amountText(sum),
    // Half-even, as everything else of a currency is rounded.
    average: amountText(sum.dividedBy(values.length).toDecimalPlaces(digitsOf(tally))),
    least: amountText(Amount.min(...values)),
    most: amountText(Amount.max(...values)),
  };
}

/** Sums are exact; amounts are added to those of their own currency alone, and a price is an amount of none. */
export function figuresOf(fields: Fields, columns: readonly string[], rows: readonly Row[]): RangeFigures {
  const tallies = new Map<string, Tally>();
  let count = 0;
  for (const row of rows) {
    if (row.gap === true) continue;
    for (const name of columns) {
      const [field, value] = [fields[name], row[name]];
      if (!field || isEmpty(value)) continue;
      count += 1;
      if (field.kind !== 'money' && field.kind !== 'int' && field.kind !== 'rate') continue;
      const currency = field.kind === 'money' && !field.price ? String(row[field.currency] ?? '') : '';
      const key = `${field.kind} ${currency}`;
      const tally = tallies.get(key) ?? { kind: field.kind, currency, values: [] };
      tally.values.push(new Amount(String(value)));
      tallies.set(key, tally);
    }
  }
  return { count, groups: [...tallies.values()].map(groupOf) };
}
