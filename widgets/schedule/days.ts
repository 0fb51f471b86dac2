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
