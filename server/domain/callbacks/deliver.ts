import { newId } from '../../platform/db/id.ts';
import { outlastOutage } from '../../platform/db/outage.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { callInTurn, giveUpTurn } from '../../platform/outbound/callInTurn.ts';
import { callbackEndpoint } from '../../platform/outbound/endpoint.ts';
import { transactForMerchant } from '../../platform/db/merchantTransaction.ts';
import { notQueued } from '../../platform/outbound/line.ts';
import { orWait } from '../../platform/outbound/merchantLine.ts';
import { decryptSecret } from '../../platform/secrets.ts';
import { type Attempt, tryOnce } from './attempt.ts';
import { composeCallback } from './message.ts';
import { type Due, record } from './record.ts';
import {
  type CallbackJob,
  callbackJob,
  enqueueTry,
  ORDER_TABLES,
  type OrderKind,
  TRY_AFTER_S,
} from './schedule.ts';
import { CALLBACK_STATUS } from '../../platform/db/statuses.ts';

type Deps = Pick<AppDeps, 'pool' | 'outbound' | 'clock' | 'env' | 'log'>;

/** Nobody else tries a schedule for this long once a try has begun; longer than the try can take. */
const HOLD_MS = 30_000;

// A planned try is taken by moving its time ahead: of two workers with the same job one finds it taken.
const TAKE = `update callback_schedule set next_try_at = $2
  where id = $1 and merchant_id = $4 and state = ${CALLBACK_STATUS.sending}
    and attempts < ${TRY_AFTER_S.length} and next_try_at <= $3 returning id`;

const loadFrom = (kind: OrderKind, paid: string) => `select s.id, s.kind, s.order_id as "orderId",
    s.merchant_id as "merchantId", s.status_reported as "statusReported",
    o.callback_url as url, m.sign_secret as secret, o.order_no as "orderNo", o.merchant_order_no as "merchantOrderNo",
    o.upstream_order_no as "upstreamOrderNo", o.utr, o.currency, trim_scale(o.amount)::text as amount,
    trim_scale(${paid})::text as "paidAmount", trim_scale(o.fee)::text as fee, o.paid_at as "paidAt"
  from callback_schedule s join ${ORDER_TABLES[kind]} o on o.id = s.order_id and o.merchant_id = s.merchant_id
    join merchant m on m.id = s.merchant_id
  where s.id = $1 and s.kind = '${kind}'`;
// A payout pays its amount or nothing.
const LOAD = `${loadFrom('collect', 'o.paid_amount')} union all ${loadFrom('pay', 'case when o.paid_at is not null then o.amount end')}`;

/** What a schedule sends to its merchant, as its order is now. */
export async function dueOf(
  pool: Pick<AppDeps['pool'], 'query'>,
  scheduleId: string,
): Promise<Due | undefined> {
  const { rows } = await pool.query<Due>(LOAD, [scheduleId]);
  return rows[0];
}

/** Nobody else has this try; a manual one is of nobody else anyway. */
async function take(deps: Deps, job: CallbackJob, merchantId: string): Promise<boolean> {
  if (job.manual) return true;
  const now = deps.clock.now();
  const values = [job.scheduleId, new Date(now.getTime() + HOLD_MS), now, merchantId];
  const taken = await transactForMerchant(deps, merchantId, (tx) => tx.query(TAKE, values));
  return taken.rowCount === 1;
}

const UNSIGNED: Attempt = {
  delivered: false,
  httpStatus: null,
  milliseconds: 0,
  answer: null,
  failure: 'the merchant has no signing secret',
};

/** Sends the order as it is now. */
async function send(deps: Deps, due: Due, url: string): Promise<Attempt> {
  const { id, kind, orderId: _order, merchantId: _merchant, statusReported, secret: sealed, ...rest } = due;
  const { url: _url, ...order } = rest;
  const secret = sealed ? decryptSecret(deps.env.secretsKey ?? '', sealed) : '';
  if (!secret) return UNSIGNED;
  const message = composeCallback(secret, id, { kind, status: statusReported }, order, deps.clock.now());
  return tryOnce(deps.outbound, url, message);
}

/**
 * One try of one schedule, within the share of the merchant's endpoint: where that has no room the try waits in its
 * line. A planned try that another worker has taken, or that is not yet due, is nobody's. A worker killed between
 * request and record tries again under the same event id after the hold has passed; one that loses the database there
 * waits for it, until `stopping`. `turn`: the place that was kept for the try.
 * @throws MerchantBusy where the order's merchant is; nothing was sent then
 */
export async function deliver(
  deps: Deps,
  job: CallbackJob,
  turn?: string,
  stopping: AbortSignal = AbortSignal.abort(),
): Promise<Attempt | undefined> {
  const planned = await dueOf(deps.pool, job.scheduleId);
  const url = planned?.url;
  if (!planned || !url) {
    await giveUpTurn(deps, turn);
    return undefined;
  }
  // Before anything is sent: after a long outage there is none for a moment.
  const id = newId();
  const called = await callInTurn(deps, callbackEndpoint(url), { ...callbackJob(job), turn }, async () => {
    if (!(await take(deps, job, planned.merchantId))) return { value: undefined };
    const due = await dueOf(deps.pool, job.scheduleId);
    if (due?.url !== url) return { value: undefined };
    const attempt = await send(deps, due, url);
    return { value: { due, attempt }, milliseconds: attempt.milliseconds || undefined };
  });
  if (!called?.value) return undefined;
  const { due, attempt } = called.value;
  const now = deps.clock.now();
  const outcome: CallbackOutcome = { id, job, attempt, sentAt: now.toISOString() };
  // Under the key of the try, so that nobody sends again what waits to be recorded.
  const later = { ...callbackJob(job), task: 'callbackOutcome', payload: { ...outcome } };
  const keep = () =>
    transactForMerchant(deps, due.merchantId, (tx) => record(tx, due, job, { id, ...attempt }, now));
  await outlastOutage(() => orWait(deps, later, keep), stopping);
  return attempt;
}

/** What a try came to, as the job carries it that records it once the merchant's rows are free. */
export interface CallbackOutcome {
  /** Of the attempt's row: however often the job runs, there is one. */
  id: string;
  job: CallbackJob;
  attempt: Attempt;
  /** An instant in ISO 8601. */
  sentAt: string;
}

/** @throws MerchantBusy */
export async function recordLate(deps: Deps, { id, job, attempt, sentAt }: CallbackOutcome): Promise<void> {
  const due = await dueOf(deps.pool, job.scheduleId);
  if (!due) return;
  await transactForMerchant(deps, due.merchantId, (tx) =>
    record(tx, due, job, { id, ...attempt }, new Date(sentAt)),
  );
}

const SWEEP = `select s.id from callback_schedule s
  left join collect_order c on s.kind = 'collect' and c.id = s.order_id
  left join pay_order p on s.kind = 'pay' and p.id = s.order_id
  where s.state = ${CALLBACK_STATUS.sending} and s.next_try_at < $1 and
    coalesce(c.callback_url, p.callback_url) is not null
    and ${notQueued("'callback:' || s.id")} order by s.next_try_at limit 500`;

/** Queues planned tries whose job was lost with its worker; a schedule has one waiting job, so a twin changes nothing. */
export async function sweep({ pool, clock }: Deps): Promise<number> {
  const now = clock.now();
  const { rows } = await pool.query<{ id: string }>(SWEEP, [new Date(now.getTime() - 60_000)]);
  for (const { id } of rows) await transact(pool, (tx) => enqueueTry(tx, id, now));
  return rows.length;
}
