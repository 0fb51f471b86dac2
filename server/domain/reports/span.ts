import type { Connections } from '../../platform/db/rowSecurity.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';

/** The instants between which the orders of a report's day lie, for who looks behind its figures. */
export const spanOf =
  (table: 'daily_report' | 'upstream_report' | 'upstream_entry') =>
  async (pool: Connections, id: string): Promise<Record<string, unknown>> => {
    const { rows } = await pool.query<{ from: Date; to: Date }>(
      `select report_date::timestamp at time zone report_zone() as from,
        (report_date + 1)::timestamp at time zone report_zone() as to from ${table} where id = $1`,
      [id],
    );
    return { from: rows[0]?.from.toISOString(), to: rows[0]?.to.toISOString() };
  };

export const dailyReportHalf: ServerHalf = { detail: spanOf('daily_report') };
export const upstreamReportHalf: ServerHalf = {
  readsFrom: 'upstream_report_list',
  detail: spanOf('upstream_report'),
};
