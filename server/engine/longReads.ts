import { sharedTurnsByPool } from '../platform/db/turns.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Reading } from './engine.ts';
import { callerTurn, merchantTurn } from './inTurn.ts';

/** Three that wait as long as those before them may take. */
const OWN = { atOnce: 1, longestQueue: 3, patienceMs: 60_000 };
/** Of each owner one, so that as many others are served before anybody is refused. */
const LONGEST_QUEUE = 30;

/** The people of one merchant take turns with each other, so that many of them are no more than one of the staff. */
const ownerOf = (caller: Caller): string =>
  caller.merchantId === null ? callerTurn(caller) : merchantTurn(caller.merchantId);

/**
 * Runs reads that keep a connection for seconds, so many at once: one owner asks for them one after another, and keeps
 * nobody else from theirs.
 * @throws Refused busy where several of the caller's wait already
 */
export function longReads(
  atOnce: number,
): <T>(engine: Pick<Reading, 'keyPool'>, caller: Caller, read: () => Promise<T>) => Promise<T> {
  const all = { atOnce, longestQueue: LONGEST_QUEUE, patienceMs: OWN.patienceMs };
  const turnsOf = sharedTurnsByPool(OWN, all);
  return async (engine, caller, read) => {
    const end = await turnsOf(engine.keyPool).begin(ownerOf(caller));
    if (!end) throw new Refused('busy');
    try {
      return await read();
    } finally {
      end();
    }
  };
}
