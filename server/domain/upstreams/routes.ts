import type { Pool, PoolClient } from 'pg';
import { NAMED_CODES } from '../orders/channelRoutes.ts';
import { UPSTREAM_STATUS } from '../../platform/db/statuses.ts';

/** One way an order may go. */
export interface Route {
  upstreamId: string;
  code: string;
  /** Encrypted connection; null where the upstream has none yet. */
  config: string | null;
  rate: string;
  fixed: string;
}

type Found = Route & { mode: 'direct' | 'merged' };

const routesSql = (side: 'collect' | 'pay') => {
  const prefix = side === 'pay' ? 'pay_' : '';
  return `select u.id::text as "upstreamId", u.code, u.config, u.${prefix}rate::text as rate, u.${prefix}fixed::text as fixed,
      c.config_mode as mode
    from channel c cross join lateral (select ${NAMED_CODES} as codes) named
    join upstream u on u.currency = $2 and u.status = ${UPSTREAM_STATUS.on} and u.is_${side}
      and $3::numeric between u.${prefix}mini_amount and u.${prefix}max_amount
      and (named.codes is null or u.code = any(named.codes))
    where c.id = $1
    order by coalesce(array_position(named.codes, u.code), 0), u.order_by, u.id`;
};
const SQL = Object.freeze({ collect: routesSql('collect'), pay: routesSql('pay') });

/**
 * The healthy upstreams an order may go to, best first. `direct`: the first alone; `merged`: all in order. A channel
 * that names no upstream takes those of its currency by their own order.
 */
export async function routesOf(
  db: Pool | PoolClient,
  side: 'collect' | 'pay',
  order: { channelId: string; currency: string; amount: string },
): Promise<Route[]> {
  const { rows } = await db.query<Found>(SQL[side], [order.channelId, order.currency, order.amount]);
  const routes = rows.map(({ mode: _mode, ...route }) => route);
  return rows[0]?.mode === 'direct' ? routes.slice(0, 1) : routes;
}
