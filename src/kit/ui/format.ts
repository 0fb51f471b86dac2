import { minorDigits } from '../../../contract/currency.ts';
import { grouped } from '../../../contract/grouping.ts';
import { preferences } from '../preferences.ts';

/** Every figure and time on screen goes through here, so that all of them agree. */

/** The true minus: as wide as the plus, so signed columns align. */
const MINUS = '−';

export interface MoneyOptions {
  /** Writes the plus too. */
  signed?: boolean;
  /** Appends the currency code. */
  code?: boolean;
}

/**
 * A decimal string with its currency's minor digits, grouped: `1234.5`, INR → `1,234.50`.
 * Digits beyond the currency's own are kept, never rounded away. Absent amounts give an empty text.
 */
export function formatMoney(
  amount: string | null | undefined,
  currency: string,
  options: MoneyOptions = {},
): string {
  if (amount === null || amount === undefined || amount === '') return '';
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) return amount;
  const [, sign, whole, given = ''] = match;
  const fraction = given.replace(/0+$/, '').padEnd(minorDigits(currency), '0');
  const zero = /^0*$/.test(whole! + fraction);
  const mark = zero ? '' : sign === '-' ? MINUS : options.signed ? '+' : '';
  const text = `${mark}${grouped(whole!.replace(/^0+(?=\d)/, ''))}${fraction && `.${fraction}`}`;
  return options.code ? `${text} ${currency}` : text;
}

/** A price of one currency in another, two decimals or more: `88.5` → `88.50`, `0.012346` as it is. */
export const formatPrice = (price: string | null | undefined): string => formatMoney(price, '');

/** -1, 0 or 1. */
export function signOf(amount: string | null | undefined): -1 | 0 | 1 {
  if (!amount || /^[+-]?[0.]*$/.test(amount)) return 0;
  return amount.startsWith('-') ? -1 : 1;
}

/** Whether a signed amount is good or bad to see; a gap is bad either way, and nothing is neither. */
export function toneOf(
  amount: string | null | undefined,
  signed: boolean | 'gap' | undefined,
): 'up' | 'down' | undefined {
  const sign = signed ? signOf(amount) : 0;
  if (sign === 0) return undefined;
  return sign > 0 && signed !== 'gap' ? 'up' : 'down';
}

/** A count, grouped: 1,204,377. */
export const formatCount = (count: number): string => grouped(String(Math.trunc(count)));

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the largest unit that leaves a whole part, with one decimal from MB on: `1536` → `2 KB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const at = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${(bytes / 1024 ** at).toFixed(at > 1 ? 1 : 0)} ${SIZES[at]}`;
}

/** A fraction as a percentage without rounding, by moving the point: `0.018` → `1.8 %`. */
export function formatRate(rate: string | number | null | undefined, least = 0): string {
  if (rate === null || rate === undefined || rate === '') return '';
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(rate));
  if (!match) return String(rate);
  const [, sign = '', whole = '', given = ''] = match;
  const fraction = given.padEnd(2, '0');
  const percent = `${whole}${fraction.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(2).replace(/0+$/, '').padEnd(least, '0');
  return `${sign === '-' ? MINUS : ''}${percent}${rest && `.${rest}`} %`;
}

export type InstantStyle = 'time' | 'dateTime' | 'date' | 'short' | 'brief' | 'full';

const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { ...PARTS, timeZone: zone, fractionalSecondDigits: 3 });
  formatters.set(zone, made);
  return made;
}

/**
 * An instant in the chosen zone (Intl knows every change of clock).
 * `short` is the time alone today and month, day and time otherwise, `brief` the same without seconds; `full` has milliseconds and the zone.
 */
export function formatInstant(
  instant: string | number | Date | null | undefined,
  style: InstantStyle = 'dateTime',
  zone: string = preferences().timeZone,
): string {
  if (instant === null || instant === undefined || instant === '') return '';
  // A call of the system area (wire.md) has read the clock in the chosen zone itself.
  if (typeof instant === 'string' && instant[10] === ' ')
    return style === 'date' ? instant.slice(0, 10) : instant;
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return String(instant);
  const formatter = formatterFor(zone);
  const partsOf = (value: Date | number) =>
    Object.fromEntries(formatter.formatToParts(value).map((part) => [part.type, part.value])) as Record<
      string,
      string
    >;
  const p = partsOf(date);
  const day = `${p.year}-${p.month}-${p.day}`;
  const time = `${p.hour}:${p.minute}:${p.second}`;
  if (style === 'time') return time;
  if (style === 'date') return day;
  if (style === 'full') return `${day} ${time}.${p.fractionalSecond} ${zone}`;
  if (style === 'dateTime') return `${day} ${time}`;
  const today = partsOf(Date.now());
  const shown = style === 'brief' ? `${p.hour}:${p.minute}` : time;
  if (today.year === p.year && today.month === p.month && today.day === p.day) return shown;
  return `${today.year === p.year ? '' : `${p.year}-`}${p.month}-${p.day} ${shown}`;
}

/** Keeps both ends of a long number, which is what people compare: `C261120…4471`. */
export function middle(text: string, head = 8, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
