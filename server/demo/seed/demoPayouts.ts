import { FIRST_NAMES, LAST_NAMES } from '../personNames.ts';
import { idSql, type OrderPlan, share, stamp, textArray } from './demoSql.ts';
import { COLLECT_STATUS, PAY_STATUS, UPSTREAM_STATUS } from '../../platform/db/statuses.ts';

/**
 * Payouts of the demo. Each draws on one settled order of its merchant, takes less than that order's net and comes
 * after its settlement: so no balance was ever below zero, whatever else happened.
 */

/** Share of settled orders on paying channels that a payout follows, of 1024. */
const SHARE = 70;
const FEE_PPM = 12_000;

const portion = (ppm: string): string =>
  `minor * ${ppm} / 1000000 + case
    when minor * ${ppm} % 1000000 > 500000 then 1
    when minor * ${ppm} % 1000000 = 500000 then minor * ${ppm} / 1000000 % 2
    else 0 end`;

// A route by currency: the upstreams that pay, numbered; nothing above the limit at which a second person decides.
const ROUTES = `
  select currency, id as upstream_id, left(code, 3) as prefix, (pay_rate * 1000000)::bigint as cost_ppm, pay_fixed,
    row_number() over by_currency - 1 as place, count(*) over (partition by currency) as places
  from upstream where is_pay and status = ${UPSTREAM_STATUS.on} window by_currency as (partition by currency order by order_by)`;

const drawn = ({ anchorMs }: OrderPlan): string => `
  select o.n, o.merchant_id, o.agent_id, o.channel_id, o.currency, o.cur, o.h1, o.h2, o.h3, s.unit, s.agent_ppm, s.callback_url,
    s.server_ip, s.prefix as own, s.low * s.scale as lowest, s.high * s.scale / 2 as highest, s.step * s.scale as step,
    o.net / s.unit as net_minor, o.s_ms + 300000 + (${share('o.h1', 8)} * 18000000)::bigint as h_ms
  from seed_order o join seed_slot s on s.slot = o.slot join channel c on c.id = o.channel_id and c.is_pay
  where o.status = ${COLLECT_STATUS.success} and o.s_ms is not null and (o.h2 >> 50 & 1023) < ${SHARE}
    and o.s_ms + 300000 + (${share('o.h1', 8)} * 18000000)::bigint <= ${anchorMs}`;

const fate = `case when f < 0.92 then 4 when f < 0.962 then 5 when f < 0.972 then 6 when f < 0.982 then 7
  when f < 0.992 then 8 else 9 end`;

const STUCK_MS = 6 * 3_600_000;

/** What a payout is by the anchor; who never got an answer was asked about until it was known. */
const reportedSql = ({ anchorMs }: OrderPlan): string => `
  select *, case
      when e_ms > ${anchorMs} then case when q_ms > ${anchorMs} then 2 else 3 end
      when fate = 8 and r_late > ${anchorMs} then 4
      when fate = 9 and h_ms < ${anchorMs} - ${STUCK_MS} then 4
      else fate end as status
  from (
    select *, h_ms + 700 + (h3 >> 20 & 1023) as q_ms,
      h_ms + 4000 + (h3 >> 30 & 4095) + case when fate = 9 then 30000 else least(-ln(${share('h3', 8)} + 0.0001) * 25000, 400000)::bigint end as e_ms,
      h_ms + 86400000 + (${share('h1', 40)} * 86400000)::bigint as r_late,
      'P' || to_char(${stamp('h_ms')} at time zone 'UTC', 'YYMMDDHH24MISS') || lpad((n * 6364136223 % 10000000000)::text, 10, '0') as order_no
    from (select *, ${fate} as fate from (select *, ${share('h2', 2)} as f from drawn) shared) fated offset 0) timed`;

/**
 * Amounts are whole steps of the currency where the net leaves room, else whole units. What is asked of an order here
 * has no statistics: taken for a handful of rows, each would be held against every slot in turn.
 */
