import type { CallbackTimeline } from '../../../contract/callbackTimeline.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';
import { dueOf } from './deliver.ts';
import { bodyOf } from './message.ts';
import { TRY_AFTER_S } from './schedule.ts';

interface Schedule {
  id: string;
  orderId: string;
  state: number;
  attempts: number;
  nextTryAt: Date | null;
  sentAt: Date;
}

const SCHEDULE = `select s.id::text, s.order_id::text as "orderId", s.state, s.attempts, s.next_try_at as "nextTryAt", c.sent_at as "sentAt"
  from callback c join callback_schedule s on s.id = c.schedule_id where c.id = $1`;
/** By the order, whose attempts have an index. */
const ATTEMPTS = `select id::text, attempt, manual, delivered, http_status as "httpStatus", milliseconds, failure,
    sent_at as "sentAt" from callback
  where order_id = $1 and schedule_id = $2 order by attempt limit 100`;

type Attempt = Omit<CallbackTimeline['attempts'][number], 'sentAt'> & { sentAt: Date };

/** Further keys of a callback's detail: the whole event that the attempt is one try of. */
export const callbackTimeline: NonNullable<ServerHalf['detail']> = async (pool, id) => {
  const schedule = (await pool.query<Schedule>(SCHEDULE, [id])).rows[0];
  if (!schedule) return {};
  const [due, { rows }] = await Promise.all([
    dueOf(pool, schedule.id),
    pool.query<Attempt>(ATTEMPTS, [schedule.orderId, schedule.id]),
  ]);
  let request: CallbackTimeline['request'] = null;
  if (due) {
    const { kind, statusReported: status, id: eventId } = due;
    const { orderNo, merchantOrderNo, upstreamOrderNo, utr, currency, amount, paidAmount, fee, paidAt } = due;
    const order = {
      orderNo,
      merchantOrderNo,
      upstreamOrderNo,
      utr,
      currency,
      amount,
      paidAmount,
      fee,
      paidAt,
    };
    request = JSON.parse(bodyOf(eventId, { kind, status }, order, schedule.sentAt)) as Record<
      string,
      unknown
    >;
  }
  const timeline: CallbackTimeline = {
    request,
    state: schedule.state,
    nextTryAt: schedule.nextTryAt?.toISOString() ?? null,
    tries: schedule.attempts,
    of: TRY_AFTER_S.length,
    attempts: rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() })),
  };
  return { timeline };
};
