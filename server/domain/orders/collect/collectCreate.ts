import type { PoolClient } from 'pg';
import { Amount, amountText, feeOf, fitsCurrency } from '../../../../contract/money.ts';
import { newId } from '../../../platform/db/id.ts';
import { sqlState } from '../../../platform/db/transaction.ts';
import { deltaOfOrderCreated } from '../../../engine/rollup.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { NAMED_CODES } from '../channelRoutes.ts';
import { type Actor, SYSTEM } from '../moveRow.ts';
import { missingTerms } from '../missingTerms.ts';
import { orderNumber } from '../orderNumber.ts';
import { MERCHANT_STATUS, SERVICE_STATUS, SWITCH, UPSTREAM_STATUS } from '../../../platform/db/statuses.ts';

/** How long a payer has where nobody says otherwise, in seconds. */
const PAYER_HAS_S = 1_800;

/** The end of that time. */
export const payerHasUntil = (now: Date, seconds = PAYER_HAS_S): Date =>
  new Date(now.getTime() + seconds * 1_000);

export interface NewOrder {
  merchantId: string;
  channelId: string;
  merchantOrderNo: string;
  amount: string;
  callbackUrl?: string | null;
  jumpUrl?: string | null;
  payerId?: string | null;
  createIp?: string | null;
  userIp?: string | null;
  /** The route wished for; another healthy one is taken where it cannot serve. */
  upstreamId?: string | null;
  source?: 'api' | 'cashier' | 'manual' | 'import' | 'system';
  remark?: string | null;
  /** How long the payer has. Default 30 minutes. */
  expiresInSeconds?: number;
}

interface Terms {
  currency: string;
  rate: string;
  fixed: string;
  within: boolean;
  least: string;
  most: string;
  upstream_id: string | null;
  upstream_rate: string | null;
  upstream_fixed: string | null;
  agent_id: string | null;
  agent_rate: string | null;
  agent_fixed: string | null;
  callback_url: string | null;
}

// The upstream wished for, else the first healthy one that takes the amount, of those the channel names or of the
// currency; an agent's share where a band of its rate fits.
export const TERMS_SQL = `
select b.currency, b.rate::text, b.fixed::text, $3::numeric between b.mini_amount and b.max_amount as within,
  trim_scale(b.mini_amount)::text as least, trim_scale(b.max_amount)::text as most,
  u.id::text as upstream_id, u.rate::text as upstream_rate, u.fixed::text as upstream_fixed,
  m.agent_id::text, e.rate::text as agent_rate, e.fixed_fee::text as agent_fixed, m.callback_url
from channel_binding b
join merchant m on m.id = b.merchant_id and m.status in (${MERCHANT_STATUS.active}, ${MERCHANT_STATUS.frozen})
join channel c on c.id = b.channel_id and c.enabled and c.is_collect
  and c.service_status <> ${SERVICE_STATUS.maintenance}
cross join lateral (select ${NAMED_CODES} as codes) named
left join lateral (
  select id, rate, fixed from upstream
  where currency = b.currency and status = ${UPSTREAM_STATUS.on} and is_collect
    and $3::numeric between mini_amount and max_amount
    and (named.codes is null or code = any(named.codes) or id = $4)
  order by (id = $4) is true desc, coalesce(array_position(named.codes, code), 0), order_by, id limit 1) u on true
left join lateral (
  select rate, fixed_fee from extension_rate
  where merchant_id = m.agent_id and channel_id = b.channel_id and currency = b.currency and type in (1, 3)
    and $3::numeric between min_amount and max_amount
  order by id limit 1) e on true
where b.merchant_id = $1 and b.channel_id = $2 and b.status = ${SWITCH.enabled} and b.is_collect`;

/** The order with its log row and both events. */
export const INSERT_SQL = `
with created as (
  insert into collect_order (id, order_no, merchant_id, merchant_order_no, channel_id, upstream_id, agent_id, currency,
    amount, fee_rate, fixed_fee, fee, upstream_cost, commission, source, is_system, payer_id, create_ip, user_ip,
    jump_url, callback_url, remark, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
  returning id, order_no, merchant_id
), logged as (
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, after, ip)
  select $25::bigint, id, order_no, merchant_id, 'create', $26, $27::bigint, '{"status": 0}'::jsonb, $18 from created
)
insert into outbox (resource, row_id, change, merchant_id)
select 'collectOrder', id, 'add', merchant_id from created
union all select 'orderLog', $25::bigint, 'add', merchant_id from created`;

/** Opens an order (status created) under the terms in force now: rate, fee, cost and commission are copied onto it. */
export async function createOrder(
  tx: PoolClient,
  input: NewOrder,
  now: Date = new Date(),
  actor: Actor = SYSTEM,
): Promise<{ id: string; orderNo: string; currency: string; amount: string; fee: string }> {
  const { rows } = await tx.query<Terms>({
    name: 'collect-terms',
    text: TERMS_SQL,
    values: [input.merchantId, input.channelId, input.amount, input.upstreamId ?? null],
  });
  const terms = rows[0];
  const none = missingTerms(terms);
  if (none || !terms?.upstream_id) throw new Refused('guard', none);
  if (!fitsCurrency(input.amount, terms.currency) || !new Amount(input.amount).greaterThan(0)) {
    throw new Refused('amountDigits', { currency: terms.currency });
  }
  const { currency } = terms;
  const of = (rate: string | null, fixed: string | null) =>
    amountText(rate === null ? 0 : feeOf(input.amount, rate, fixed ?? 0, currency));
  const fee = of(terms.rate, terms.fixed);
  const id = newId();
  const orderNo = orderNumber('collectOrder', id);
  const source = input.source ?? 'api';
  try {
    await tx.query({
      name: 'collect-create',
      text: INSERT_SQL,
      values: [
        id,
        orderNo,
        input.merchantId,
        input.merchantOrderNo,
        input.channelId,
        terms.upstream_id,
        terms.agent_id,
        currency,
        input.amount,
        terms.rate,
        terms.fixed,
        fee,
        of(terms.upstream_rate, terms.upstream_fixed),
        of(terms.agent_rate, terms.agent_fixed),
        source,
        source === 'system',
        input.payerId ?? null,
        input.createIp ?? actor.ip ?? null,
        input.userIp ?? null,
        input.jumpUrl ?? null,
        input.callbackUrl === undefined ? terms.callback_url : input.callbackUrl,
        input.remark ?? null,
        payerHasUntil(now, input.expiresInSeconds),
        now,
        newId(),
        actor.operator,
        actor.operatorId ?? null,
      ],
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refused('duplicate', { field: 'merchantOrderNo' });
    throw error;
  }
  await deltaOfOrderCreated(
    tx,
    'collectOrder',
    { merchantId: input.merchantId, currency, amount: input.amount, fee, createdAt: now },
    0,
  );
  return { id, orderNo, currency, amount: amountText(input.amount), fee };
}