export const PAYOUTS = (plan: OrderPlan): string[] => [
  'set enable_nestloop = off',
  `create unlogged table seed_pay as
  with route as (${ROUTES}),
  drawn as (
    select d.*, r.upstream_id, r.prefix, r.cost_ppm, (r.pay_fixed / d.unit)::bigint as cost_fixed,
      (case when raw >= step * 2 then floor(raw / step) * step else floor(raw * unit::float8) / unit::float8 end)::bigint as minor
    from (select *, least(highest, net_minor::float8 * (0.3 + 0.55 * ${share('h3', 24)})) as raw from (${drawn(plan)}) o) d
    join route r on r.currency = d.currency and r.place = (d.h1 >> 30 & 255) % r.places
    where raw >= lowest offset 0),
  reported as (${reportedSql(plan)} offset 0)
  select n, merchant_id, agent_id, channel_id, upstream_id, currency, cur, ${idSql('h_ms', 'n')} as id, order_no,
    own || 'P' || lpad((n * 2971215073 % 1000000000)::text, 9, '0') as merchant_order_no, prefix, status::smallint as status,
    h_ms, q_ms, case when status in (${PAY_STATUS.success}, ${PAY_STATUS.failed}, ${PAY_STATUS.rejected}, ${PAY_STATUS.cancelled},
      ${PAY_STATUS.returned}, ${PAY_STATUS.unknown}) then e_ms end as e_ms,
    case when status in (${PAY_STATUS.success}, ${PAY_STATUS.returned}) then e_ms end as p_ms,
    case when status in (${PAY_STATUS.failed}, ${PAY_STATUS.rejected}, ${PAY_STATUS.cancelled}) then e_ms end as b_ms,
    case when status = ${PAY_STATUS.returned} then r_late end as r_ms,
    status in (${PAY_STATUS.processing}, ${PAY_STATUS.success}, ${PAY_STATUS.failed}, ${PAY_STATUS.returned},
      ${PAY_STATUS.unknown}) as sent, minor * unit as amount, (${portion(String(FEE_PPM))}) * unit as fee,
    (minor + ${portion(String(FEE_PPM))}) * unit as held, least(minor, ${portion('cost_ppm')} + cost_fixed) * unit as cost,
    case when agent_id is null then 0 else (${portion('agent_ppm')}) * unit end as commission, callback_url, server_ip, h1, h2, h3
  from reported`,
  'analyze seed_pay',
];

const BANKS = ['HDFC Bank', 'ICICI Bank', 'State Bank of India', 'Axis Bank'];
const BANK_CODES = ['HDFC', 'ICIC', 'SBIN', 'UTIB'];
const HANDLES = ['okaxis', 'okicici', 'oksbi', 'ybl'];

const UPSTREAM_NO = `prefix || lpad((n * 7176263597 % 100000000000000)::text, 14, '0')`;
const UTR = `to_char(${stamp('p_ms')} at time zone 'Asia/Kolkata', 'Y') || to_char(${stamp('p_ms')} at time zone 'Asia/Kolkata', 'DDD')
  || lpad((n * 3571397 % 100000000)::text, 8, '0')`;
const LAST_MS = 'coalesce(r_ms, e_ms)';
const ENDED = 'status between 4 and 8';

/** What the upstream has reported about one that was sent: payAttemptEnum. */
const ATTEMPT_STATE = '(array[1, 2, 3, null, null, 2, 4])[status - 2]';

export const PAY_ORDERS = `
  insert into pay_order (id, order_no, merchant_id, merchant_order_no, upstream_order_no, utr, channel_id, upstream_id, agent_id,
    currency, amount, fee_rate, fixed_fee, fee, upstream_cost, commission, status, callback_status, callback_count, callback_at,
    source, is_upi, receiving_address, bank_account, ifsc, beneficiary, bank_name, create_ip, callback_url, attempts,
    submitted_at, paid_at, returned_at, created_at, upstream_status)
  select id, order_no, merchant_id, merchant_order_no, case when sent then ${UPSTREAM_NO} end, case when p_ms is not null then ${UTR} end,
    channel_id, upstream_id, agent_id, currency, amount, ${FEE_PPM / 1_000_000}, 0, fee, cost, commission, status,
    case when ${ENDED} then 2 else 0 end, (${ENDED})::int, case when ${ENDED} then ${stamp(`(${LAST_MS} + 400)`)} end,
    'api', upi, case when upi then lower(first || '.' || last) || (h2 >> 8 & 63) || '@' || (${textArray(HANDLES)})[1 + (h1 >> 5 & 3)] end,
    case when not upi then lpad((h2 >> 20 & 1099511627775)::text, 12, '4') end,
    case when not upi and currency = 'INR' then (${textArray(BANK_CODES)})[1 + (h1 >> 3 & 3)] || '0' || lpad((h3 >> 9 & 65535)::text, 6, '0') end,
    case when not upi then first || ' ' || last end,
    case when not upi and currency = 'INR' then (${textArray(BANKS)})[1 + (h1 >> 3 & 3)] end,
    server_ip, callback_url, sent::int, case when sent then ${stamp('q_ms')} end, ${stamp('p_ms')}, ${stamp('r_ms')}, ${stamp('h_ms')},
    case when sent then ${ATTEMPT_STATE} end
  from (select *, currency = 'INR' and (h1 & 7) < 5 as upi, (${textArray(FIRST_NAMES)})[1 + (h2 >> 3 & 15)] as first,
      (${textArray(LAST_NAMES)})[1 + (h2 >> 14 & 15)] as last from seed_pay offset 0) o`;

