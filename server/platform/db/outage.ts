import { setTimeout as sleep } from 'node:timers/promises';
import { IdsUnavailable } from './id.ts';
import { isStatementTimeout, sqlState } from './transaction.ts';

const AGAIN_MS = 500;

/** The database neither answers nor refuses. */
export class DatabaseUnreachable extends Error {
  constructor(cause?: unknown) {
    super('the database does not answer', { cause });
  }
}

/** The database is there, and no connection to it became free or opened in time. */
export class NoFreeConnection extends Error {
  constructor(cause?: unknown) {
    super('no connection in time', { cause });
  }
}

/**
 * Connection exceptions, no connection left (53300), the database ending or starting (57P01 to 57P03), and a transaction
 * whose server could not go on with it (25P03), as after a freeze.
 */
const STATES = /^(08...|25P03|53300|57P0[123])$/;
const CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver gives these errors no code. */
const MESSAGES = /^Connection terminated|is not queryable$|^timeout expired$/;

/** True where the connection or the whole database failed: whatever ran may or may not have been committed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true;
  const code = sqlState(error);
  if (code !== undefined) return STATES.test(code) || CODES.has(code);
  return error instanceof Error && MESSAGES.test(error.message);
}

/** What a freeze leaves behind as it ends: statements that took too long meanwhile, and no number for ids. */
const isAftermath = (error: unknown): boolean => isStatementTimeout(error) || error instanceof IdsUnavailable;

/**
 * Runs the work again until no outage undoes it, nor what one leaves behind, or `signal` ends the patience. For what is known and would be lost
 * otherwise; done twice it must be as if done once, since an outage may hide a commit.
 * @throws Error that the work ended with
 */
export async function outlastOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !(isOutage(error) || isAftermath(error))) throw error;
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
