import type { DateOrder } from '../../../contract/statementFormat.ts';
import { instantAt, type WallTime } from '../../platform/localTime.ts';
import { monthNamed } from './monthNames.ts';

/** When a movement was booked. */
export interface PrintedDate {
  at: Date;
  /** The statement names the day alone. */
  isWholeDay: boolean;
}

export interface DateManner {
  order: DateOrder;
  /** Where the bank's clock hangs; an offset in the cell goes before it. */
  zone: string;
}

const NOON = 12;
const MINUTES = 60;
/** What banks write behind a time, in minutes east of UTC; of several zones by one name that which banks there mean. */
const OFFSETS: Readonly<Record<string, readonly number[]>> = {
  Z: [0],
  UTC: [0],
  GMT: [0],
  IST: [330],
  PKT: [300],
  BST: [360, 60],
  BDT: [360],
  ICT: [420],
  WIB: [420],
  WITA: [480],
  WIT: [540],
  SGT: [480],
  HKT: [480],
  MYT: [480],
  PHT: [480],
  CST: [480, -360],
  JST: [540],
  KST: [540],
  EAT: [180],
  BRT: [-180],
  EST: [-300],
  EDT: [-240],
  PST: [-480],
  PDT: [-420],
};
/** The Buddhist calendar, in which banks of Thailand count years. */
const [BUDDHIST_FROM, BUDDHIST_AHEAD] = [2500, 543];

const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:\s*([ap])\.?\s?m\.?)?(?:\s*([A-Z]{1,4}|(?:UTC|GMT)?[+-]\d{1,2}:?\d{2}))?`;
const TIME = new RegExp(`^${CLOCK}$`, 'i');
const SIGN = String.raw`[-/. ]+`;
/** Behind the day: blanks, a comma, a T, or the separator of the day itself. */
const BEHIND = String.raw`(?:(?:[T ,]+|[-:])${CLOCK})?`;
const DIGITS = new RegExp(`^(\\d{1,4})${SIGN}(\\d{1,2})${SIGN}(\\d{1,4})${BEHIND}$`, 'i');
const LETTERS = String.raw`([\p{L}\p{M}]{2,}\.?)`;
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?${SIGN.replace('+', '*')}(?:de )?${LETTERS}${SIGN.replace('+', '*')}(?:de )?(\\d{4}|\\d{2}),?${BEHIND}$`,
  'iu',
);
const MONTH_FIRST = new RegExp(
  `^${LETTERS}[-/. ]*(\\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\\d{4}|\\d{2}),?${BEHIND}$`,
  'iu',
);
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/. ]*${LETTERS}[-/. ]*(\\d{1,2})${BEHIND}$`, 'iu');
const COMPACT = /^(\d{8})(?:[T ]?(\d{2})(\d{2})(\d{2}))?$/;
const WEEKDAY = /^[\p{L}\p{M}]{2,}\.?,? +(?=\d)/u;

/** In the letters of the pattern: full width, dashes of every kind, the signs of Chinese and Japanese days, quotes. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/(\d)年\s*(\d{1,2})月\s*(\d{1,2})[日号]?/u, '$1-$2-$3')
    .replace(/^['’`]/, '')
    .replace(/\s+/gu, ' ')
    .trim();

interface Day {
  year: number;
  month: number;
  day: number;
}

/** Years of two digits are of this century; only behind the day, where they could be none. */
function yearOf(text: string): number {
  const year = Number(text.length === 2 ? `20${text}` : text);
  return year >= BUDDHIST_FROM ? year - BUDDHIST_AHEAD : year;
}

function ofDigits(parts: readonly [string, string, string], order: DateOrder): Day | undefined {
  const [one, two, three] = parts;
  // Four digits before the others are a year, whatever the order of the others.
  if (one.length === 4) return { year: yearOf(one), month: Number(two), day: Number(three) };
  if (order === 'YMD' || one.length > 2 || (three.length !== 4 && three.length !== 2)) return undefined;
  const [day, month] = order === 'DMY' ? [one, two] : [two, one];
  return { year: yearOf(three), month: Number(month), day: Number(day) };
}

