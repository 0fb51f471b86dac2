import type { PoolClient } from 'pg';
import { dictName } from '../../../contract/dicts.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Attempt } from './attempt.ts';
import { STATUSES, type CallbackContent } from './message.ts';
import { type CallbackJob, enqueueTry, ORDER_TABLES, type OrderKind, TRY_AFTER_S } from './schedule.ts';

const RESOURCES: Readonly<Record<OrderKind, string>> = { collect: 'collectOrder', pay: 'payOrder' };

/** A schedule whose try has come, with what its merchant is sent. */
export interface Due extends CallbackContent {
  id: string;
  kind: OrderKind;
  orderId: string;
  merchantId: string;
  statusReported: number;
  url: string | null;
  secret: string | null;
}

/** The order's few attempts are counted, which have an index; schedules have none. */
const INSERT = `insert into callback (id, schedule_id, order_id, order_no, merchant_id, attempt, manual, delivered,
    http_status, milliseconds, answer, failure, url, next_try_at, sent_at, reported)
  select $1, $2, $3, $4, $5, 1 + count(*), $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
  from callback where order_id = $3 and merchant_id = $5 and schedule_id = $2`;

/** The order's column follows its latest schedule; the count is of all attempts. */
const markReported = (
  kind: OrderKind,
) => `update ${ORDER_TABLES[kind]} set callback_count = callback_count + 1, callback_at = $2, version = version + 1,
    callback_status = (
      select state from callback_schedule where order_id = $1 and merchant_id = $3 order by id desc limit 1)
  where id = $1 and merchant_id = $3 returning callback_status as status`;

const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, remark,
    resource)
  values ($1, $2, $3, $4, 'callback', 'system', $5::jsonb, $6::jsonb, $7, $8)`;

/** When to try next: counted from this try, undefined after the last. */
function nextTry(madeBefore: number, now: Date): Date | undefined {
  const wait = TRY_AFTER_S[madeBefore + 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait * 1000);
}

/** The state of the schedule after the attempt: delivered once is delivered; a manual try leaves the plan alone. */
async function advance(
  tx: PoolClient,
  due: Due,
  job: CallbackJob,
  attempt: Attempt,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await tx.query<{ attempts: number; state: number; planned: boolean }>(
    `select attempts, state, next_try_at is not null as planned from callback_schedule
     where id = $1 and merchant_id = $2 for update`,
    [due.id, due.merchantId],
  );
  const { attempts, state, planned } = rows[0]!;
  // Delivered by hand or overtaken by a later status meanwhile, it goes on no more.
  const next = attempt.delivered || job.manual || state !== 1 ? undefined : nextTry(attempts, now);
  const made = attempts + (job.manual ? 0 : 1);
  const goesOn = next !== undefined || (job.manual === true && planned && state === 1);
  const after = attempt.delivered || state === 2 ? 2 : goesOn ? 1 : 3;
  await tx.query(
    `update callback_schedule set attempts = $2, state = $3::smallint,
       next_try_at = case when $3::smallint <> 1 then null when $5 then next_try_at else $4::timestamptz end
     where id = $1 and merchant_id = $6`,
    [due.id, made, after, next ?? null, job.manual === true, due.merchantId],
  );
  return next;
}

/** The attempt in the order's own history, which is sealed; the timeline shows the attempt itself in its place. */
async function log(tx: PoolClient, due: Due, attempt: Attempt, from: number, to: number): Promise<void> {
  const { delivered, httpStatus, failure } = attempt;
  const id = newId();
  const before = { callbackStatus: from };
  const after = { callbackStatus: to, delivered, httpStatus };
  const { orderId, orderNo, merchantId } = due;
  await tx.query(LOG, [
    id,
    orderId,
    orderNo,
    merchantId,
    JSON.stringify(before),
    JSON.stringify(after),
    failure,
    RESOURCES[due.kind],
  ]);
  await emit(tx, 'orderLog', id, 'add', merchantId);
}

/** Writes down what an attempt came to: schedule, attempt, order, log and events together; nothing where its row is there. */
export async function record(
  tx: PoolClient,
  due: Due,
  job: CallbackJob,
  attempt: Attempt & { id: string },
  now: Date,
): Promise<void> {
  const { id, delivered, httpStatus, milliseconds, answer, failure } = attempt;
  // The order first, as every action on it does, so that none waits for another in a circle.
  const order = await tx.query<{ status: number }>(
    `select callback_status as status from ${ORDER_TABLES[due.kind]} where id = $1 and merchant_id = $2 for update`,
    [due.orderId, due.merchantId],
  );
  const known = await tx.query('select from callback where id = $1 and merchant_id = $2', [
    id,
    due.merchantId,
  ]);
  if (known.rowCount !== 0) return;
  const next = await advance(tx, due, job, attempt, now);
  await tx.query(INSERT, [
    id,
    due.id,
    due.orderId,
    due.orderNo,
    due.merchantId,
    job.manual === true,
    delivered,
    httpStatus,
    milliseconds,
    answer,
    failure,
    due.url,
    next ?? null,
    now,
    dictName(STATUSES[due.kind], due.statusReported) ?? null,
  ]);
  const reported = await tx.query<{ status: number }>(markReported(due.kind), [
    due.orderId,
    now,
    due.merchantId,
  ]);
  await log(tx, due, attempt, order.rows[0]!.status, reported.rows[0]!.status);
  await emit(tx, 'callback', id, 'add', due.merchantId);
  await emit(tx, RESOURCES[due.kind], due.orderId, 'update', due.merchantId);
  if (next) await enqueueTry(tx, due.id, next);
}
