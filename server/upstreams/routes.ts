import type { Pool, PoolClient } from 'pg';
import { readRoutes } from './config.ts';

/** One way an order may go. */
export interface Route {
  upstreamId: string;
  code: string;
  /** Encrypted connection; null where the upstream has none yet. */
  config: string | null;
  rate: string;
  fixed: string;
}

const CHANNEL = `select config_mode as mode, upstream_config as config from channel where id = $1`;

const routesSql = (side: 'collect' | 'pay') => {
  const prefix = side === 'pay' ? 'pay_' : '';
  return `select id::text as "upstreamId", code, config, ${prefix}rate::text as rate, ${prefix}fixed::text as fixed
    from upstream where currency = $1 and status = 1 and is_${side}
      and $2::numeric between ${prefix}mini_amount and ${prefix}max_amount
      and ($3::text[] is null or code = any($3))
    order by coalesce(array_position($3::text[], code), 0), order_by, upstream.id`;
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
  const { rows: channels } = await db.query<{ mode: 'direct' | 'merged'; config: unknown }>(CHANNEL, [
    order.channelId,
  ]);
  const channel = channels[0];
  if (!channel) return [];
  const named = readRoutes(channel.config);
  const { rows } = await db.query<Route>(SQL[side], [
    order.currency,
    order.amount,
    named.length > 0 ? named : null,
  ]);
  return channel.mode === 'direct' ? rows.slice(0, 1) : rows;
}
