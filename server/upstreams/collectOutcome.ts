import type { PoolClient } from 'pg';
import { failOrder, succeedOrder } from '../actions/collect.ts';
import type { CollectRow } from '../actions/collectRow.ts';
import { Refused } from '../http/refused.ts';
import type { Answer } from './adapter.ts';
import { endAttempt } from './attempts.ts';

const NOTE = `update collect_order set upstream_order_no = coalesce($2, upstream_order_no),
    upstream_pay_url = coalesce($3, upstream_pay_url), version = version + 1 where id = $1`;

/** An edge that is not there any more (paid, failed or cancelled meanwhile) is no fault: the attempt keeps the answer. */
async function unlessMoved(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'guard') throw error;
  }
}

/** Applies what an upstream said about a collection order: as its answer, or when asked. */
export async function applyCollectAnswer(
  tx: PoolClient,
  order: CollectRow,
  attemptId: string | undefined,
  answer: Answer,
  now: Date,
): Promise<void> {
  const state = answer.state === 'pending' ? 'accepted' : answer.state;
  if (attemptId && (state === 'accepted' || state === 'paid' || state === 'failed')) {
    await endAttempt(tx, 'collect_attempt', attemptId, state, answer, now);
  }
  if (state === 'accepted') {
    await tx.query(NOTE, [order.id, answer.upstreamOrderNo ?? null, answer.payUrl ?? null]);
  }
  if (state === 'paid') {
    const payment = {
      paidAmount: answer.amount ?? order.amount,
      currency: answer.currency,
      utr: answer.utr,
      upstreamOrderNo: answer.upstreamOrderNo,
    };
    await succeedOrder(tx, order.id, payment, now);
  }
  if (state === 'failed') await unlessMoved(failOrder(tx, order.id, answer.reason, now));
}
