import type { Pool } from 'pg';
import type { Field } from '../../../contract/field.ts';
import type { MeasureRequest } from '../../../contract/measure.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;

/** The ends of a period as the list's filter takes them: an instant's upper end is left out, a date's is not. */
export interface MeasurePeriod {
  from: string;
  to: string;
}

export type Asked = Pick<MeasureRequest, 'hours' | 'days' | 'month'>;

/** The calendar's own days in the caller's zone; reports are cut by the days of theirs. */
const DAYS = {
  name: 'measure-days',
  text: `with today as (select ($1::timestamptz at time zone $2)::date as here, ($1::timestamptz at time zone report_zone())::date as reported)
    select ((here - $3::int)::timestamp at time zone $2) as from, (reported - $3::int)::text as "fromDate",
      reported::text as "toDate" from today`,
};
const MONTH = {
  name: 'measure-month',
  text: `with month as (select $1::date as first, ($1::date + interval '1 month')::date as next)
    select (first::timestamp at time zone $2) as from, (next::timestamp at time zone $2) as to, first::text as "fromDate",
      (next - 1)::text as "toDate" from month`,
};

interface Days {
  from: Date;
  fromDate: string;
  toDate: string;
}

async function daysOf(pool: Pool, now: Date, zone: string, days: number, isDate: boolean) {
  const { rows } = await pool.query<Days>({ ...DAYS, values: [now, zone, days - 1] });
  const [found] = rows;
  if (!found) throw new Error('a calendar without days');
  return isDate
    ? { from: found.fromDate, to: found.toDate }
    : { from: found.from.toISOString(), to: now.toISOString() };
}

/** The period that was asked for, of a field of this kind; undefined where none was. */
export async function measurePeriod(
  pool: Pool,
  now: Date,
  zone: string,
  { hours, days, month }: Asked,
  { kind }: Pick<Field, 'kind'>,
): Promise<MeasurePeriod | undefined> {
  const isDate = kind === 'date';
  if (month !== undefined) {
    const { rows } = await pool.query<Days & { to: Date }>({ ...MONTH, values: [`${month}-01`, zone] });
    const [found] = rows;
    if (!found) throw new Error('a month without days');
    return isDate
      ? { from: found.fromDate, to: found.toDate }
      : { from: found.from.toISOString(), to: found.to.toISOString() };
  }
  if (days !== undefined) return daysOf(pool, now, zone, days, isDate);
  if (hours === undefined) return undefined;
  if (isDate) return daysOf(pool, now, zone, Math.ceil(hours / DAY_HOURS), true);
  const from = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS - hours * HOUR_MS;
  return { from: new Date(from).toISOString(), to: now.toISOString() };
}
