import { claimSql } from './demoOrders.ts';
import { idSql, type OrderPlan, stamp, TRIES_MS, tryMs } from './demoSql.ts';
import { CALLBACK_STATUS, COLLECT_STATUS } from '../../platform/db/statuses.ts';

/** What the orders left behind: callbacks with their attempts, and the log of the latest orders. */

/** So many of the latest orders have their whole log; of older ones the event that made their status is kept. */
const LOGGED = 40_000;

export const SCHEDULES = `
  insert into callback_schedule (id, order_id, merchant_id, status_reported, attempts, state, next_try_at, created_at)
  select ${idSql('e_ms', 'n')}, id, merchant_id, status, cb_count, cb_state,
    case when cb_state = ${CALLBACK_STATUS.sending} then ${stamp(`(e_ms + ${tryMs('cb_count + 1')})`)} end, ${stamp('e_ms')}
  from seed_order where cb_count > 0`;

/** Most callbacks arrive at once: their only attempt needs no series. */
const MADE = `
  select o.*, 1 as attempt from seed_order o where cb_count = 1
  union all
  select o.*, attempt from seed_order o, lateral generate_series(1, cb_count) attempt where cb_count > 1`;

export const ATTEMPTS = `
  insert into callback (id, schedule_id, order_id, order_no, merchant_id, attempt, manual, delivered, http_status,
    milliseconds, answer, failure, url, next_try_at, sent_at, reported)
  select ${idSql('sent_ms', 'n * 8 + attempt - 1')}, ${idSql('e_ms', 'n')}, order_id, order_no, merchant_id, attempt, false, delivered,
    case when delivered then 200 else (array[500, 200, 502])[fault + 1] end,
    case when delivered then 40 + (h & 255) + case when h & 15 = 0 then 900 else 0 end when fault = 3 then 10000 else 90 + (h & 1023) end,
    case when delivered then 'SUCCESS' else (array['{"error":"internal"}', 'ok', 'Bad Gateway'])[fault + 1] end,
    case when not delivered then (array['HTTP 500', 'answer is not SUCCESS', 'HTTP 502', 'timeout'])[fault + 1] end,
    callback_url, case when not delivered and attempt < ${TRIES_MS.length} then ${stamp(`(e_ms + ${tryMs('attempt + 1')})`)} end,
    ${stamp('sent_ms')}, (array['success', 'failed', 'expired', 'cancelled', 'reversed'])[status - 1]
  from (
    select o.n, o.status, o.id as order_id, order_no, o.merchant_id, attempt, e_ms, e_ms + ${tryMs('attempt')} + 400 as sent_ms,
      cb_state = ${CALLBACK_STATUS.delivered} and attempt = cb_count as delivered, (h3 >> (attempt * 4) & 3)::int as fault, h2 >> 9 as h, callback_url
    from (${MADE}) o join seed_slot s on s.slot = o.slot
    offset 0
  ) tried`;

const STARTED = '(c_ms + 900 + (h3 & 1023))';
const ENDED = `greatest(case status when 6 then p_ms else e_ms end, ${STARTED} + 1)`;

interface Event {
  place: number;
  ms: string;
  event: string;
  operator: string;
  operatorId: string;
  before: string;
  after: string;
  remark: string;
  where: string;
}

const status = (value: number): string => `'{"status": ${value}}'::jsonb`;
const byStatus = (values: readonly string[]): string => `(array[${values.join(', ')}])[status + 1]`;

const whole = ({ orders }: OrderPlan): string => `n > ${Math.max(0, orders - LOGGED)}`;
/** What the log calls the end of each status, and the status that event leads to. */
const ENDS = ['create', 'create', 'paid', 'fail', 'expire', 'cancel', 'paid', 'review'];
const LEADS_TO = [0, 1, 2, 3, 4, 5, 2, 7];

/** The way of an order through its states: each row leads from the status before it. */
function ways(plan: OrderPlan): Event[] {
  const system = { operator: `'system'`, operatorId: 'null::bigint', remark: 'null' };
  return [
    {
      ...system,
      place: 0,
      ms: 'c_ms',
      event: `'create'`,
      before: 'null::jsonb',
      after: status(0),
      where: `(${whole(plan)} or status = ${COLLECT_STATUS.created})`,
    },
    {
      ...system,
      place: 1,
      ms: STARTED,
      event: `'submitUpstream'`,
      before: status(0),
      after: status(1),
      where: `status > ${COLLECT_STATUS.created} and (${whole(plan)} or status = ${COLLECT_STATUS.paying})`,
    },
    {
      ...system,
      place: 2,
      ms: ENDED,
      event: byStatus(ENDS.map((name) => `'${name}'`)),
      operator: `case when status = ${COLLECT_STATUS.cancelled} then 'operator' else 'system' end`,
      operatorId: `case when status = ${COLLECT_STATUS.cancelled} then ${plan.staff.operator} end`,
      before: status(1),
      after: byStatus(LEADS_TO.map(status)),
      where: `status > ${COLLECT_STATUS.paying} and (${whole(plan)} or status <> ${COLLECT_STATUS.reversed})`,
    },
  ];
}

/** What people did to it. */
function deeds(plan: OrderPlan): Event[] {
  const claim = claimSql(plan);
  return [
    {
      place: 3,
      ms: 's_ms',
      event: `'settle'`,
      operator: `'finance'`,
      operatorId: plan.staff.finance,
      before: `'{"settled": false}'::jsonb`,
      after: `'{"settled": true}'::jsonb`,
      remark: 'null',
      where: `s_ms is not null and ${whole(plan)}`,
    },
    {
      place: 4,
      ms: 'r_ms',
      event: `'reverse'`,
      operator: `'operator'`,
      operatorId: plan.staff.operator,
      before: `jsonb_build_object('status', 2, 'settled', s_ms is not null)`,
      after: `'{"status": 6, "settled": false}'::jsonb`,
      remark: `'The payer asked for a refund'`,
      where: 'r_ms is not null',
    },
    {
      place: 5,
      ms: `${claim.ms} + 1`,
      event: `'claim'`,
      operator: claim.account,
      operatorId: `${claim.id}::bigint`,
      before: `'{"claimedBy": null}'::jsonb`,
      after: `jsonb_build_object('claimedBy', ${claim.id})`,
      remark: 'null',
      where: claim.held,
    },
  ];
}

const eventSql = ({
  place,
  ms,
  event,
  operator,
  operatorId,
  before,
  after,
  remark,
  where,
}: Event): string => `
  select ${idSql(ms, `n * 8 + ${place}`)}, id, order_no, merchant_id, ${event}, ${operator}, ${operatorId}, ${before}, ${after},
    ${remark}, ${stamp(`(${ms})`)} from seed_order o where ${where}`;

export const logs = (plan: OrderPlan): string => `
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, remark, created_at)
  ${[...ways(plan), ...deeds(plan)].map(eventSql).join(' union all ')}`;
