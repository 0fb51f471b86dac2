import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OfficeKind } from './archive.ts';
import type { DocumentReply } from './documentThread.ts';
import { refuseFile } from './fileRefusal.ts';

const SCRIPT = new URL('./documentThread.ts', import.meta.url);
/** For a document as large as may be, on a busy machine. */
const TIME_LIMIT_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'NODE_COMPILE_CACHE'),
);

/**
 * Which document the bytes are, read by its structure in a thread with limits of its own; undefined of any other archive.
 * @throws Refused of one that runs or loads something, is a bomb, or takes more than its thread has
 */
export async function inspectDocument(bytes: Buffer): Promise<OfficeKind | 'pdf' | undefined> {
  const worker = new Worker(SCRIPT, {
    workerData: bytes,
    resourceLimits: MEMORY,
    execArgv: [],
    env: ENVIRONMENT,
  });
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const [reply] = (await once(worker, 'message', { signal }).catch(() => {
      throw refuseFile('fileBomb');
    })) as [DocumentReply];
    if ('kind' in reply) return reply.kind;
    const { says, ...values } = reply.refusal;
    throw refuseFile(String(says), values);
  } finally {
    await worker.terminate();
  }
}
