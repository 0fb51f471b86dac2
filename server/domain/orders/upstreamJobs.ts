import type { PoolClient } from 'pg';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { CallJob } from '../../platform/outbound/line.ts';

/** What a worker asks an upstream about. */
export interface QueryJob {
  kind: 'collect' | 'pay';
  orderId: string;
  /** How often it was asked before. */
  asked: number;
}

/** The jobs that call an upstream about an order; one of a kind waits for each order. */
export const queryJob = (job: QueryJob): CallJob => ({
  task: 'queryUpstream',
  payload: { ...job },
  key: `query:${job.orderId}`,
});
export const submissionJob = (task: 'submitCollect' | 'submitPayout', orderId: string): CallJob => ({
  task,
  payload: { orderId },
  key: `${task}:${orderId}`,
});

/** Has a worker ask the upstream what became of an order; one waiting question an order. */
export async function queueQuery(
  tx: PoolClient,
  kind: QueryJob['kind'],
  orderId: string,
  runAt: Date,
  asked = 0,
): Promise<void> {
  const { task, payload, key } = queryJob({ kind, orderId, asked });
  await enqueue(tx, task, payload, { runAt, key });
}

/** Has a worker take a collection order to its routes; one waiting submission an order. */
export async function queueCollect(tx: PoolClient, orderId: string, runAt: Date): Promise<void> {
  const { task, payload, key } = submissionJob('submitCollect', orderId);
  await enqueue(tx, task, payload, { runAt, key });
}

/** Has a worker submit a payout to its next route; one waiting submission a payout. */
export async function queueSubmission(tx: PoolClient, orderId: string, now: Date): Promise<void> {
  const { task, payload, key } = submissionJob('submitPayout', orderId);
  await enqueue(tx, task, payload, { runAt: now, key });
}
