import type { PoolClient } from 'pg';
import { enqueue } from '../jobs/enqueue.ts';

/** What a worker asks an upstream about. */
export interface QueryJob {
  kind: 'collect' | 'pay';
  orderId: string;
  /** How often it was asked before. */
  asked: number;
}

/** Has a worker ask the upstream what became of an order; one waiting question an order. */
export async function queueQuery(
  tx: PoolClient,
  kind: QueryJob['kind'],
  orderId: string,
  runAt: Date,
  asked = 0,
): Promise<void> {
  const job: QueryJob = { kind, orderId, asked };
  await enqueue(tx, 'queryUpstream', job, { runAt, key: `query:${orderId}` });
}

/** Has a worker take a collection order to its routes; one waiting submission an order. */
export async function queueCollect(tx: PoolClient, orderId: string, runAt: Date): Promise<void> {
  await enqueue(tx, 'submitCollect', { orderId }, { runAt, key: `submitCollect:${orderId}` });
}
