import { dictValue } from '../../../contract/dicts.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';
import type { Visible } from '../../engine/scope.ts';
import { hourOf, hoursOf, partsOf, type Period } from './period.ts';

export interface HourFlow {
  /** Where it starts: a full hour, or the instant that a period starts at. */
  hour: string;
  orders: number;
  success: number;
  /** Orders that ended one way or the other; the rest are still under way. */
  ended: number;
  review: number;
  /** Of the successful ones, decimal texts. */
  amount: string;
  fee: string;
}

const EMPTY: Omit<HourFlow, 'hour'> = { orders: 0, success: 0, ended: 0, review: 0, amount: '0', fee: '0' };

const SUCCESS = dictValue('collectStatusEnum', 'success');
const ENDED = ['success', 'failed', 'expired', 'cancelled', 'reversed'].map((name) =>
  dictValue('collectStatusEnum', name),
);
const REVIEW = dictValue('collectStatusEnum', 'review');

type FlowRow = Omit<HourFlow, 'hour'> & { hour: Date };

/** Hours and the deltas not yet folded into them, together each order once; hours counted in parts are left out. */
const FLOW = {
  name: 'dashboard-flow',
  text: `with x as (
    select hour, bucket, rows, amount, fee from rollup
    where resource = 'collectOrder' and hour >= $1 and currency = $2 and ($3::bigint[] is null or merchant_id = any($3))
    union all
    select hour, bucket, rows, amount, fee from rollup_delta
    where resource = 'collectOrder' and hour >= $1 and currency = $2 and ($3::bigint[] is null or merchant_id = any($3)))
  select hour, sum(rows)::int as orders,
    coalesce(sum(rows) filter (where bucket = $4), 0)::int as success,
    coalesce(sum(rows) filter (where bucket = any($5::smallint[])), 0)::int as ended,
    coalesce(sum(rows) filter (where bucket = $6), 0)::int as review,
    trim_scale(coalesce(sum(amount) filter (where bucket = $4), 0))::text as amount,
    trim_scale(coalesce(sum(fee) filter (where bucket = $4), 0))::text as fee
  from x where hour <> all($7::timestamptz[])
  group by hour having sum(rows) <> 0`,
};

/** Orders of parts of hours, which the hourly counts do not know. */
const PARTS = {
  name: 'dashboard-parts',
  text: `select part.start as hour, counted.* from unnest($1::timestamptz[], $2::timestamptz[]) as part(start, finish),
  lateral (select count(*)::int as orders, (count(*) filter (where status = $5))::int as success,
    (count(*) filter (where status = any($6::smallint[])))::int as ended,
    (count(*) filter (where status = $7))::int as review,
    trim_scale(coalesce(sum(amount) filter (where status = $5), 0))::text as amount,
    trim_scale(coalesce(sum(fee) filter (where status = $5), 0))::text as fee
  from collect_order where created_at >= part.start and created_at < part.finish and currency = $3
    and ($4::bigint[] is null or merchant_id = any($4))) counted`,
};

/**
 * Figures of a period and of the one before it, by the hour or the part of an hour that starts at `hour`; full hours
 * without an order are left out.
 */
export async function readFlow(
  pool: Connections,
  period: Period,
  currency: string,
  visible: Visible,
): Promise<HourFlow[]> {
  const parts = partsOf(period);
  const statuses = [SUCCESS, ENDED, REVIEW];
  const starts = parts.map(({ from }) => from);
  const ends = parts.map(({ to }) => to);
  const [hours, cut] = await Promise.all([
    pool.query<FlowRow>({
      ...FLOW,
      values: [period.before, currency, visible, ...statuses, starts.map(hourOf)],
    }),
    pool.query<FlowRow>({ ...PARTS, values: [starts, ends, currency, visible, ...statuses] }),
  ]);
  return [...hours.rows, ...cut.rows].map((row) => ({ ...row, hour: row.hour.toISOString() }));
}

/** Every hour of the period, the empty ones as zeros. */
export function filled(period: Period, rows: readonly HourFlow[]): HourFlow[] {
  const byHour = new Map(rows.map((row) => [row.hour, row]));
  return hoursOf(period).map((hour) => byHour.get(hour) ?? { hour, ...EMPTY });
}
