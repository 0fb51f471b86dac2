import { ID_EPOCH } from '../id.ts';
import { SLOTS } from './demoBusiness.ts';

/** Whole numbers only: these are written into statements that take no parameters. */
export interface OrderPlan {
  orders: number;
  seed: number;
  /** End of the demo's time, a full hour. */
  anchorMs: number;
  /** Users who claim, as ids; the first one holds most. */
  claimers: readonly string[];
}

export const DAYS = 60;
const HOURS = DAYS * 24;
const HOUR_MS = 3_600_000;

/** Orders an hour of the day in India, relative: quiet before dawn, busiest in the evening. */
const RHYTHM = [
  0.55, 0.35, 0.24, 0.18, 0.17, 0.22, 0.36, 0.55, 0.78, 0.98, 1.12, 1.2, 1.24, 1.2, 1.14, 1.12, 1.18, 1.3,
  1.48, 1.66, 1.74, 1.62, 1.28, 0.86,
];

/** Seconds after the first try of a callback at which the others follow (TRY_AFTER_S, added up). */
const TRIES_AT_S = [0, 30, 90, 390, 1_290, 4_890, 15_690, 37_290];

/** A share in [0, 1) cut out of a hash column. */
const share = (hash: string, shift: number) => `(((${hash} >> ${shift}) & 65535) / 65536.0::float8)`;
const stamp = (ms: string) => `to_timestamp(${ms} / 1000.0)`;
/** An id whose time is `ms`; `low` keeps rows of one millisecond apart and in order. */
export const idSql = (ms: string, low: string) => `(((${ms}) - ${ID_EPOCH}) << 22) | ((${low}) & 4194303)`;

/** Hours with their share of the orders: growth over the weeks, day and night, weekends, and a little chance. */
function hours({ orders, seed, anchorMs }: OrderPlan): string {
  return `create unlogged table seed_hour as
    with hour as (
      select h, ${anchorMs}::bigint - (${HOURS} - h) * ${HOUR_MS}::bigint as start_ms from generate_series(0, ${HOURS - 1}) h
    ), weighed as (
      select h, start_ms,
        (array[${RHYTHM.join(', ')}])[1 + (extract(hour from ${stamp('start_ms')} at time zone 'Asia/Kolkata'))::int]
        * (0.72 + 0.56 * h / ${HOURS}.0)
        * case when extract(isodow from ${stamp('start_ms')} at time zone 'Asia/Kolkata') >= 6 then 1.12 else 1 end
        * (0.88 + 0.24 * ((hashint8extended(h, ${seed}) & 65535) / 65536.0)) as weight
      from hour
    ), reached as (
      select start_ms, round(${orders} * sum(weight) over (order by h) / sum(weight) over ())::bigint as upto from weighed
    )
    select start_ms, coalesce(lag(upto) over (order by start_ms), 0) + 1 as first_n, upto as last_n from reached`;
}

// Layer by layer, each fenced by offset 0 so that a value is computed once: draw, money, fate, moments, numbers.

const DRAWN = (seed: number, from: number, to: number) => `
  select n, start_ms + ((n - first_n + ${share('h3', 0)}) / (last_n - first_n + 1) * ${HOUR_MS})::bigint as c_ms, h1, h2, h3
  from (
    select n, start_ms, first_n, last_n, hashint8extended(n, ${seed} + 1) as h1, hashint8extended(n, ${seed} + 2) as h2,
      hashint8extended(n, ${seed} + 3) as h3
    from (select * from seed_hour where last_n >= ${from} and first_n <= ${to} order by start_ms) hour,
      lateral generate_series(greatest(first_n, ${from}), least(last_n, ${to})) n
    offset 0
  ) hashed`;

/** Most people pay round amounts; some pay to the last digit. */
const PRICED = (drawn: string) => `
  select *, least(high, greatest(low, case
      when h2 >> 20 & 15 < 10 then round(raw / nice) * nice
      when h2 >> 20 & 15 < 13 then round(raw)
      else raw end)) as price
  from (
    select *, case when raw > step * 40 then step * 5 when raw > step * 8 then step else step / 5 end as nice
    from (
      select drawn.*, slot.*, low * exp(ln(high / low) * power(${share('h2', 0)}, 1.7)) as raw
      from (${drawn}) drawn join seed_slot slot on slot.slot = (h1 & ${SLOTS - 1})
      offset 0
    ) raw
    offset 0
  ) rounded`;

/** Half-even at the currency's minor digits, in whole minor units: the ledger's own rounding. */
const portion = (ppm: string) =>
  `least(minor, minor * ${ppm} / 1000000 + case
    when minor * ${ppm} % 1000000 > 500000 then 1
    when minor * ${ppm} % 1000000 = 500000 then minor * ${ppm} / 1000000 % 2
    else 0 end)`;

