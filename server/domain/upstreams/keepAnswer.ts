import { transact } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Answer } from './adapter.ts';
import type { UpstreamDeps } from './submitPayout.ts';

/** Ids of answers to questions of ours, which no notice may carry by chance; `is_answer` says what is one. */
const ANSWER = 'query:';

export interface AskedAbout {
  kind: 'collect' | 'pay';
  upstreamId: string;
  order: { id: string; orderNo: string; merchantId: string };
}

const KEEP = `insert into upstream_event (id, upstream_id, event_id, kind, order_no, raw, verified, is_answer, applied, received_at)
  values ($1, $2, $3, $4, $5, $6, true, true, $7, $8)`;

/** Keeps word for word what an upstream answered to a question, for whoever looks at the order. */
export async function keepAnswer(
  { pool, clock }: UpstreamDeps,
  { kind, upstreamId, order }: AskedAbout,
  answer: Answer,
): Promise<void> {
  const id = newId();
  const raw = answer.raw ?? [answer.state, answer.reason].filter(Boolean).join(' · ');
  await transact(pool, async (tx) => {
    await tx.query(KEEP, [
      id,
      upstreamId,
      `${ANSWER}${id}`,
      kind,
      order.orderNo,
      raw,
      answer.state,
      clock.now(),
    ]);
    await emit(tx, kind === 'pay' ? 'payOrder' : 'collectOrder', order.id, 'update', order.merchantId);
  });
}
