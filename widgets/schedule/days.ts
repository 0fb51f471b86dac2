/** Days as `yyyy-MM-dd`, which are of no zone; months as the first seven letters of one. */

const DAY_MS = 86_400_000;
const WEEK = 7;
const WEEKS = 6;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export const shifted = (day: string, days: number): string =>
  dayOf(new Date(at(day).getTime() + days * DAY_MS));

/** The same day of another month, or its last one where it has no such day. */
export function monthShifted(day: string, months: number): string {
  const date = at(day);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  return dayOf(
    new Date(
      Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date.getUTCDate(), last.getUTCDate())),
    ),
  );
}

/** Six weeks from a Monday, the month of that day among them. */
export function monthDays(day: string): string[] {
  const first = at(`${day.slice(0, 7)}-01`);
  const monday = -((first.getUTCDay() + WEEK - 1) % WEEK);
  return Array.from({ length: WEEKS * WEEK }, (_, index) => shifted(dayOf(first), monday + index));
}

const LAST = 23 * 60 + 45;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** An hour later, but on the same day. */
export function proposedEnd(start: string): string {
  const minutes = Math.min(minutesOf(start) + 60, LAST);
  const end = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return end > start ? end : '23:59';
}

const DAY_MINUTES = 24 * 60;
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** So many minutes later, round midnight. */
export const timeShifted = (time: string, minutes: number): string =>
  timeOf((minutesOf(time) + minutes + DAY_MINUTES) % DAY_MINUTES);

/** A time as people type it, `9`, `930`, `9:30`, `09.30`; undefined where it is none. */
export function readTime(typed: string): string | undefined {
  const match = /^(\d{1,2})[:.：]?(\d{2})?$/.exec(typed.trim());
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  return match && hour < 24 && minute < 60 ? timeOf(hour * 60 + minute) : undefined;
}

interface Span {
  startTime: string;
  endTime: string;
}

/** It ends on the day after the one it begins on. */
export const isOvernight = ({ startTime, endTime }: Span): boolean => endTime < startTime;

/** What of a span is on its own day, and what on the next: an entry is of one day. */
export function spansOf(day: string, { startTime, endTime }: Span): (Span & { day: string })[] {
  if (!isOvernight({ startTime, endTime })) return [{ day, startTime, endTime }];
  const first = { day, startTime, endTime: '23:59' };
  if (endTime === '00:00') return [first];
  return [first, { day: shifted(day, 1), startTime: '00:00', endTime }];
}

const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const MONTHS = [
  '正月',
  '二月',
  '三月',
  '四月',
  '五月',
  '六月',
  '七月',
  '八月',
  '九月',
  '十月',
  '冬月',
  '腊月',
];

/** A day of the Chinese calendar as calendars print it: the first of a month by the month's name. */
export function lunarDay(day: string): string {
  const parts = new Intl.DateTimeFormat('en-u-ca-chinese', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(at(day));
  const number = (type: string) => parseInt(parts.find((part) => part.type === type)?.value ?? '', 10);
  const [month, date] = [number('month'), number('day')];
  if (!Number.isFinite(month) || !Number.isFinite(date)) return '';
  if (date === 1) return MONTHS[month - 1] ?? '';
  if (date <= 10) return `初${NUMERALS[date - 1]}`;
  if (date === 20) return '二十';
  if (date === 30) return '三十';
  return `${date < 20 ? '十' : '廿'}${NUMERALS[(date % 10) - 1]}`;
}
