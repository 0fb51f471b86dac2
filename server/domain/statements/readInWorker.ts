import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StatementFormat } from '../../../contract/statementFormat.ts';
import type { PreviewAnswer } from '../../../contract/statementPreview.ts';
import { BrokenStatement, type FailureFacts, type StatementFailure } from './brokenStatement.ts';
import type { Account } from './guessFormat.ts';
import type { ReadingHead } from './head.ts';
import type { ReadRow } from './line.ts';

export interface ReadInput {
  bytes: Uint8Array;
  /** None where a file is only looked at and its own names of columns decide. */
  format: StatementFormat | undefined;
  account: Account;
  isPreview?: true;
}

export type ReadReply =
  | { head: ReadingHead }
  | { piece: ReadRow[]; isLast: boolean }
  | { answer: PreviewAnswer }
  | { broken: { why: StatementFailure; line: number; facts: FailureFacts } };

/** For each answer, the first of which has read the whole file; generous, since a busy machine must not refuse a good one. */
const TIME_LIMIT_MS = 120_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const SCRIPT = new URL('./worker.ts', import.meta.url);

/** Nothing of the server's own, but where compiled code is kept: reading our own modules takes a thread longer than a file. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'NODE_COMPILE_CACHE'),
);

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

async function nextReply(worker: Worker, timeLimitMs: number): Promise<ReadReply> {
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    // once() rejects when the worker emits 'error'.
    const [reply] = (await once(worker, 'message', { signal })) as [ReadReply];
    if ('broken' in reply) throw new BrokenStatement(reply.broken.why, reply.broken.line, reply.broken.facts);
    return reply;
  } catch (error) {
    if (signal.aborted || isOutOfMemory(error)) throw new BrokenStatement('tooHeavy');
    throw error;
  }
}

/** A file that is being read: what is known of all of it, and its rows one piece after another. */
export interface OpenReading {
  head: ReadingHead;
  pieces: () => AsyncGenerator<ReadRow[]>;
}

const startWorker = (input: ReadInput): Worker =>
  new Worker(SCRIPT, { workerData: input, resourceLimits: MEMORY, execArgv: [], env: ENVIRONMENT });

/**
 * Reads a statement off the main thread, within a limit of time and memory, and hands it to `handle`; the thread ends with it.
 * @throws BrokenStatement
 */
export async function readInWorker<T>(
  input: ReadInput,
  handle: (reading: OpenReading) => Promise<T>,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<T> {
  const worker = startWorker(input);
  async function* pieces(): AsyncGenerator<ReadRow[]> {
    for (;;) {
      worker.postMessage('next');
      const reply = (await nextReply(worker, timeLimitMs)) as Extract<ReadReply, { piece: ReadRow[] }>;
      yield reply.piece;
      if (reply.isLast) return;
    }
  }
  try {
    const { head } = (await nextReply(worker, timeLimitMs)) as Extract<ReadReply, { head: ReadingHead }>;
    return await handle({ head, pieces });
  } finally {
    await worker.terminate();
  }
}

/** How a statement would be read, off the main thread. @throws BrokenStatement tooHeavy */
export async function previewInWorker(
  input: Omit<ReadInput, 'isPreview'>,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<PreviewAnswer> {
  const worker = startWorker({ ...input, isPreview: true });
  try {
    const reply = (await nextReply(worker, timeLimitMs)) as Extract<ReadReply, { answer: PreviewAnswer }>;
    return reply.answer;
  } finally {
    await worker.terminate();
  }
}
