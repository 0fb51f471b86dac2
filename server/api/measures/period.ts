import type { Pool } from 'pg';
import type { Field } from '../../../contract/field.ts';
import type { MeasureRequest } from '../../../contract/measure.ts';
import type { CalendarPeriod } from '../../../contract/period.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;

/** The ends of a period as the list's filter takes them: an instant's upper end is left out, a date's is not. */
export interface MeasurePeriod {
  from: string;
  to: string;
}

export type Asked = Pick<MeasureRequest, 'hours' | 'days' | 'month' | 'calendar' | 'from' | 'to' | 'before'>;

/** A period by the calendar: so many units from the one that `at` is in, up to `at` or up to where the unit ends. */
interface Stretch {
  unit: 'day' | 'week' | 'month';
  /** Units from the current one to the first. */
  first: number;
  /** It goes up to now; otherwise it is one whole unit. */
  running: boolean;
  /** Units that the period before it is away. */
  back: number;
}

/**
 * Ends by the wall clock of the zone, so that what runs is compared with as much of the one before it as is over. Of
 * dates the upper end belongs to it.
 */
const CALENDAR = {
  name: 'measure-calendar',
  text: `with now as (select $2::text as name, $1::timestamptz at time zone $2::text as at),
    unit as (select name, at, date_trunc($3::text, at) as start, ('1 ' || $3::text)::interval as length from now),
    this as (select name, start + $4::int * length as start, length,
      case when $5::bool then at else start + ($4::int + 1) * length end as until from unit),
    asked as (select name, start - $6::int * length as start,
      case when $6::int = 0 then until when not $5::bool then start
        else least(start, start - $6::int * length + (until - start)) end as until from this)
    select start at time zone name as from, until at time zone name as to, start::date::text as "fromDate",
      greatest(start, until - interval '1 microsecond')::date::text as "toDate" from asked`,
};
/** Days that two instants lie in. */
const DATES = {
  name: 'measure-dates',
  text: `select ($1::timestamptz at time zone $3::text)::date::text as from,
    (($2::timestamptz - interval '1 microsecond') at time zone $3::text)::date::text as to`,
};

const NAMED: Readonly<Record<CalendarPeriod, Stretch>> = {
  today: { unit: 'day', first: 0, running: true, back: 1 },
  yesterday: { unit: 'day', first: -1, running: false, back: 1 },
  thisWeek: { unit: 'week', first: 0, running: true, back: 1 },
  lastWeek: { unit: 'week', first: -1, running: false, back: 1 },
  thisMonth: { unit: 'month', first: 0, running: true, back: 1 },
  lastMonth: { unit: 'month', first: -1, running: false, back: 1 },
};
const daysStretch = (days: number): Stretch => ({ unit: 'day', first: 1 - days, running: true, back: days });
const MONTH: Stretch = { unit: 'month', first: 0, running: false, back: 1 };

interface Ends {
  from: Date;
  to: Date;
  fromDate: string;
  toDate: string;
}

interface At {
  pool: Pool;
  now: Date;
  /** Of the days, which are the reports' for every field: a day has one figure wherever it is shown. */
  zone: string;
  isDate: boolean;
}

async function calendarPeriod({ pool, now, zone, isDate }: At, stretch: Stretch, before: boolean) {
  const { unit, first, running, back } = stretch;
  const { rows } = await pool.query<Ends>({
    ...CALENDAR,
    values: [now, zone, unit, first, running, before ? back : 0],
  });
  const [found] = rows;
  if (!found) throw new Error('a calendar without days');
  return isDate
    ? { from: found.fromDate, to: found.toDate }
    : { from: found.from.toISOString(), to: found.to.toISOString() };
}

/** Between two instants, in milliseconds. */
async function absolutePeriod({ pool, zone, isDate }: At, from: number, to: number, before: boolean) {
  const back = before ? to - from : 0;
  const ends = [new Date(from - back).toISOString(), new Date(to - back).toISOString()] as const;
  if (!isDate) return { from: ends[0], to: ends[1] };
  const { rows } = await pool.query<MeasurePeriod>({ ...DATES, values: [...ends, zone] });
  return rows[0];
}

/** The period that was asked for, of a field of this kind; undefined where none was. */
export async function measurePeriod(
  pool: Pool,
  now: Date,
  zone: string,
  { hours, days, month, calendar, from, to, before = false }: Asked,
  { kind }: Pick<Field, 'kind'>,
): Promise<MeasurePeriod | undefined> {
  const at = { pool, now, zone, isDate: kind === 'date' };
  // The middle of the month is in it whatever the zone.
  if (month !== undefined) return calendarPeriod({ ...at, now: new Date(`${month}-15`) }, MONTH, before);
  if (calendar !== undefined) return calendarPeriod(at, NAMED[calendar], before);
  if (days !== undefined) return calendarPeriod(at, daysStretch(days), before);
  if (from !== undefined && to !== undefined)
    return absolutePeriod(at, Date.parse(from), Date.parse(to), before);
  if (hours === undefined) return undefined;
  if (at.isDate) return calendarPeriod(at, daysStretch(Math.ceil(hours / DAY_HOURS)), before);
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS - hours * HOUR_MS;
  // The one before ends where this one begins.
  return before
    ? absolutePeriod(at, start - hours * HOUR_MS, start, false)
    : absolutePeriod(at, start, now.getTime(), false);
}