const FATE = (anchorMs: number) => `case
  when age < 20 then case
    when f < 0.06 then 0 when f < 0.40 then 1 when f < 0.80 then 2 when f < 0.86 then 3 when f < 0.91 then 7
    when f < 0.93 then 5 else 1 end
  when age < 45 then case
    when f < 0.08 then 1 when f < 0.68 then 2 when f < 0.73 then 7 when f < 0.83 then 3
    when f < 0.97 then case when age > 31 then 4 else 1 end else 5 end
  when sick and c_ms > ${anchorMs - 5 * HOUR_MS} then case when f < 0.31 then 2 when f < 0.72 then 3 else 4 end
  else case
    when f < 0.722 then 2 when f < 0.725 then 6
    when f < 0.731 then case when age < 2880 then 7 else 4 end
    when f < 0.81 then 3 when f < 0.83 then 5 else 4 end
  end`;

function stage(plan: OrderPlan, from: number, to: number): string {
  const { anchorMs, seed } = plan;
  const tries = TRIES_AT_S.map((seconds) => `(e_ms + ${seconds * 1000} <= ${anchorMs})::int`).join(' + ');
  return `
  with priced as (${PRICED(DRAWN(seed, from, to))})
  select n, ${idSql('c_ms', 'n')} as id, c_ms, slot, merchant_id, agent_id, channel_id, upstream_id, currency, cur, h1, h2, h3,
    minor * unit as amount, fee * unit as fee, cost * unit as cost, (minor - fee) * unit as net,
    case when agent_id is null then 0 else commission * unit end as commission,
    status, p_ms, case when s_ms <= ${anchorMs} then s_ms end as s_ms, case when status = 6 then r_ms end as r_ms, e_ms,
    sought, source, order_no,
    prefix || case style
      when 0 then substr(order_no, 2, 6) || lpad((n * 73939133 % 100000000)::text, 8, '0')
      when 1 then '-' || lpad((n * 373587883 % 1000000000)::text, 9, '0')
      else lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || lpad((n % 10000)::text, 4, '0') end as merchant_order_no,
    -- 1 sending, 2 delivered, 3 failed
    case when sought = 0 then 0 when sought <= least(made, 7) or sought = 1 then 2 when made >= 8 then 3 else 1 end as cb_state,
    case when sought = 0 then 0 when sought = 9 then made else least(greatest(made, 1), sought) end as cb_count
  from (
    select *, ${tries} as made from (
      select *,
        case status when 6 then r_ms else e1_ms end as e_ms,
        case when status < 2 or status = 7 or source in ('manual', 'import') then 0
          when k < 0.935 then 1 when k < 0.968 then 2 when k < 0.979 then 3 when k < 0.985 then 4 else 9 end as sought
      from (
        select *,
          case when status0 = 6 and (s_ms > ${anchorMs} or r_ms > ${anchorMs}) then 2 else status0 end as status,
          case status0 when 2 then p_ms when 6 then p_ms when 3 then least(c_ms + 9000 + (${share('h3', 16)} * 600000)::bigint, ${anchorMs})
            when 4 then c_ms + 1800000 + (${share('h3', 16)} * 20000)::bigint
            when 5 then least(c_ms + 30000 + (${share('h3', 16)} * 700000)::bigint, ${anchorMs})
            when 7 then least(c_ms + 300000 + (${share('h3', 16)} * 1500000)::bigint, ${anchorMs}) end as e1_ms,
          'C' || to_char(${stamp('c_ms')} at time zone 'UTC', 'YYMMDDHH24MISS')
            || lpad((n * 7368787213 % 10000000000)::text, 10, '0') as order_no
        from (
          select *,
            case when status1 = 2 and p1_ms > ${anchorMs} then 1 else status1 end as status0,
            case when status1 in (2, 6) and p1_ms <= ${anchorMs} then p1_ms end as p_ms,
            case when status1 = 2 and ${share('h3', 48)} > 0.035 then p1_ms + 7200000 + (${share('h2', 44)} * 79200000)::bigint
              when status1 = 6 and ${share('h3', 48)} > 0.5 then p1_ms + 3600000 end as s_ms,
            p1_ms + 7200000 + (${share('h2', 44)} * 72000000)::bigint as r_ms,
            ${portion('rate_ppm')} as fee, ${portion('cost_ppm')} as cost, ${portion('agent_ppm')} as commission
          from (
            select *, (price * scale)::bigint as minor, ${FATE(anchorMs)} as status1,
              c_ms + 12000 + least(-ln(${share('h3', 32)} + 0.0001) * 70000, 900000)::bigint as p1_ms,
              case when ${share('h2', 24)} < 0.885 then 'api' when ${share('h2', 24)} < 0.975 then 'cashier'
                when ${share('h2', 24)} < 0.99 then 'manual' else 'import' end as source,
              ${share('h1', 44)} as k
            from (select *, (${anchorMs} - c_ms) / 60000.0 as age, ${share('h1', 24)} as f from priced offset 0) aged
            offset 0
          ) valued
          offset 0
        ) timed
        offset 0
      ) told
      offset 0
    ) tried
    offset 0
  ) counted`;
}

