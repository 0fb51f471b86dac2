import { NOT_RECORDED } from './reasons.ts';
import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import type { Answer } from './adapter.ts';
import type { Route } from './routes.ts';
import { ATTEMPT_STATE } from '../../platform/db/statuses.ts';

/** Rows of pay_attempt and collect_attempt: what was sent to whom, and what came of it. */
export type AttemptTable = 'pay_attempt' | 'collect_attempt';

export type AttemptState = keyof typeof ATTEMPT_STATE;

/** An order or an attempt by the key that says where it is kept. */
export interface Owned {
  id: string;
  merchantId: string;
}

export interface OpenAttempt extends Owned {
  attempt: number;
  upstreamId: string;
  sentAt: Date;
}

/** Upstreams that this order has been sent to already. */
export async function triedUpstreams(tx: PoolClient, table: AttemptTable, order: Owned): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct upstream_id::text as id from ${table} where order_id = $1 and merchant_id = $2`,
    [order.id, order.merchantId],
  );
  return rows.map((row) => row.id);
}

/** What becomes of an attempt whose worker died before it recorded the answer. */
export const CUT_OFF = {
  state: 'unknown',
  reason: NOT_RECORDED,
  httpStatus: null,
  milliseconds: 0,
  raw: null,
} as const;

/**
 * Written before anything is sent, so that a worker that dies leaves the trace that something may have been. `round`: of
 * a collection, which begins again each time it is submitted.
 */
export async function beginAttempt(
  tx: PoolClient,
  table: AttemptTable,
  order: Owned & { orderNo: string },
  route: Route,
  now: Date,
  round = 1,
): Promise<OpenAttempt> {
  const id = newId();
  const [column, value] = table === 'pay_attempt' ? ['order_no', order.orderNo] : ['round', round];
  const { rows } = await tx.query<{ attempt: number }>(
    `insert into ${table} (id, order_id, merchant_id, upstream_id, sent_at, attempt, ${column})
     select $1, $2, $3, $4, $5, 1 + coalesce(max(attempt), 0), $6 from ${table}
     where order_id = $2 and merchant_id = $3 returning attempt`,
    [id, order.id, order.merchantId, route.upstreamId, now, value],
  );
  const { merchantId } = order;
  return { id, merchantId, attempt: rows[0]!.attempt, upstreamId: route.upstreamId, sentAt: now };
}

// What a former route reports says nothing of where the payout is now.
const STATUS = `update pay_order o set upstream_status = $2 from pay_attempt a
  where a.id = $1 and a.merchant_id = $3 and o.id = a.order_id and o.merchant_id = a.merchant_id and a.attempt = o.attempts and o.upstream_status is distinct from $2`;

/** Shows on the payout what its upstream has reported last. */
export const showReported = (tx: PoolClient, attempt: Owned, state: AttemptState): Promise<unknown> =>
  tx.query({
    name: 'pay-upstream-status',
    text: STATUS,
    values: [attempt.id, ATTEMPT_STATE[state], attempt.merchantId],
  });

/** What came of an attempt; what a call answered stays where a message without one tells more. */
export async function endAttempt(
  tx: PoolClient,
  table: AttemptTable,
  { id, merchantId }: Owned,
  state: AttemptState,
  answer: Pick<Answer, 'upstreamOrderNo' | 'httpStatus' | 'milliseconds' | 'raw' | 'reason'> & {
    state?: Answer['state'];
  },
  now: Date,
): Promise<void> {
  const unclear = table === 'collect_attempt' && answer.state === 'unknown' ? ', unclear = true' : '';
  await tx.query(
    `update ${table} set state = $2, upstream_order_no = coalesce($3, upstream_order_no),
       http_status = coalesce($4, http_status), milliseconds = coalesce(nullif($5, 0), milliseconds),
       answer = coalesce($6, answer), failure = $7, ended_at = $8${unclear} where id = $1 and merchant_id = $9`,
    [
      id,
      ATTEMPT_STATE[state],
      answer.upstreamOrderNo ?? null,
      answer.httpStatus,
      answer.milliseconds,
      answer.raw,
      answer.reason?.slice(0, 300) ?? null,
      now,
      merchantId,
    ],
  );
}

const ASKED = `select from upstream_event where order_no = $1 and received_at >= $2 and is_answer limit 1`;

/** True where the upstream was asked about an order since it was sent there, be it in vain. */
export const askedSince = async (tx: PoolClient, orderNo: string, sentAt: Date): Promise<boolean> =>
  (await tx.query({ name: 'attempt-asked', text: ASKED, values: [orderNo, sentAt] })).rowCount === 1;

/** Keeps which end an upstream reported of an attempt of a payout, whatever was made of it. */
export async function noteReported(tx: PoolClient, attempt: Owned, state: Answer['state']): Promise<void> {
  const end = state === 'notSent' ? 'failed' : state;
  if (end !== 'paid' && end !== 'failed') return;
  await tx.query(
    `update pay_attempt set reported_${end} = true where id = $1 and merchant_id = $2 and not reported_${end}`,
    [attempt.id, attempt.merchantId],
  );
  await showReported(tx, attempt, end);
}

/** Which ends the upstreams of a payout have reported: of any of its attempts paid, of each that it failed. */
export async function reportedOnPayout(
  tx: PoolClient,
  order: Owned,
): Promise<{ paid: boolean; failed: boolean }> {
  const { rows } = await tx.query<{ paid: boolean; failed: boolean }>(
    `select coalesce(bool_or(reported_paid), false) as paid,
       coalesce(bool_and(reported_failed or state = ${ATTEMPT_STATE.failed}), false) as failed
     from pay_attempt where order_id = $1 and merchant_id = $2`,
    [order.id, order.merchantId],
  );
  return rows[0]!;
}

/** Whose an attempt of a payout was, and whether it has ended as failed. */
export async function routeOfAttempt(
  tx: PoolClient,
  attempt: Owned,
): Promise<{ upstreamId: string; failed: boolean }> {
  const { rows } = await tx.query<{ upstreamId: string; failed: boolean }>(
    `select upstream_id::text as "upstreamId", state = ${ATTEMPT_STATE.failed} as failed from pay_attempt
     where id = $1 and merchant_id = $2`,
    [attempt.id, attempt.merchantId],
  );
  return rows[0]!;
}

/** Whether an attempt has been reported paid, or failed. */
export async function endOfAttempt(
  tx: PoolClient,
  table: AttemptTable,
  attempt: Owned,
): Promise<{ paid: boolean; failed: boolean }> {
  const { rows } = await tx.query<{ paid: boolean; failed: boolean }>(
    `select state = ${ATTEMPT_STATE.paid} as paid, state = ${ATTEMPT_STATE.failed} as failed from ${table}
     where id = $1 and merchant_id = $2`,
    [attempt.id, attempt.merchantId],
  );
  return rows[0]!;
}

/** What is noted of why an attempt did not go well. */
export async function failureOf(tx: PoolClient, table: AttemptTable, attempt: Owned): Promise<string | null> {
  const { rows } = await tx.query<{ failure: string | null }>(
    `select failure from ${table} where id = $1 and merchant_id = $2`,
    [attempt.id, attempt.merchantId],
  );
  return rows[0]?.failure ?? null;
}

/** The attempt of an order that may still be paid; there is at most one. Locked with the order, so no lock of its own. */
export async function liveAttempt(
  tx: PoolClient,
  table: AttemptTable,
  order: Owned,
): Promise<OpenAttempt | undefined> {
  const { rows } = await tx.query<OpenAttempt>(
    `select id::text, merchant_id::text as "merchantId", attempt, upstream_id::text as "upstreamId", sent_at as "sentAt"
     from ${table} where order_id = $1 and merchant_id = $2
       and state in (${ATTEMPT_STATE.sending}, ${ATTEMPT_STATE.accepted}, ${ATTEMPT_STATE.unknown})
       order by attempt desc limit 1`,
    [order.id, order.merchantId],
  );
  return rows[0];
}
