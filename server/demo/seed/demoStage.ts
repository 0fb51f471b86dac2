import { demoHours } from './demoHours.ts';
import { SLOTS } from './demoSlots.ts';
import { idSql, type OrderPlan, share, stamp, TRIES_MS } from './demoSql.ts';
import { COLLECT_STATUS } from '../../platform/db/statuses.ts';

/** The upstream in trouble was paused so long before the anchor; since then its orders go to another. */
export const PAUSED_MS = 3 * 3_600_000;
/** So long before that its trouble began. */
const TROUBLE_MS = 3 * 3_600_000;
/** How long an order waits for its payer. */
const OPEN_MS = 1_800_000;

/** Orders of these numbers, both included. */
interface Part extends OrderPlan {
  from: number;
  to: number;
}

// Layer by layer, each fenced by offset 0 so that a value is computed once: draw, money, fate, moments, numbers.

const drawn = ({ seed, from, to }: Part): string => `
  select n, start_ms + ((n - first_n + ${share('h3', 0)}) / (last_n - first_n + 1) * 3600000)::bigint as c_ms, h1, h2, h3
  from (
    select n, start_ms, first_n, last_n, hashint8extended(n, ${seed} + 1) as h1, hashint8extended(n, ${seed} + 2) as h2,
      hashint8extended(n, ${seed} + 3) as h3
    from seed_hour, lateral generate_series(greatest(first_n, ${from}), least(last_n, ${to})) n
    offset 0
  ) hashed`;

/** Most people pay round amounts; some pay to the last digit. */
const priced = (plan: Part): string => `
  select *, least(high, greatest(low, case
      when h2 >> 20 & 15 < 10 then round(raw / nice) * nice
      when h2 >> 20 & 15 < 13 then round(raw)
      else raw end)) as price
  from (
    select *, case when raw > step * 40 then step * 5 when raw > step * 8 then step else step / 5 end as nice
    from (
      select drawn.*, slot.*, low * exp(ln(high / low) * power(${share('h2', 0)}, 1.7)) as raw
      from (${drawn(plan)}) drawn join seed_slot slot
        on slot.slot = (h1 & ${SLOTS - 1}) + case when c_ms > ${plan.anchorMs - PAUSED_MS} then ${SLOTS} else 0 end
      offset 0
    ) raw
    offset 0
  ) rounded`;

/** Half-even at the currency's minor digits, in whole minor units: the ledger's own rounding. */
const portion = (ppm: string): string =>
  `least(minor, minor * ${ppm} / 1000000 + case
    when minor * ${ppm} % 1000000 > 500000 then 1
    when minor * ${ppm} % 1000000 = 500000 then minor * ${ppm} / 1000000 % 2
    else 0 end)`;

/** What becomes of an order, in the end: each upstream has its own rate of success, and a paused one had its reasons. */
const fate = ({ anchorMs }: OrderPlan): string => `case
  when f < ok then case when f < 0.004 then 6 else 2 end
  when f < ok + (1 - ok) * 0.03 then 7
  when f < ok + (1 - ok) * 0.37 then 3
  when f < ok + (1 - ok) * 0.44 then 5
  else 4 end as fate from (
    select *, ${share('h1', 24)} as f,
      case when sick and c_ms > ${anchorMs - PAUSED_MS - TROUBLE_MS} then 0.31 else quality end as ok
    from priced
  ) tried`;

/** When each fate is sealed. A review waits up to two days for a person, then the order ends as expired. */
const ended = `
  select *, (price * scale)::bigint as minor,
    c_ms + case fate
      when 3 then 9000 + (${share('h3', 16)} * 600000)::bigint
      when 4 then ${OPEN_MS} + (${share('h3', 16)} * 20000)::bigint
      when 5 then 30000 + (${share('h3', 16)} * 700000)::bigint
      when 7 then 300000 + (${share('h3', 16)} * 1500000)::bigint
      else 12000 + least(-ln(${share('h3', 32)} + 0.0001) * 70000, 900000)::bigint end as end_ms,
    (172800000 * power(${share('h2', 12)}, 4))::bigint as patience_ms
  from fated`;

const settledMs = `case
  when fate = 2 and ${share('h3', 48)} > 0.035 then end_ms + 7200000 + (${share('h2', 44)} * 79200000)::bigint
  when fate = 6 and ${share('h3', 48)} > 0.5 then end_ms + 3600000 end`;
const reversedMs = `case when fate = 6 then end_ms + 7200000 + (${share('h2', 44)} * 72000000)::bigint end`;