export const PAY_REFERENCES = `
  insert into payout_reference (utr, merchant_id, order_id)
  select ${UTR}, merchant_id, id from seed_pay where p_ms is not null`;

export const PAY_ATTEMPTS = `
  insert into pay_attempt (id, order_id, merchant_id, order_no, attempt, upstream_id, state, upstream_order_no, http_status,
    milliseconds, answer, failure, sent_at, ended_at)
  select ${idSql('q_ms', 'n')}, id, merchant_id, order_no, 1, upstream_id,
    ${ATTEMPT_STATE}, case when status <> ${PAY_STATUS.unknown} then ${UPSTREAM_NO} end,
    case when status <> ${PAY_STATUS.unknown} then 200 end, case when status = ${PAY_STATUS.unknown} then 8000 else 90 + (h1 >> 9 & 511) end,
    case when status <> ${PAY_STATUS.unknown} then '{"state":"accepted"}' end, case status when 5 then 'The account cannot be credited' when 9 then 'TimeoutError' end,
    ${stamp('q_ms')}, ${stamp('e_ms')}
  from seed_pay where sent`;

export const PAY_SCHEDULES = `
  insert into callback_schedule (id, order_id, merchant_id, status_reported, attempts, state, created_at, kind)
  select ${idSql(LAST_MS, 'n')}, id, merchant_id, status, 1, 2, ${stamp(LAST_MS)}, 'pay' from seed_pay where ${ENDED}`;

export const PAY_CALLBACKS = `
  insert into callback (id, schedule_id, order_id, order_no, merchant_id, attempt, manual, delivered, http_status, milliseconds,
    answer, url, sent_at, reported)
  select ${idSql(`${LAST_MS} + 400`, 'n * 8')}, ${idSql(LAST_MS, 'n')}, id, order_no, merchant_id, 1, false, true, 200,
    40 + (h2 >> 9 & 255), 'SUCCESS', callback_url, ${stamp(`(${LAST_MS} + 400)`)},
    (array['success', 'failed', 'rejected', 'cancelled', 'returned'])[status - 3]
  from seed_pay where ${ENDED}`;

export const ROLLUP_PAYOUTS = `
  insert into rollup (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select 'payOrder', to_timestamp((hour * 3600)::float8), merchant_id, currency, status, count(*), sum(amount), sum(fee)
  from (select h_ms / 3600000 as hour, merchant_id, currency, status, amount, fee from seed_pay offset 0) o
  group by hour, merchant_id, currency, status`;

const step = (
  place: number,
  ms: string,
  event: string,
  before: string,
  after: string,
  where: string,
  who = 'system',
): string => `
  select ${idSql(ms, `n * 8 + ${place}`)}, id, order_no, merchant_id, ${event}, '${who}', ${before}, ${after}, ${stamp(`(${ms})`)},
    'payOrder' from seed_pay where ${where}`;
const was = (value: number | string): string => `jsonb_build_object('status', ${value})`;

/** Every payout has its whole log. */
export const PAY_LOGS = `
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, created_at, resource)
  ${[
    step(0, 'h_ms', `'create'`, 'null::jsonb', was(0), 'true'),
    step(1, 'h_ms + 1', `'queue'`, was(0), was(2), 'true'),
    step(2, 'q_ms', `'submitUpstream'`, was(2), was(3), 'sent'),
    step(
      3,
      'e_ms',
      `(array['paid', 'fail', null, null, 'paid', 'timeout'])[status - 3]`,
      was(3),
      was('case status when 8 then 4 else status end'),
      'sent and e_ms is not null',
    ),
    step(
      3,
      'e_ms',
      `case status when 6 then 'overrule' else 'cancel' end`,
      was(2),
      was('status'),
      `status in (${PAY_STATUS.rejected}, ${PAY_STATUS.cancelled})`,
      'operator',
    ),
    step(4, 'r_ms', `'markReturned'`, was(4), was(8), 'r_ms is not null', 'finance'),
  ].join(' union all ')}`;