function ofName(year: string, name: string, day: string): Day | undefined {
  const month = monthNamed(name);
  return month === undefined ? undefined : { year: yearOf(year), month, day: Number(day) };
}

type Clock = readonly (string | undefined)[];

/** The day that a text begins with, and the groups of the clock behind it. */
function dayOf(text: string, order: DateOrder): { day: Day | undefined; clock: Clock } | undefined {
  let found = DIGITS.exec(text);
  if (found) return { day: ofDigits([found[1]!, found[2]!, found[3]!], order), clock: found.slice(4) };
  found = DAY_FIRST.exec(text);
  if (found) return { day: ofName(found[3]!, found[2]!, found[1]!), clock: found.slice(4) };
  found = MONTH_FIRST.exec(text);
  if (found) return { day: ofName(found[3]!, found[1]!, found[2]!), clock: found.slice(4) };
  found = YEAR_FIRST.exec(text);
  if (found) return { day: ofName(found[1]!, found[2]!, found[3]!), clock: found.slice(4) };
  const compact = COMPACT.exec(text);
  if (!compact) return undefined;
  const [, digits = '', hour, minute, second] = compact;
  const year = order === 'YMD' ? digits.slice(0, 4) : digits.slice(4);
  const [first, next] =
    order === 'YMD' ? [digits.slice(4, 6), digits.slice(6)] : [digits.slice(0, 2), digits.slice(2, 4)];
  const [month, day] = order === 'DMY' ? [next, first] : [first, next];
  return {
    day: { year: yearOf(year), month: Number(month), day: Number(day) },
    clock: [hour, minute, second],
  };
}

/** Minutes east of UTC; undefined where the text says none, null where it says one that we do not know. */
function offsetOf(text: string | undefined, local: number): number | null | undefined {
  if (text === undefined) return undefined;
  const signed = /([+-])(\d{1,2}):?(\d{2})$/.exec(text);
  if (signed) return (signed[1] === '-' ? -1 : 1) * (Number(signed[2]) * MINUTES + Number(signed[3]));
  const named = OFFSETS[text.toUpperCase()];
  if (!named) return null;
  return named.length === 1 ? named[0]! : (named.find((minutes) => minutes === local) ?? null);
}

/** The wall time of a clock's groups; undefined for one that no clock shows. */
function timeOf([hour, minute, second, half]: Clock): Omit<WallTime, keyof Day> | undefined {
  const printed = Number(hour ?? 0);
  if (half !== undefined && !(printed >= 1 && printed <= NOON)) return undefined;
  const past = half?.toLowerCase() === 'p' ? NOON : 0;
  return {
    hour: half === undefined ? printed : (printed % NOON) + past,
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
  };
}

/** A day, with a time in the same cell or in another one, as banks print them; undefined where it is none. */
export function printedDate(
  date: string,
  time: string,
  { order, zone }: DateManner,
): PrintedDate | undefined {
  const text = plain(date);
  const found = dayOf(text, order) ?? dayOf(text.replace(WEEKDAY, ''), order);
  if (!found?.day) return undefined;
  const timeText = plain(time);
  const clock = timeText === '' ? found.clock : TIME.exec(timeText)?.slice(1);
  const wall = clock && timeOf(clock);
  if (!clock || !wall) return undefined;
  const at = instantAt({ ...found.day, ...wall }, zone);
  if (!at) return undefined;
  const isWholeDay = clock[0] === undefined;
  const utc = Date.UTC(
    found.day.year,
    found.day.month - 1,
    found.day.day,
    wall.hour,
    wall.minute,
    wall.second,
  );
  const offset = offsetOf(clock[4], (utc - at.getTime()) / (MINUTES * 1_000));
  if (offset === null) return undefined;
  return { at: offset === undefined ? at : new Date(utc - offset * MINUTES * 1_000), isWholeDay };
}

/** Digits of a day with signs between, or with a name in the middle. */
const STARTS =
  /^["'’\s]*(?:\d+["\s]*[,;\t|]["'’\s]*)?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}[-/. ]?\p{L}{3,9}[-/. ]?\d{2,4}|\d{8})(?!\d)/u;

/** True of a line that looks like a movement of its own: a day in its first or second cell. */
export const startsWithDate = (line: string): boolean => STARTS.test(line);
