import type { Pool } from 'pg';
import { dictValue } from '../../contract/dicts.ts';
import { MERCHANT_STATUS, SERVICE_STATUS, SWITCH, UPSTREAM_STATUS } from '../platform/db/statuses.ts';

/** A recorded order that a live one takes after. */
export interface Past {
  merchantId: string;
  channelId: string;
  upstreamId: string;
  /** Of the merchant. */
  code: string;
  currency: string;
  amount: string;
  source: 'api' | 'cashier';
  /** How it ended. */
  status: number;
}

const OPEN = ['created', 'paying'].map((name) => dictValue('collectStatusEnum', name));
/** About so many, from all over the recording: what is off today may be on again tomorrow. */
const SAMPLE = 20_000;
const SHARE = `select least(100, 100 * ${SAMPLE} / greatest(reltuples, 1)) as share from pg_class where oid = 'collect_order'::regclass`;
/** Younger orders have not all ended; what a person did to them is not yet done. */
const SETTLED_MS = 45 * 60_000;

// Only what could be opened again today: the route, its upstream and its merchant are on, the amount is allowed.
const PAST = `
  select o.merchant_id::text as "merchantId", o.channel_id::text as "channelId", o.upstream_id::text as "upstreamId",
    m.code, o.currency, trim_scale(o.amount)::text as amount,
    case o.source when 'cashier' then 'cashier' else 'api' end as source, o.status
  from collect_order o tablesample system ($3)
  join merchant m on m.id = o.merchant_id and m.status = ${MERCHANT_STATUS.active}
  join channel c on c.id = o.channel_id and c.enabled and c.is_collect and c.service_status <> ${SERVICE_STATUS.maintenance}
  join channel_binding b on b.merchant_id = o.merchant_id and b.channel_id = o.channel_id and b.status = ${SWITCH.enabled} and b.is_collect
    and o.amount between b.mini_amount and b.max_amount
  join upstream u on u.id = o.upstream_id and u.status = ${UPSTREAM_STATUS.on} and u.is_collect
  where o.created_at < $1 and o.status <> all($2)`;

/** Live orders are drawn from these, so that routes, amounts and outcomes have yesterday's shares. */
export async function readPast(pool: Pool, now: Date): Promise<Past[]> {
  const [size] = (await pool.query<{ share: number }>(SHARE)).rows;
  const { rows } = await pool.query<Past>(PAST, [
    new Date(now.getTime() - SETTLED_MS),
    OPEN,
    size?.share ?? 100,
  ]);
  return rows;
}

/** An order that waits for its payer. */
export interface Waiting {
  id: string;
  upstreamId: string | null;
  currency: string;
  amount: string;
  created: boolean;
}

const WAITING_MS = 10 * 60_000;

/** Orders under way that nobody moves: the recording's last ones, or what another process left behind. */
export async function readWaiting(pool: Pool, now: Date): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(
    `select id::text, upstream_id::text as "upstreamId", currency, trim_scale(amount)::text as amount, status = $2 as created
     from collect_order where status = any($3) and claimed_by is null and created_at > $1`,
    [new Date(now.getTime() - WAITING_MS), OPEN[0], OPEN],
  );
  return rows;
}
