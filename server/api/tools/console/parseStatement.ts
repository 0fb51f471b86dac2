import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ConsoleFailure } from '../../../../contract/sqlConsole.ts';
import type { Inspection } from './inspectStatement.ts';
import type { ParserReply } from './parserThread.ts';

const SCRIPT = new URL('./parserThread.ts', import.meta.url);
const TIME_LIMIT_MS = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** PostgreSQL: what a syntax error and a statement that is nested too deeply are. */
const SYNTAX_ERROR = '42601';
const TOO_COMPLEX = '54001';

const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'NODE_COMPILE_CACHE'),
);

export type Parsed = { inspection: Inspection } | { failure: ConsoleFailure };

/** Has PostgreSQL's own parser read a text, in a thread with limits of its own. */
export async function parseStatement(text: string): Promise<Parsed> {
  // The protocol ends a text at the first NUL, and a half of a surrogate pair becomes another character on the way.
  if (text.includes('\0') || !text.isWellFormed())
    return { failure: { code: SYNTAX_ERROR, message: 'invalid character in the statement' } };
  const worker = new Worker(SCRIPT, {
    workerData: text,
    resourceLimits: MEMORY,
    execArgv: [],
    env: ENVIRONMENT,
  });
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const [reply] = (await once(worker, 'message', { signal })) as [ParserReply];
    if ('inspection' in reply) return reply;
    return { failure: { code: SYNTAX_ERROR, message: reply.fault.message, at: reply.fault.at } };
  } catch {
    // The stack, the memory or the time of the thread: a statement of a person takes a thousandth of each.
    return { failure: { code: TOO_COMPLEX, message: 'the statement is too complex' } };
  } finally {
    await worker.terminate();
  }
}
