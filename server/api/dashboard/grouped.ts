import { dictValue } from '../../../contract/dicts.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';
import { within } from '../../engine/timed.ts';
import type { Visible } from '../../engine/scope.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Period } from './period.ts';

export const GROUPINGS = ['status', 'upstream', 'channel', 'merchant'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Group {
  /** The status value or the row's id; null for orders that have none. */
  key: string | null;
  label: string | null;
  orders: number;
  success: number;
  ended: number;
  amount: string;
  /** Success rate in twelve equal parts of the period, oldest first; null where nothing ended. */
  trend: (number | null)[];
}

const PARTS = 12;
const TIMEOUT_MS = 3_000;
const SUCCESS = dictValue('collectStatusEnum', 'success');
const ENDED = ['success', 'failed', 'expired', 'cancelled', 'reversed'].map((name) =>
  dictValue('collectStatusEnum', name),
);

/** Column of the order, and what names its value. */
const COLUMNS: Record<Grouping, { key: string; label: string }> = {
  status: { key: 'status', label: 'null::text' },
  upstream: { key: 'upstream_id', label: '(select name from upstream where id = g.key)' },
  channel: { key: 'channel_id', label: '(select channel_name from channel where id = g.key)' },
  merchant: { key: 'merchant_id', label: '(select name from merchant where id = g.key)' },
};

function statement(by: Grouping): { name: string; text: string } {
  const { key, label } = COLUMNS[by];
  return {
    name: `dashboard-grouped-${by}`,
    text: `with parts as (
      select ${key} as key, width_bucket(extract(epoch from created_at), extract(epoch from $1::timestamptz),
          extract(epoch from $2::timestamptz) + 1, ${PARTS}) as part,
        count(*)::int as orders, count(*) filter (where status = $5)::int as success,
        count(*) filter (where status = any($6::smallint[]))::int as ended,
        coalesce(sum(amount) filter (where status = $5), 0) as amount
      from collect_order
      where created_at >= $1 and created_at <= $2 and currency = $3 and ($4::bigint[] is null or merchant_id = any($4))
      group by 1, 2),
    g as (
      select key, sum(orders)::int as orders, sum(success)::int as success, sum(ended)::int as ended, sum(amount) as amount,
        json_object_agg(part, json_build_array(success, ended)) as parts
      from parts group by key order by sum(orders) desc limit $7)
    select g.key::text, ${label} as label, orders, success, ended, trim_scale(amount)::text as amount, parts from g
    order by orders desc`,
  };
}

type Parts = Record<string, [success: number, ended: number]>;

function trendOf(parts: Parts): (number | null)[] {
  return Array.from({ length: PARTS }, (_, index) => {
    const [success, ended] = parts[String(index + 1)] ?? [0, 0];
    return ended === 0 ? null : success / ended;
  });
}

/** Orders of the period by one of their columns, the largest groups first. */
export async function readGrouped(
  pool: Connections,
  ask: { by: Grouping; currency: string; limit: number },
  period: Period,
  visible: Visible,
): Promise<Group[]> {
  const values = [period.from, period.to, ask.currency, visible, SUCCESS, ENDED, ask.limit];
  const rows = await within(pool, TIMEOUT_MS, async (client) => {
    const answer = await client.query<Omit<Group, 'trend'> & { parts: Parts }>({
      ...statement(ask.by),
      values,
    });
    return answer.rows;
  });
  if (!rows) throw new Refused('narrowFilter');
  return rows.map(({ parts, ...row }) => ({ ...row, trend: trendOf(parts) }));
}
