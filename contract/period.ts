/** A period that a person chooses for figures: relative to now, by the calendar of the reports, or between two instants. */

export const CALENDAR = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
export type CalendarPeriod = (typeof CALENDAR)[number];

/** How a period is asked for; exactly one of them, or none for all there is. */
export interface PeriodRequest {
  /** The last so many hours up to now, or the last so many days of the reports' calendar, today being the first. */
  hours?: number;
  days?: number;
  /** A calendar month, yyyy-MM. */
  month?: string;
  calendar?: CalendarPeriod;
  /** ISO instants, the upper end left out; one does not go without the other. */
  from?: string;
  to?: string;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Hours that a calendar period has at most. */
const LENGTHS: Readonly<Record<CalendarPeriod, number>> = {
  today: DAY_HOURS,
  yesterday: DAY_HOURS,
  thisWeek: DAY_HOURS * 7,
  lastWeek: DAY_HOURS * 7,
  thisMonth: DAY_HOURS * 31,
  lastMonth: DAY_HOURS * 31,
};
/** Hours of the longest period that figures are read of. */
export const PERIOD_MOST = DAY_HOURS * 400;

const INSTANT = /^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?Z$/;
const isInstant = (text: string): boolean => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

const isCalendar = (text: string): text is CalendarPeriod => CALENDAR.some((name) => name === text);

/**
 * A period from its text, as settings and addresses carry it: `24h`, a calendar period, or two instants with a slash
 * between them. Undefined where it is none, or longer than figures are read of.
 */
export function parsePeriod(text: string): PeriodRequest | undefined {
  if (isCalendar(text)) return { calendar: text };
  const hours = /^([1-9]\d{0,4})h$/.exec(text);
  if (hours) return Number(hours[1]) <= PERIOD_MOST ? { hours: Number(hours[1]) } : undefined;
  const [from = '', to = '', ...rest] = text.split('/');
  if (rest.length > 0 || !isInstant(from) || !isInstant(to)) return undefined;
  const length = Date.parse(to) - Date.parse(from);
  return length > 0 && length <= PERIOD_MOST * HOUR_MS ? { from, to } : undefined;
}

export const hoursText = (hours: number): string => `${hours}h`;

/** Hours of a period, rounded up: how much a chart has to show. */
export function hoursOfPeriod({ hours, days, month, calendar, from, to }: PeriodRequest): number {
  if (hours !== undefined) return hours;
  if (days !== undefined) return days * DAY_HOURS;
  if (month !== undefined) return LENGTHS.thisMonth;
  if (calendar !== undefined) return LENGTHS[calendar];
  if (from === undefined || to === undefined) return 0;
  return Math.ceil((Date.parse(to) - Date.parse(from)) / HOUR_MS);
}
