import { dictValue } from '../../contract/dicts.ts';
import type { Connections } from '../db/wall.ts';
import type { Visible } from '../engine/scope.ts';
import { type Period, hourOf, hoursOf } from './period.ts';

export interface HourFlow {
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

/** Hours and the deltas not yet folded into them, together each order once. */
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
  from x group by hour having sum(rows) <> 0 order by hour`,
};

/** Hourly figures since `from`; hours without an order are left out. */
export async function readFlow(
  pool: Connections,
  from: string,
  currency: string,
  visible: Visible,
): Promise<HourFlow[]> {
  const values = [from, currency, visible, SUCCESS, ENDED, REVIEW];
  const { rows } = await pool.query<HourFlow & { hour: Date | string }>({ ...FLOW, values });
  return rows.map((row) => ({ ...row, hour: new Date(row.hour).toISOString() }));
}

/** Orders between two instants, which need not be full hours. */
const STRETCH = {
  name: 'dashboard-stretch',
  text: `select count(*)::int as orders, (count(*) filter (where status = $5))::int as success,
    (count(*) filter (where status = any($6::smallint[])))::int as ended,
    (count(*) filter (where status = $7))::int as review,
    trim_scale(coalesce(sum(amount) filter (where status = $5), 0))::text as amount,
    trim_scale(coalesce(sum(fee) filter (where status = $5), 0))::text as fee
  from collect_order
  where created_at >= $1 and created_at < $2 and currency = $3 and ($4::bigint[] is null or merchant_id = any($4))`,
};

/** The hour that the period before ends in, up to where it ends: the hourly counts know whole hours only. */
export async function readCutHour(
  pool: Connections,
  { beforeEnds }: Period,
  currency: string,
  visible: Visible,
): Promise<HourFlow> {
  const hour = hourOf(beforeEnds);
  const values = [hour, beforeEnds, currency, visible, SUCCESS, ENDED, REVIEW];
  const { rows } = await pool.query<Omit<HourFlow, 'hour'>>({ ...STRETCH, values });
  return { ...EMPTY, ...rows[0], hour };
}

/** Every hour of the period, the empty ones as zeros. */
export function filled(period: Period, rows: readonly HourFlow[]): HourFlow[] {
  const byHour = new Map(rows.map((row) => [row.hour, row]));
  return hoursOf(period).map((hour) => byHour.get(hour) ?? { hour, ...EMPTY });
}
