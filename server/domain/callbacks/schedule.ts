import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { CallJob } from '../../platform/outbound/line.ts';
import { CALLBACK_STATUS } from '../../platform/db/statuses.ts';

/** Where orders of each kind stand. */
export const ORDER_TABLES = Object.freeze({ collect: 'collect_order', pay: 'pay_order' } as const);
export type OrderKind = keyof typeof ORDER_TABLES;

/** What scheduling needs of an order; a locked row of collectOrder has it all. */
export interface CallbackOrder {
  id: string;
  /** Collection order by default. */
  kind?: OrderKind;
  merchantId: string;
  callbackUrl: string | null;
}

export interface CallbackJob {
  scheduleId: string;
  /** One extra attempt outside the plan. */
  manual?: true;
  /** Of a manual attempt: two of one schedule are two. */
  id?: string;
}

/** Waits before each try in seconds: at once, 30 s, 1 min, 5 min, 15 min, 1 h, 3 h, 6 h; then it has failed. */
export const TRY_AFTER_S: readonly number[] = [0, 30, 60, 300, 900, 3_600, 10_800, 21_600];

/** The job of a planned try, of which one waits for each schedule, or of a manual one. */
export function callbackJob(payload: CallbackJob): CallJob {
  const { scheduleId, manual, id } = payload;
  const job = { task: 'callback', payload: { ...payload } };
  if (!manual) return { ...job, key: `callback:${scheduleId}` };
  return id ? { ...job, key: `callback:${scheduleId}:${id}` } : job;
}

/** Queues the next planned try; one waiting job a schedule. */
export async function enqueueTry(tx: PoolClient, scheduleId: string, runAt: Date): Promise<void> {
  const { task, payload, key } = callbackJob({ scheduleId });
  await enqueue(tx, task, payload, { runAt, key });
}

// What the merchant has not heard yet of an earlier status it need not hear any more: sent late, it would be the last notice.
const SCHEDULE = `with made as (
    insert into callback_schedule (id, order_id, merchant_id, status_reported, next_try_at, created_at, kind)
    values ($1, $2, $3, $4, $5, $5, $6)
    on conflict (order_id, status_reported, correction, merchant_id) do nothing returning id
  ), overtaken as (
    update callback_schedule set state = ${CALLBACK_STATUS.failed}, next_try_at = null
    where order_id = $2 and merchant_id = $3 and state = ${CALLBACK_STATUS.sending} and status_reported <> $4
      and exists (select from made)
  ) select id from made`;

/** The order shows that its merchant is being notified, and the first try is due. */
async function begin(
  tx: PoolClient,
  { id, merchantId, kind = 'collect' }: CallbackOrder,
  scheduleId: string,
  now: Date,
): Promise<void> {
  await tx.query({
    name: `callback-sending-${kind}`,
    text: `update ${ORDER_TABLES[kind]} set callback_status = ${CALLBACK_STATUS.sending} where id = $1
      and merchant_id = $2`,
    values: [id, merchantId],
  });
  await enqueueTry(tx, scheduleId, now);
}

/**
 * Notifies the merchant that the order has reached `statusReported`: one schedule per (order, status) unless corrected, first try at once;
 * planned tries of the statuses before end.
 * Runs in the transaction that changes the status; does nothing for an order without a callback URL. The caller emits
 * the order's outbox event.
 */
export async function scheduleCallback(
  tx: PoolClient,
  order: CallbackOrder,
  statusReported: number,
  now: Date = new Date(),
): Promise<void> {
  if (!order.callbackUrl) return;
  const { rows } = await tx.query<{ id: string }>({
    name: 'callback-schedule',
    text: SCHEDULE,
    values: [newId(), order.id, order.merchantId, statusReported, now, order.kind ?? 'collect'],
  });
  const schedule = rows[0];
  if (schedule) await begin(tx, order, schedule.id, now);
}

const LAST_REPORT = `select correction, state = ${CALLBACK_STATUS.sending} and attempts = 0
  and next_try_at <= $3 as unsent from callback_schedule
  where order_id = $1 and merchant_id = $4 and status_reported = $2 order by correction desc limit 1 for update`;

const CORRECTION = `with ended as (
    update callback_schedule set state = ${CALLBACK_STATUS.failed}, next_try_at = null
    where order_id = $2 and merchant_id = $3 and state = ${CALLBACK_STATUS.sending}
  ) insert into callback_schedule (id, order_id, merchant_id, status_reported, next_try_at, created_at, kind, correction)
  values ($1, $2, $3, $4, $5, $5, $6, $7)`;

/**
 * Notifies the merchant of the order's state once more, as an event of its own, because what was sent with its status has
 * been corrected; planned tries of the event before end. Nothing where that was not sent yet: its tries read the order
 * as they begin.
 * Runs in the transaction that corrects the order. The caller emits the order's outbox event.
 * @returns whether the merchant is notified again
 */
export async function scheduleCorrection(
  tx: PoolClient,
  order: CallbackOrder & { status: number },
  now: Date,
): Promise<boolean> {
  const { id, kind = 'collect', merchantId, callbackUrl, status } = order;
  if (!callbackUrl) return false;
  const { rows } = await tx.query<{ correction: number; unsent: boolean }>(LAST_REPORT, [
    id,
    status,
    now,
    merchantId,
  ]);
  const last = rows[0];
  if (!last || last.unsent) return false;
  const scheduleId = newId();
  await tx.query(CORRECTION, [scheduleId, id, merchantId, status, now, kind, last.correction + 1]);
  await begin(tx, order, scheduleId, now);
  return true;
}

/**
 * One extra attempt by hand, not a reset: the planned tries go on as they were. An order that was never scheduled
 * gets a schedule without planned tries.
 */
export async function queueManualCallback(
  tx: PoolClient,
  order: CallbackOrder & { status: number },
  now: Date = new Date(),
): Promise<void> {
  if (!order.callbackUrl) return;
  await tx.query(
    `insert into callback_schedule (id, order_id, merchant_id, status_reported, next_try_at, created_at, kind)
     values ($1, $2, $3, $4, null, $5, $6) on conflict (order_id, status_reported, correction, merchant_id) do nothing`,
    [newId(), order.id, order.merchantId, order.status, now, order.kind ?? 'collect'],
  );
  const { rows } = await tx.query<{ id: string }>(
    `select id from callback_schedule where order_id = $1 and merchant_id = $3 and status_reported = $2
     order by correction desc limit 1`,
    [order.id, order.status, order.merchantId],
  );
  const { task, payload, key } = callbackJob({ scheduleId: rows[0]!.id, manual: true, id: newId() });
  await enqueue(tx, task, payload, { runAt: now, key });
}