/** What has happened by the anchor. */
const reportedSql = ({ anchorMs }: OrderPlan): string => `
  select *,
    case
      when end_ms > ${anchorMs} then case when c_ms > ${anchorMs} - 3000 then 0 else 1 end
      when fate = 6 and (s_late > ${anchorMs} or r_late > ${anchorMs}) then 2
      when fate = 7 and c_ms < ${anchorMs} - patience_ms - ${OPEN_MS + 20_000} then 4
      else fate end as status,
    case when fate in (2, 6) and end_ms <= ${anchorMs} then end_ms end as p_ms,
    case when s_late <= ${anchorMs} then s_late end as s_ms
  from (select *, ${settledMs} as s_late, ${reversedMs} as r_late from ended offset 0) late`;

const reported = `
  select *, ${portion('rate_ppm')} as fee_minor, ${portion('cost_ppm')} as cost_minor, ${portion('agent_ppm')} as commission_minor,
    case status when 6 then r_late when 0 then null when 1 then null when 4 then c_ms + ${OPEN_MS} + (${share('h3', 16)} * 20000)::bigint
      else end_ms end as e_ms,
    case when status < ${COLLECT_STATUS.success} or status = ${COLLECT_STATUS.review} or source in ('manual', 'import') then 0
      when k < 0.935 then 1 when k < 0.968 then 2 when k < 0.979 then 3 when k < 0.985 then 4 else 9 end as sought
  from (
    select *, ${share('h1', 44)} as k,
      case when ${share('h2', 24)} < 0.885 then 'api' when ${share('h2', 24)} < 0.975 then 'cashier'
        when ${share('h2', 24)} < 0.99 then 'manual' else 'import' end as source
    from notified offset 0) sourced`;

const ORDER_NO = `'C' || to_char(${stamp('c_ms')} at time zone 'UTC', 'YYMMDDHH24MISS')
  || lpad((n * 7368787213 % 10000000000)::text, 10, '0')`;

function stage(table: string, plan: Part): string {
  const made = TRIES_MS.map((ms) => `(e_ms + ${ms} <= ${plan.anchorMs})::int`).join(' + ');
  return `
  create unlogged table ${table} as
  with priced as (${priced(plan)}),
  fated as (select *, ${fate(plan)}),
  ended as (${ended} offset 0),
  notified as (${reportedSql(plan)} offset 0),
  reported as (${reported} offset 0)
  -- What most statements read comes first: a row is taken apart up to the last column that is asked for.
  select n, merchant_id, cur, p_ms, s_ms, case when status = ${COLLECT_STATUS.reversed} then r_late end as r_ms,
    minor * unit as amount, fee_minor * unit as fee, cost_minor * unit as cost, (minor - fee_minor) * unit as net,
    case when agent_id is null then 0 else commission_minor * unit end as commission,
    agent_id, upstream_id, currency, ${idSql('c_ms', 'n')} as id, status::smallint as status, c_ms, e_ms, order_no,
    prefix || case style
      when 0 then substr(order_no, 2, 6) || lpad((n * 73939133 % 100000000)::text, 8, '0')
      when 1 then '-' || lpad((n * 373587883 % 1000000000)::text, 9, '0')
      else lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || lpad((n % 10000)::text, 4, '0') end as merchant_order_no,
    h1, h2, h3, slot, channel_id, source,
    -- 1 sending, 2 delivered, 3 failed
    case when sought = 0 then 0 when sought <= least(made, 7) or sought = 1 then 2 when made >= 8 then 3 else 1 end as cb_state,
    case when sought = 0 then 0 when sought = 9 then made else least(greatest(made, 1), sought) end as cb_count
  from (select *, ${made} as made, ${ORDER_NO} as order_no from reported offset 0) numbered`;
}

/** The hours that the stage draws its orders from. */
export function hourStatements(plan: OrderPlan): string[] {
  const hours = demoHours(plan)
    .filter(({ first, last }) => last >= first)
    .map(({ startMs, first, last }) => `(${startMs}, ${first}, ${last})`);
  return [
    'create unlogged table seed_hour (start_ms bigint, first_n bigint, last_n bigint)',
    `insert into seed_hour values ${hours.join(', ')}`,
    'analyze seed_hour',
  ];
}

const PARTS = ['seed_order_1', 'seed_order_2'];
export const SCRATCH = `drop view if exists seed_order; drop table if exists ${PARTS.join(', ')}, seed_hour, seed_slot, seed_pay`;

/** Everything later statements need of an order, computed once; the parts can be made at the same time. */
export function partStatements(plan: OrderPlan): string[][] {
  const size = Math.ceil(plan.orders / PARTS.length);
  return PARTS.map((table, index) => {
    const part = { ...plan, from: index * size + 1, to: Math.min(plan.orders, (index + 1) * size) };
    return [stage(table, part), `analyze ${table} (n, p_ms, s_ms, r_ms)`];
  });
}

export const STAGED = `create view seed_order as ${PARTS.map((table) => `select * from ${table}`).join(' union all ')}`;
