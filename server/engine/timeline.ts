import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../contract/resources/orders/payOrder.ts';
import type { TimelineItem } from '../../contract/timeline.ts';
import { type Caller, can } from '../platform/http/caller.ts';
import { textOf } from '../platform/http/locales.ts';
import { printed, staffKeys } from './compile.ts';
import type { Reading } from './engine.ts';
import type { Visible } from './scope.ts';
import { localizedRemark } from './localizedRemark.ts';

const at = (column: string) => printed(column, 'timestamptz');
const money = (column: string) => printed(column, 'numeric');

const LOG = `select l.created_at as at_, l.id as id_, json_build_object('kind', 'log', 'id', l.id::text, 'at', ${at('l.created_at')},
  'event', l.event, 'operator', l.operator, 'before', l.before, 'after', l.after, 'remark', l.remark, 'traceId', l.trace_id) as item
  from order_log l where l.order_id = $1`;
// Who reads the attempts themselves need not read of each twice.
const LOG_WITHOUT_ATTEMPTS = `${LOG} and l.event <> 'callback'`;
const CALLBACK = `select c.sent_at, c.id, json_build_object('kind', 'callback', 'id', c.id::text, 'at', ${at('c.sent_at')},
  'attempt', c.attempt, 'manual', c.manual, 'status', s.status_reported, 'delivered', c.delivered, 'httpStatus', c.http_status,
  'milliseconds', c.milliseconds, 'failure', c.failure, 'nextTryAt', ${at('c.next_try_at')}, 'traceId', c.trace_id)
  from callback c join callback_schedule s on s.id = c.schedule_id where c.order_id = $1`;
// By the order's number: the index over it is the one that statements by order share. An agent's commission is a row of another
// merchant, so each fund detail passes the scope by itself.
const FUND = `select f.created_at, f.id, json_build_object('kind', 'fund', 'id', f.id::text, 'at', ${at('f.created_at')},
  'type', f.type, 'account', f.account, 'currency', f.currency, 'amount', ${money('f.amount')},
  'balanceBefore', ${money('f.balance_before')}, 'balanceAfter', ${money('f.balance_after')},
  'merchantName', m.name, 'operator', f.operator)
  from fund_detail f left join merchant m on m.id = f.merchant_id
  where f.order_no = $2 and ($3::bigint[] is null or f.merchant_id = any($3))`;

// What went to the upstreams is the platform's own.
const attemptsIn = (
  table: string,
) => `select a.sent_at, a.id, json_build_object('kind', 'attempt', 'id', a.id::text,
  'at', ${at('a.sent_at')}, 'attempt', a.attempt, 'upstreamName', u.name, 'state', a.state, 'upstreamOrderNo', a.upstream_order_no,
  'httpStatus', a.http_status, 'milliseconds', a.milliseconds, 'failure', a.failure, 'answer', left(a.answer, 4096))
  from ${table} a join upstream u on u.id = a.upstream_id where a.order_id = $1`;
const MESSAGE = `select e.received_at, e.id, json_build_object('kind', 'message', 'id', e.id::text, 'at', ${at('e.received_at')},
  'upstreamName', u.name, 'asked', e.event_id like 'query:%', 'verified', e.verified,
  'state', case when e.event_id like 'query:%' then e.applied end, 'raw', left(e.raw, 4096))
  from upstream_event e join upstream u on u.id = e.upstream_id where e.order_no = $2`;
const ATTEMPTS: Readonly<Record<string, string>> = {
  collectOrder: attemptsIn('collect_attempt'),
  payOrder: attemptsIn('pay_attempt'),
};

const MOST = 500;
const HIDDEN: ReadonlySet<string> = new Set([collectOrder, payOrder].flatMap(staffKeys));

type Values = Record<string, unknown> | null;
const withoutStaff = (values: Values): Values =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => !HIDDEN.has(name)));

/** As a merchant's people read it: their own by account, everybody else is the platform. */
async function asOutside(
  { pool, locales }: Reading,
  caller: Caller,
  visible: Visible,
  items: readonly TimelineItem[],
): Promise<TimelineItem[]> {
  const accounts = items.flatMap((item) => ('operator' in item ? [item.operator] : []));
  const { rows } = await pool.query<{ account: string }>(
    'select account from sys_user where account = any($1) and merchant_id = any($2::bigint[])',
    [[...new Set(accounts)], visible],
  );
  const own = new Set(rows.map(({ account }) => account));
  const platform = textOf(locales, caller.locale, 'errors', 'texts.platform') ?? '';
  return items.map(({ traceId: _trace, ...item }): TimelineItem => {
    if (!('operator' in item)) return item;
    const shown = { ...item, operator: own.has(item.operator) ? item.operator : platform };
    if (shown.kind === 'fund') return shown;
    // Nobody's hand is the platform to them, so what it wrote is put in words here.
    const remark =
      item.operator === 'system' && shown.remark
        ? localizedRemark(locales, caller, shown.remark)
        : shown.remark;
    return { ...shown, remark, before: withoutStaff(shown.before), after: withoutStaff(shown.after) };
  });
}

/** Staff read the whole story; a merchant's people the parts whose pages they may open. */
export async function timelineOf(
  engine: Reading,
  caller: Caller,
  visible: Visible,
  order: { resource: string; id: string; orderNo: string },
): Promise<TimelineItem[]> {
  const staff = caller.merchantId === null;
  const attempts = staff || can(caller, 'callback:page');
  const parts = [
    ...(staff || can(caller, 'orderLog:page') ? [attempts ? LOG_WITHOUT_ATTEMPTS : LOG] : []),
    ...(attempts ? [CALLBACK] : []),
    ...(staff || can(caller, 'fundDetail:page') ? [FUND] : []),
    ...(staff && ATTEMPTS[order.resource] ? [ATTEMPTS[order.resource]!, MESSAGE] : []),
  ];
  if (parts.length === 0) return [];
  const { rows } = await engine.pool.query<{ item: TimelineItem }>(
    // Every part is given all values, whether it is asked or not.
    `with given as (select $1::bigint, $2::text, $3::bigint[])
     select item from (${parts.join(' union all ')}) x(at_, id_, item) order by at_ desc, id_ desc limit ${MOST}`,
    [order.id, order.orderNo, visible],
  );
  const items = rows.map((row) => row.item);
  return staff ? items : asOutside(engine, caller, visible, items);
}
