import type { Pool } from 'pg';
import type { Scopes } from '../../engine/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { callersNow } from '../../identity/session/callersNow.ts';
import { type Visibility, visibilityOf } from './visibility.ts';

export interface Heard {
  caller: Caller;
  visibility: Visibility;
}

/** What each of the callers may hear by the rights they have now; undefined where session or person has ended. */
export async function heardNow(
  pool: Pool,
  scopes: Scopes,
  callers: readonly Caller[],
): Promise<(Heard | undefined)[]> {
  const known = new Map<string, Promise<Visibility>>();
  return Promise.all(
    (await callersNow(pool, callers)).map(async (caller) => {
      if (!caller) return undefined;
      const visibility = known.get(caller.userId) ?? visibilityOf(scopes, caller);
      known.set(caller.userId, visibility);
      return { caller, visibility: await visibility };
    }),
  );
}

/** Runs the work one at a time; a call during one asks for one more. */
export function singly(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    while (again) {
      again = false;
      await work().catch(failed);
    }
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}
