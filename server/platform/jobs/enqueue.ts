import { currentTrace } from '../trace.ts';
import type { JobKind } from './jobStore.ts';

export interface EnqueueOptions {
  /** Not before this instant. */
  runAt?: Date;
  /** Not before so many milliseconds after the transaction began, by the database's clock. */
  delayMs?: number;
  /** At most one waiting job has this key; a later one replaces it. */
  key?: string;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Tries in all; a task with a schedule of its own asks for fewer. Default 25. */
  maxAttempts?: number;
}

interface Runner {
  query: (config: { name: string; text: string; values: unknown[] }) => Promise<unknown>;
}

const SQL = `select from graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => coalesce($4::timestamptz, now() + $7 * interval '1 ms'),
  max_attempts => $5::int, job_key => $6)`;

/** What a task is given, and of which request it is a consequence. */
function payloadText(payload: unknown): string {
  const trace = currentTrace();
  return JSON.stringify(trace === undefined ? (payload ?? {}) : { ...(payload as object | null), trace });
}

/** Queues a worker task inside the caller's transaction: it runs only if that commits. */
export async function enqueue(
  tx: Runner,
  task: string,
  payload: unknown,
  options: EnqueueOptions = {},
): Promise<void> {
  const { runAt, delayMs, key, queue, maxAttempts = 25 } = options;
  await tx.query({
    name: 'enqueue',
    text: SQL,
    values: [
      task,
      payloadText(payload),
      queue ?? null,
      runAt ?? null,
      maxAttempts,
      key ?? null,
      delayMs ?? null,
    ],
  });
}

/** Queues a job's task: one person's jobs of a kind run one after another and leave the other slots to others. */
export function enqueueJob(
  tx: Runner,
  task: JobKind,
  jobId: string,
  userId: string,
  delayMs = 0,
): Promise<void> {
  const options = { key: `job:${jobId}`, queue: `${task}:${userId}`, delayMs };
  return enqueue(tx, task, { jobId }, task === 'exportRows' ? { ...options, maxAttempts: 3 } : options);
}
