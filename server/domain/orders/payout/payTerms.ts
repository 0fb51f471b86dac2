import type { PoolClient } from 'pg';
import { amountText, feeOf } from '../../../../contract/money.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { NAMED_CODES } from '../channelRoutes.ts';
import { missingTerms } from '../missingTerms.ts';
import { SERVICE_STATUS, SWITCH, UPSTREAM_STATUS } from '../../../platform/db/statuses.ts';

/** What a payout costs under the terms in force now; amounts as decimal text in `currency`. */
export interface PayTerms {
  currency: string;
  tenantId: string;
  feeRate: string;
  fixedFee: string;
  fee: string;
  upstreamId: string;
  upstreamCost: string;
  agentId: string | null;
  commission: string;
  callbackUrl: string | null;
  submission: 'manual' | 'auto';
}

interface Row {
  currency: string;
  tenant_id: string;
  pay_rate: string;
  pay_fixed: string;
  within: boolean;
  least: string;
  most: string;
  merchant_status: number;
  upstream_id: string | null;
  upstream_rate: string | null;
  upstream_fixed: string | null;
  agent_id: string | null;
  agent_rate: string | null;
  agent_fixed: string | null;
  callback_url: string | null;
  submission: 'manual' | 'auto';
}

// The first healthy upstream of those the channel names, or of the
// currency, that takes the amount.
const TERMS = `
select b.currency, m.tenant_id::text, m.status as merchant_status, b.pay_rate::text, b.pay_fixed::text,
  $3::numeric between b.pay_mini_amount and b.pay_max_amount as within,
  trim_scale(b.pay_mini_amount)::text as least, trim_scale(b.pay_max_amount)::text as most,
  u.id::text as upstream_id, u.pay_rate::text as upstream_rate, u.pay_fixed::text as upstream_fixed,
  m.agent_id::text, e.rate::text as agent_rate, e.fixed_fee::text as agent_fixed, m.callback_url, c.submission
from channel_binding b
join merchant m on m.id = b.merchant_id
join channel c on c.id = b.channel_id and c.enabled and c.is_pay and c.service_status <> ${SERVICE_STATUS.maintenance}
cross join lateral (select ${NAMED_CODES} as codes) named
left join lateral (
  select id, pay_rate, pay_fixed from upstream
  where currency = b.currency and status = ${UPSTREAM_STATUS.on} and is_pay
    and $3::numeric between pay_mini_amount and pay_max_amount
    and (named.codes is null or code = any(named.codes))
  order by coalesce(array_position(named.codes, code), 0), order_by, id limit 1) u on true
left join lateral (
  select rate, fixed_fee from extension_rate
  where merchant_id = m.agent_id and channel_id = b.channel_id and currency = b.currency and type in (2, 3)
    and $3::numeric between min_amount and max_amount
  order by id limit 1) e on true
where b.merchant_id = $1 and b.channel_id = $2 and b.status = ${SWITCH.enabled} and b.is_pay`;

/** A frozen merchant has no payouts. */
const ACTIVE = 1;

/** @throws Refused payoutTerms where the merchant has no payouts, or no binding, channel or upstream takes the amount */
export async function payTerms(
  tx: PoolClient,
  merchantId: string,
  channelId: string,
  amount: string,
): Promise<PayTerms> {
  const { rows } = await tx.query<Row>({
    name: 'pay-terms',
    text: TERMS,
    values: [merchantId, channelId, amount],
  });
  const row = rows[0];
  if (row && row.merchant_status !== ACTIVE) throw new Refused('payoutTerms', { says: 'payoutMerchant' });
  const none = missingTerms(row);
  if (none || !row?.upstream_id) throw new Refused('payoutTerms', none);
  const { currency } = row;
  const of = (rate: string | null, fixed: string | null) =>
    amountText(rate === null ? 0 : feeOf(amount, rate, fixed ?? 0, currency));
  return {
    currency,
    tenantId: row.tenant_id,
    feeRate: row.pay_rate,
    fixedFee: row.pay_fixed,
    fee: of(row.pay_rate, row.pay_fixed),
    upstreamId: row.upstream_id,
    upstreamCost: of(row.upstream_rate, row.upstream_fixed),
    agentId: row.agent_id,
    commission: of(row.agent_rate, row.agent_fixed),
    callbackUrl: row.callback_url,
    submission: row.submission,
  };
}
