import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BrokenStatement, type StatementFailure } from './brokenStatement.ts';
import type { Read } from './parse.ts';
import type { OwnAccounts } from './reference.ts';
import type { Parser } from './statement.ts';

export interface ParseInput {
  content: string;
  parser: Parser;
  currency: string;
  own: OwnAccounts;
}
export type ParseReply =
  | { piece: Read[]; lines: number; last?: boolean }
  | { broken: { why: StatementFailure; detail: string; line: number } };

export interface Piece {
  read: Read[];
  /** Lines of the whole file. */
  lines: number;
}

/** For each piece; generous, since a busy machine must not refuse a good file. */
const TIME_LIMIT_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const SCRIPT = new URL('./parseWorker.ts', import.meta.url);

/** Nothing of the server's own, but where compiled code is kept: reading our own modules takes a thread longer than a file. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'NODE_COMPILE_CACHE'),
);

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

async function nextReply(worker: Worker, timeLimitMs: number): Promise<ParseReply> {
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    // once() rejects when the worker emits 'error'.
    return ((await once(worker, 'message', { signal })) as [ParseReply])[0];
  } catch (error) {
    if (signal.aborted) throw new BrokenStatement('tooHeavy', 'time');
    if (isOutOfMemory(error)) throw new BrokenStatement('tooHeavy', 'memory');
    throw error;
  }
}

/**
 * Reads a statement off the main thread, within a limit of time and memory, one piece after another.
 * @throws BrokenStatement
 */
export async function* parseInWorker(input: ParseInput, timeLimitMs = TIME_LIMIT_MS): AsyncGenerator<Piece> {
  const worker = new Worker(SCRIPT, {
    workerData: input,
    resourceLimits: MEMORY,
    execArgv: [],
    env: ENVIRONMENT,
  });
  try {
    for (;;) {
      const reply = await nextReply(worker, timeLimitMs);
      if ('broken' in reply)
        throw new BrokenStatement(reply.broken.why, reply.broken.detail, reply.broken.line);
      yield { read: reply.piece, lines: reply.lines };
      if (reply.last) return;
      worker.postMessage('next');
    }
  } finally {
    await worker.terminate();
  }
}
