import type { Row, Totals } from '../../../contract/calls.ts';
import { MINOR_DIGITS, minorDigits } from '../../../contract/currency.ts';
import type { Field } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import { dict, serverNow } from '../../kit/index.ts';

interface KindWidth {
  /** Where a column starts, and what a text keeps next to figures; in px. */
  start: number;
  /** The widest that a column grows by itself, since the peek has its texts whole; without it nothing may be cut. */
  most?: number;
}

/** How wide the column of a field is, by its kind. */
export const KIND_WIDTHS: Readonly<Record<Field['kind'], KindWidth>> = {
  text: { start: 96, most: 230 },
  money: { start: 92 },
  rate: { start: 64 },
  int: { start: 56 },
  dict: { start: 72, most: 160 },
  ref: { start: 96, most: 190 },
  flag: { start: 56 },
  instant: { start: 108 },
  date: { start: 84 },
  json: { start: 140, most: 260 },
  image: { start: 80, most: 120 },
  url: { start: 140, most: 220 },
  secret: { start: 80 },
};

const DAY_MS = 86_400_000;

/** What a column of money has room for where no sum bounds it: nine digits before two, seven before six. */
const largestOf = (currency: string): string => '9'.repeat(Math.max(7, 11 - minorDigits(currency)));

type MoneyField = Extract<Field, { kind: 'money' }>;

/**
 * Per currency the largest amounts that a column can hold: no amount is larger than the sum of all. A signed sum bounds
 * nothing; an amount that is not summed is bounded by the sums of its currency.
 */
function amountsOf(
  { fields, totals }: Resource,
  [name, field]: [string, MoneyField],
  counted: Totals | undefined,
  wanted: readonly string[],
): Row[] {
  if (field.price) return [];
  const row = (size: string, currency: string): Row => ({
    id: '',
    [name]: `${field.signed ? '-' : ''}${size.replace(/^[+-]/, '')}`,
    [field.currency]: currency,
  });
  const summed = totals.filter((each) => {
    const sum = fields[each];
    return sum?.kind === 'money' && !sum.signed;
  });
  const bounds = summed.includes(name) ? [name] : summed;
  const found = counted?.byCurrency ?? [];
  // No sum bounds it, or none is counted in time.
  if (totals.length > 0 && (bounds.length === 0 || counted?.late)) {
    const currencies = found.length > 0 ? found.map(({ currency }) => currency) : wanted;
    return currencies.map((currency) => row(largestOf(currency), currency));
  }
  return found.flatMap(({ currency, sums }) =>
    bounds.flatMap((each) => (sums[each] === undefined ? [] : [row(sums[each], currency)])),
  );
}

/** Rows with the widest values that a column can show; empty where only rows of the list tell. */
export function boundsOf(
  resource: Resource,
  name: string,
  totals: Totals | undefined,
  currencies: readonly string[] = Object.keys(MINOR_DIGITS),
): Row[] {
  const field = resource.fields[name];
  const row = (value: unknown): Row => ({ id: '', [name]: value });
  switch (field?.kind) {
    case 'money':
      return amountsOf(resource, [name, field], totals, currencies);
    case 'dict':
      return dict(field.dict).map(({ value }) => row(value));
    case 'instant':
      // Another day than today: one of another year is rare, and the column grows for it.
      return [row(new Date(serverNow() - DAY_MS).toISOString())];
    case 'date':
      return [row('2000-12-30')];
    case 'rate':
      return [row('0.9999')];
    default:
      return [];
  }
}