/** Everything later statements need of an order, computed once. */
export function stageStatements(plan: OrderPlan): string[] {
  return [hours(plan), `create unlogged table seed_order as ${stage(plan, 1, plan.orders)}`];
}

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
const textArray = (items: readonly string[]) => `array['${items.join("', '")}']`;

/** A few live claims: recent orders a person has to look at. */
const claims = ({ orders, anchorMs }: OrderPlan) =>
  `(o.n > ${Math.max(0, orders - 20_000)} and ((status = 7 and c_ms > ${anchorMs - 12 * HOUR_MS} and h1 & 7 = 0)
    or (status in (1, 3) and c_ms > ${anchorMs - HOUR_MS} and h1 & 63 = 0)))`;
const claimedMs = (plan: OrderPlan) =>
  `greatest(${plan.anchorMs} - 20000 - (h2 & 524287), e_ms, c_ms + 3000)`;
const claimer = (plan: OrderPlan) =>
  `(array[${plan.claimers.join(', ')}]::bigint[])[1 + least(${plan.claimers.length - 1}, (h3 & 3))]`;

/** The claim of an order, for the orders and for their logs alike. */
export const claimSql = (plan: OrderPlan) => ({ held: claims(plan), ms: claimedMs(plan), by: claimer(plan) });

export function orderInsert(plan: OrderPlan): string {
  const paid = 'status in (2, 6)';
  return `
  insert into collect_order (id, order_no, merchant_id, merchant_order_no, upstream_order_no, utr, channel_id,
    upstream_id, agent_id, currency, amount, paid_amount, fee_rate, fixed_fee, fee, upstream_cost, commission, status,
    callback_status, callback_count, callback_at, settled, settled_at, claimed_by, claimed_at, source, is_system,
    visited_cashier, payer_id, create_ip, user_ip, proof, jump_url, callback_url, pay_url, upstream_pay_url,
    source_info, remark, paid_at, expires_at, created_at)
  select o.id, order_no, o.merchant_id, merchant_order_no,
    case when status > 0 then upstream_prefix || lpad((n * 9176263597 % 100000000000000)::text, 14, '0') end,
    case when ${paid} or status = 7 and h2 & 3 > 0 then utr end,
    o.channel_id, o.upstream_id, o.agent_id, o.currency, amount, case when ${paid} then amount end, rate, 0, fee, cost,
    commission, status, cb_state, cb_count,
    case when cb_count > 0 then ${stamp(`e_ms + (array[${TRIES_AT_S.join(', ')}])[cb_count] * 1000::bigint + 400`)} end,
    status = 2 and s_ms is not null, case when status = 2 then ${stamp('s_ms')} end,
    case when held then ${claimer(plan)} end, case when held then ${stamp(claimedMs(plan))} end,
    source, source = 'import', source = 'cashier' or h1 & 3 = 0,
    case when status > 0 then case when o.currency = 'INR'
      then (${textArray(PAYERS)})[1 + (h1 >> 8 & 31)] || (h2 >> 40 & 1023) || '@' || (${textArray(HANDLES)})[1 + (h1 >> 13 & 7)]
      else lpad((h2 >> 30 & 1073741823)::text, 10, '7') end end,
    server_ip, '49.' || (32 + (h1 >> 16 & 31)) || '.' || (h1 >> 21 & 255) || '.' || (1 + (h1 >> 29 & 127)),
    case when status = 7 or ${paid} and h3 & 31 = 0 then '/sandbox/proof/' || utr || '.svg' end,
    case when source = 'cashier' then 'https://shop.example.com/return?no=' || merchant_order_no end,
    case when source in ('api', 'cashier') then callback_url end,
    'https://pay.example.com/c/' || order_no, case when status > 0 then 'https://gateway.example.net/p/' || upstream_prefix || n end,
    case when source = 'cashier' then '{"device": "android", "app": "cashier"}'::jsonb end,
    case when status = 7 then case when h2 & 1 = 0 then '金额与订单不符' else '到账超时，等待人工核对' end end,
    ${stamp('p_ms')}, ${stamp('c_ms + 1800000')}, ${stamp('c_ms')}
  from (select o.*, ${claims(plan)} as held,
      to_char(${stamp('coalesce(p_ms, c_ms)')} at time zone 'Asia/Kolkata', 'Y') || to_char(${stamp('coalesce(p_ms, c_ms)')} at time zone 'Asia/Kolkata', 'DDD')
        || lpad((n * 7919327 % 100000000)::text, 8, '0') as utr
    from seed_order o offset 0) o
  join seed_slot s on s.slot = o.slot`;
}
