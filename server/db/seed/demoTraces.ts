import { claimSql, idSql, type OrderPlan } from './demoOrders.ts';

/** What the orders left behind: callbacks with their attempts, and the log of the latest orders. */

const stamp = (ms: string) => `to_timestamp(${ms} / 1000.0)`;
/** Milliseconds after the first try at which each planned try was made; the ninth is never reached. */
const TRY_MS = 'array[0, 30000, 90000, 390000, 1290000, 4890000, 15690000, 37290000]';
/** So many of the latest orders have their whole log; of older ones the event that made their status is kept. */
const LOGGED = 60_000;

export const SCHEDULES = `
  insert into callback_schedule (id, order_id, merchant_id, status_reported, attempts, state, next_try_at, created_at)
  select ${idSql('e_ms', 'n')}, id, merchant_id, status, cb_count, cb_state,
    case when cb_state = 1 then ${stamp(`e_ms + (${TRY_MS})[cb_count + 1]`)} end, ${stamp('e_ms')}
  from seed_order where cb_count > 0`;

export const ATTEMPTS = `
  insert into callback (id, schedule_id, order_id, order_no, merchant_id, attempt, manual, delivered, http_status,
    milliseconds, answer, failure, url, next_try_at, sent_at)
  select ${idSql('sent_ms', 'n * 8 + attempt - 1')}, schedule_id, order_id, order_no, merchant_id, attempt, false, delivered,
    case when delivered then 200 when fault = 0 then 500 when fault = 1 then 200 when fault = 2 then 502 end,
    case when delivered then 40 + (h & 255) + case when h & 15 = 0 then 900 else 0 end when fault = 3 then 10000 else 90 + (h & 1023) end,
    case when delivered then 'SUCCESS' when fault = 0 then '{"error":"internal"}' when fault = 1 then 'ok' when fault = 2 then 'Bad Gateway' end,
    case when not delivered then case fault when 0 then 'HTTP 500' when 1 then 'answer is not SUCCESS' when 2 then 'HTTP 502' else 'timeout' end end,
    callback_url, case when not delivered and attempt < 8 then ${stamp(`e_ms + (${TRY_MS})[attempt + 1]`)} end, ${stamp('sent_ms')}
  from (
    select o.n, o.id as order_id, order_no, o.merchant_id, attempt, e_ms, e_ms + (${TRY_MS})[attempt] + 400 as sent_ms,
      cb_state = 2 and attempt = cb_count as delivered, h3 >> (attempt * 4) & 3 as fault, h2 >> 9 as h, callback_url,
      ${idSql('e_ms', 'o.n')} as schedule_id
    from seed_order o join seed_slot s on s.slot = o.slot, lateral generate_series(1, cb_count) attempt
    where cb_count > 0
    offset 0
  ) tried`;

/** The log by the state machine: each row leads from the status before it. */
export function logs(plan: OrderPlan): string {
  const { held, ms, by } = claimSql(plan);
  const status = (value: string) => `jsonb_build_object('status', ${value})`;
  const started = `(c_ms + 900 + (h3 & 1023))`;
  const ended = 'case status when 6 then p_ms else e_ms end';
  return `
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, remark, ip, created_at)
  select ${idSql('ms', 'n * 8 + place')}, id, order_no, merchant_id, event, operator,
    case when operator <> 'system' then (select u.id from sys_user u where u.account = operator) end, before, after,
    remark, null, ${stamp('ms')}
  from (
    select n, o.id, order_no, merchant_id, entry.*
    from seed_order o, lateral (values
      (c_ms, 0, 'create', 'system', null::jsonb, ${status('0')}, null),
      (case when status > 0 then ${started} end, 1, 'submitUpstream', 'system', ${status('0')}, ${status('1')}, null),
      (case when status > 1 then greatest(${ended}, ${started} + 1) end, 2,
        case status when 3 then 'fail' when 4 then 'expire' when 5 then 'cancel' when 7 then 'review' else 'paid' end,
        case when status = 5 then 'operator' else 'system' end, ${status('1')},
        ${status('case status when 6 then 2 else status end')}, null),
      (s_ms, 3, 'settle', 'finance', '{"settled": false}', '{"settled": true}', null),
      (r_ms, 4, 'reverse', 'operator', jsonb_build_object('status', 2, 'settled', s_ms is not null), '{"status": 6, "settled": false}', '付款人申请退款'),
      (case when ${held} then ${ms} + 1 end, 5, 'claim',
        (select u.account from sys_user u where u.id = ${by}), '{"claimedBy": null}', jsonb_build_object('claimedBy', (${by})::text), null)
    ) entry (ms, place, event, operator, before, after, remark)
    where entry.ms is not null and (n > ${Math.max(0, plan.orders - LOGGED)} or ${held}
      or place = case status when 0 then 0 when 1 then 1 when 6 then 4 else 2 end)
    offset 0
  ) told
  order by 1`;
}
