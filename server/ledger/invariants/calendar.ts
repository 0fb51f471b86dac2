import type { PoolClient } from 'pg';
import type { Course } from './spaces.ts';

/**
 * Hours and days go by the calendar and not by the rows of their sums and reports: where those are missing a range must
 * not reach over everything else that there is.
 */
/** About the first hour that something was posted or summed in, now where there is none: the first range begins before all. */
const FIRST_HOUR = `select coalesce(min(at), now()) as at from (
    (select created_at as at from fund_detail order by created_at limit 1)
    union all (select at from ledger_sum where span = 1 order by at limit 1)
  ) known`;
/** The hour after so many ($2) from a key ($1); null where that is later than every hour of today. */
const HOUR_AFTER = `select (case when until.at <= now() then until.at end)::text as next
  from (${FIRST_HOUR}) first
  cross join lateral (select greatest($1::timestamptz, first.at) as at) begun
  cross join lateral (select date_trunc('hour', begun.at, 'UTC') + $2 * interval '1 hour' as at) until`;
const HOURS_LEFT = `select ceil(extract(epoch from greatest(now() - greatest($1::timestamptz, first.at), '0')) / 3600)::int as left
  from (${FIRST_HOUR}) first`;

export const hours: Course = {
  async take(db, from, size) {
    const { rows } = await db.query<{ next: string | null }>(HOUR_AFTER, [from, size]);
    const next = rows[0]!.next ?? undefined;
    const left = next ? size : await hoursLeft(db, from);
    return { ranges: [{ from, until: next ?? 'infinity' }], next, units: left };
  },
  left: hoursLeft,
};

async function hoursLeft(db: PoolClient, from: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(HOURS_LEFT, [from]);
  return rows[0]!.left;
}

const REPORTED = 'select report_date as day from daily_report union select report_date from upstream_report';

export const days: Course = {
  async take(db, from, size) {
    const { rows } = await db.query<{ from: string; until: string }>(
      `select day::text as "from", (day + 1)::text as until from (${REPORTED}) reported
       where day >= $1 order by day limit $2`,
      [from, size],
    );
    return { ranges: rows, next: rows.length === size ? rows.at(-1)!.until : undefined, units: rows.length };
  },
  async left(db, from) {
    const { rows } = await db.query<{ left: string }>(
      `select count(*) as left from (${REPORTED}) reported where day >= $1`,
      [from],
    );
    return Number(rows[0]!.left);
  },
};
