import { setTimeout as sleep } from 'node:timers/promises';
import { IdsUnavailable } from './id.ts';
import { sqlState } from './transaction.ts';

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

/** Connection exceptions, no connection left (53300), and the database ending or starting (57P01 to 57P03). */
const STATES = /^(08...|53300|57P0[123])$/;
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

/**
 * Runs the work again until no outage undoes it, nor the want of ids that a long one leaves behind, or `signal` ends the patience. For what is known and would be lost
 * otherwise; done twice it must be as if done once, since an outage may hide a commit.
 * @throws Error that the work ended with
 */
export async function outlastOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const passes = isOutage(error) || error instanceof IdsUnavailable;
      if (!passes || signal.aborted) throw error;
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
