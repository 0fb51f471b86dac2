import { idAt } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { zoneFrom } from '../../platform/http/zone.ts';
import { reportZone } from '../../platform/settings.ts';
import { makeDay } from './figures.ts';

type Deps = Pick<AppDeps, 'pool' | 'clock'>;

/** Transactions commit a moment after the instant they carry. */
const OVERLAP_MS = 5 * 60_000;

const MARK = `select at from report_mark where name = 'reports'`;
const KEEP = `insert into report_mark (name, at) values ('reports', $1)
  on conflict (name) do update set at = excluded.at`;

/** Days on which orders were made that have moved since, and days on which was posted since. */
const TOUCHED = `
select to_char(day, 'YYYY-MM-DD') as day from (
  select (o.created_at at time zone $2)::date as day from order_log l join collect_order o on o.id = l.order_id
    where l.created_at >= $1
  union select (o.created_at at time zone $2)::date from order_log l join pay_order o on o.id = l.order_id
    where l.created_at >= $1
  union select (created_at at time zone $2)::date from journal_entry where id >= $3
) touched order by day`;
const ALL = `
select to_char(day, 'YYYY-MM-DD') as day from generate_series(
  (select min(at) from (select min(created_at) as at from collect_order union all select min(created_at) from pay_order) o)
    at time zone $1, $2::timestamptz at time zone $1 + interval '1 day', interval '1 day') day
where day::date <= ($2::timestamptz at time zone $1)::date`;

async function touchedDays({ pool }: Deps, zone: string, now: Date): Promise<string[]> {
  const mark = (await pool.query<{ at: Date }>(MARK)).rows[0]?.at;
  if (!mark) return (await pool.query<{ day: string }>(ALL, [zone, now])).rows.map(({ day }) => day);
  const since = mark.getTime() - OVERLAP_MS;
  return (await pool.query<{ day: string }>(TOUCHED, [new Date(since), zone, idAt(since)])).rows.map(
    ({ day }) => day,
  );
}

/** The zone a report's day is cut in. */
export const zoneOfReports = async ({ pool }: Pick<AppDeps, 'pool'>): Promise<string> =>
  zoneFrom(await reportZone(pool));

/** Makes again every day that something has touched; at the first time every day there is. */
export async function keepReports(deps: Deps): Promise<void> {
  const zone = await zoneOfReports(deps);
  const now = deps.clock.now();
  const days = await touchedDays(deps, zone, now);
  for (const day of days) await transact(deps.pool, (tx) => makeDay(tx, day, zone));
  await deps.pool.query(KEEP, [now]);
}
