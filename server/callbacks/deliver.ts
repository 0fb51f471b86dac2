import type { PoolClient } from 'pg';
import { newId } from '../db/id.ts';
import { transact } from '../db/transaction.ts';
import { emit } from '../events/outbox.ts';
import type { AppDeps } from '../http/deps.ts';
import { decryptSecret } from '../secrets.ts';
import { type Attempt, tryOnce } from './attempt.ts';
import { composeCallback, type Told } from './message.ts';
import { type CallbackJob, enqueueTry, TRY_AFTER_S } from './schedule.ts';

type Deps = Pick<AppDeps, 'pool' | 'outbound' | 'clock' | 'env'>;

/** Nobody else tries a schedule for this long once a try has begun; longer than the try can take. */
const HOLD_MS = 30_000;

interface Due extends Told {
  id: string;
  orderId: string;
  merchantId: string;
  statusReported: number;
  url: string | null;
  secret: string | null;
}

// A planned try is taken by moving its time ahead: of two workers with the same job one finds it taken.
const TAKE = `update callback_schedule set next_try_at = $2
  where id = $1 and state = 1 and attempts < ${TRY_AFTER_S.length} and next_try_at <= $3 returning id`;

const LOAD = `select s.id, s.order_id as "orderId", s.merchant_id as "merchantId", s.status_reported as "statusReported",
    o.callback_url as url, m.sign_secret as secret, o.order_no as "orderNo", o.merchant_order_no as "merchantOrderNo",
    o.upstream_order_no as "upstreamOrderNo", o.utr, o.currency, trim_scale(o.amount)::text as amount,
    trim_scale(o.paid_amount)::text as "paidAmount", trim_scale(o.fee)::text as fee, o.paid_at as "paidAt"
  from callback_schedule s join collect_order o on o.id = s.order_id join merchant m on m.id = s.merchant_id
  where s.id = $1`;

const INSERT = `insert into callback (id, schedule_id, order_id, order_no, merchant_id, attempt, manual, delivered,
    http_status, milliseconds, answer, failure, url, next_try_at, sent_at)
  select $1, $2, $3, $4, $5, 1 + count(*), $6, $7, $8, $9, $10, $11, $12, $13, $14 from callback where schedule_id = $2`;

/** The order's column follows its latest schedule; the count is of all attempts. */
const TELL_ORDER = `update collect_order set callback_count = callback_count + 1, callback_at = $2, version = version + 1,
    callback_status = (select state from callback_schedule where order_id = $1 order by id desc limit 1)
  where id = $1`;

async function load(deps: Deps, job: CallbackJob): Promise<Due | undefined> {
  const now = deps.clock.now();
  if (!job.manual) {
    const taken = await deps.pool.query(TAKE, [job.scheduleId, new Date(now.getTime() + HOLD_MS), now]);
    if (taken.rowCount === 0) return undefined;
  }
  const { rows } = await deps.pool.query<Due>(LOAD, [job.scheduleId]);
  return rows[0];
}

/** When to try next: counted from this try, undefined after the last. */
function nextTry(madeBefore: number, now: Date): Date | undefined {
  const wait = TRY_AFTER_S[madeBefore + 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait * 1000);
}

/** Where the schedule stands after the attempt: delivered once is delivered; a manual try leaves the plan alone. */
async function advance(
  tx: PoolClient,
  due: Due,
  job: CallbackJob,
  attempt: Attempt,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await tx.query<{ attempts: number; state: number; planned: boolean }>(
    'select attempts, state, next_try_at is not null as planned from callback_schedule where id = $1 for update',
    [due.id],
  );
  const { attempts, state, planned } = rows[0]!;
  const next = attempt.delivered || job.manual || state === 2 ? undefined : nextTry(attempts, now);
  const made = attempts + (job.manual ? 0 : 1);
  const goesOn = next !== undefined || (job.manual === true && planned && state === 1);
  const after = attempt.delivered || state === 2 ? 2 : goesOn ? 1 : 3;
  await tx.query(
    `update callback_schedule set attempts = $2, state = $3::smallint,
       next_try_at = case when $3::smallint <> 1 then null when $5 then next_try_at else $4::timestamptz end where id = $1`,
    [due.id, made, after, next ?? null, job.manual === true],
  );
  return next;
}

async function record(
  tx: PoolClient,
  due: Due,
  job: CallbackJob,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  // The order first, as every action on it does, so that none waits for another in a circle.
  await tx.query('select 1 from collect_order where id = $1 for update', [due.orderId]);
  const next = await advance(tx, due, job, attempt, now);
  const id = newId();
  const { delivered, httpStatus, milliseconds, answer, failure } = attempt;
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
  ]);
  await tx.query(TELL_ORDER, [due.orderId, now]);
  await emit(tx, 'callback', id, 'add', due.merchantId);
  await emit(tx, 'collectOrder', due.orderId, 'update', due.merchantId);
  if (next && due.url) await enqueueTry(tx, due.id, due.url, next);
}

/**
 * One try of one schedule. A planned try that another worker has taken, or that is not yet due, is nobody's. A worker
 * killed between request and record tries again under the same event id after the hold has passed.
 */
export async function deliver(deps: Deps, job: CallbackJob): Promise<Attempt | undefined> {
  const due = await load(deps, job);
  if (!due?.url) return undefined;
  const secret = due.secret ? decryptSecret(deps.env.secretsKey ?? '', due.secret) : '';
  const {
    id,
    orderId: _orderId,
    merchantId: _merchantId,
    statusReported,
    url,
    secret: _secret,
    ...told
  } = due;
  const attempt: Attempt = secret
    ? await tryOnce(deps.outbound, url, composeCallback(secret, id, statusReported, told, deps.clock.now()))
    : {
        delivered: false,
        httpStatus: null,
        milliseconds: 0,
        answer: null,
        failure: 'the merchant has no signing secret',
      };
  await transact(deps.pool, (tx) => record(tx, due, job, attempt, deps.clock.now()));
  return attempt;
}

const SWEEP = `select s.id, o.callback_url as url from callback_schedule s join collect_order o on o.id = s.order_id
  where s.state = 1 and s.next_try_at < $1 order by s.next_try_at limit 500`;

/** Queues planned tries whose job was lost with its worker; a schedule has one waiting job, so a twin changes nothing. */
export async function sweep({ pool, clock }: Deps): Promise<number> {
  const now = clock.now();
  const { rows } = await pool.query<{ id: string; url: string | null }>(SWEEP, [
    new Date(now.getTime() - 60_000),
  ]);
  for (const { id, url } of rows) {
    if (url) await transact(pool, (tx) => enqueueTry(tx, id, url, now));
  }
  return rows.length;
}
