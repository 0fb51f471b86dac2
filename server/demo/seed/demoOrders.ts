import { type OrderPlan, stamp, textArray, tryMs } from './demoSql.ts';
import { COLLECT_STATUS } from '../../platform/db/statuses.ts';

const PAYERS = [
  'aarav',
  'vivaan',
  'aditya',
  'arjun',
  'rohan',
  'ishaan',
  'kabir',
  'rahul',
  'sanjay',
  'vikram',
  'anita',
  'priya',
  'kavya',
  'meera',
  'neha',
  'pooja',
  'riya',
  'sneha',
  'divya',
  'lakshmi',
  'farhan',
  'imran',
  'joseph',
  'maria',
  'harpreet',
  'gurpreet',
  'suresh',
  'ramesh',
  'mahesh',
  'deepa',
  'asha',
  'nisha',
];
const HANDLES = ['okicici', 'okhdfcbank', 'oksbi', 'okaxis', 'ybl', 'paytm', 'ibl', 'axl'];

const HOUR_MS = 3_600_000;

/** A few live claims: recent orders a person has to look at. */
const claims = ({ orders, anchorMs }: OrderPlan): string =>
  `(o.n > ${Math.max(0, orders - 60_000)} and ((status = ${COLLECT_STATUS.review} and c_ms > ${anchorMs - 12 * HOUR_MS} and h1 & 7 = 0)
    or (status in (${COLLECT_STATUS.paying}, ${COLLECT_STATUS.failed}) and c_ms > ${anchorMs - HOUR_MS} and h3 >> 12 & 255 = 0)))`;
const claimedMs = ({ anchorMs }: OrderPlan): string =>
  `greatest(${anchorMs} - 20000 - (h2 & 524287), e_ms, c_ms + 3000)`;
const claimer = ({ claimers }: OrderPlan, key: 'id' | 'account'): string =>
  `(${textArray(claimers.map((person) => person[key]))})[1 + least(${claimers.length - 1}, (h3 & 3))]`;

/** The claim of an order, for the orders and for their logs alike. */
export const claimSql = (plan: OrderPlan) => ({
  held: claims(plan),
  ms: claimedMs(plan),
  id: claimer(plan, 'id'),
  account: claimer(plan, 'account'),
});

const PAID_AT = `${stamp('coalesce(p_ms, c_ms)')} at time zone 'Asia/Kolkata'`;
/** The bank reference of an order's payment. */
export const REFERENCE = `to_char(${PAID_AT}, 'Y') || to_char(${PAID_AT}, 'DDD') || lpad((n * 7919327 % 100000000)::text, 8, '0')`;
/** The upstream's own number of an order. */
export const UPSTREAM_NO = `upstream_prefix || lpad((n * 9176263597 % 100000000000000)::text, 14, '0')`;

export function orderInsert(plan: OrderPlan): string {
  const paid = `status in (${COLLECT_STATUS.success}, ${COLLECT_STATUS.reversed})`;
  const claim = claimSql(plan);
  return `
  insert into collect_order (id, order_no, merchant_id, merchant_order_no, upstream_order_no, utr, channel_id,
    upstream_id, agent_id, currency, amount, paid_amount, fee_rate, fixed_fee, fee, upstream_cost, commission, status,
    callback_status, callback_count, callback_at, settled, settled_at, claimed_by, claimed_at, source, is_system,
    visited_cashier, payer_id, create_ip, user_ip, proof, jump_url, callback_url, pay_url, upstream_pay_url,
    source_info, remark, paid_at, expires_at, created_at)
  select o.id, order_no, o.merchant_id, merchant_order_no,
    case when status > ${COLLECT_STATUS.created} then ${UPSTREAM_NO} end,
    case when ${paid} or status = ${COLLECT_STATUS.review} and h2 & 3 > 0 then utr end,
    o.channel_id, o.upstream_id, o.agent_id, o.currency, amount, case when ${paid} then amount end, rate, 0, fee, cost,
    commission, status, cb_state, cb_count,
    case when cb_count > 0 then ${stamp(`(e_ms + ${tryMs('cb_count')} + 400)`)} end,
    status = ${COLLECT_STATUS.success} and s_ms is not null, case when status = ${COLLECT_STATUS.success} then ${stamp('s_ms')} end,
    case when held then ${claim.id}::bigint end, case when held then ${stamp(claim.ms)} end,
    source, source = 'import', source = 'cashier' or h1 & 3 = 0,
    case when status > ${COLLECT_STATUS.created} then case when o.currency = 'INR'
      then (${textArray(PAYERS)})[1 + (h1 >> 8 & 31)] || (h2 >> 40 & 1023) || '@' || (${textArray(HANDLES)})[1 + (h1 >> 13 & 7)]
      else lpad((h2 >> 30 & 1073741823)::text, 10, '7') end end,
    server_ip, '49.' || (32 + (h1 >> 16 & 31)) || '.' || (h1 >> 21 & 255) || '.' || (1 + (h1 >> 29 & 127)),
    case when status = ${COLLECT_STATUS.review} or ${paid} and h3 & 31 = 0 then '/sandbox/proof/' || utr || '.svg' end,
    case when source = 'cashier' then 'https://shop.example.com/return?no=' || merchant_order_no end,
    case when source in ('api', 'cashier') then callback_url end,
    'https://pay.example.com/c/' || order_no, case when status > ${COLLECT_STATUS.created} then 'https://gateway.example.net/p/' || upstream_prefix || n end,
    case when source = 'cashier' then '{"device": "android", "app": "cashier"}'::jsonb end,
    case when status = ${COLLECT_STATUS.review} then case when h2 & 1 = 0 then 'The amount is not that of the order' else 'Paid late, to be checked by hand' end end,
    ${stamp('p_ms')}, ${stamp('(c_ms + 1800000)')}, ${stamp('c_ms')}
  from (select o.*, ${claim.held} as held,
      ${REFERENCE} as utr
    from seed_order o offset 0) o
  join seed_slot s on s.slot = o.slot`;
}
