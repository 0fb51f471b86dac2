import type { Pool } from 'pg';
import type { Scopes } from '../../engine/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { sessionState } from '../../identity/session/sessionState.ts';
import { type Visibility, visibilityOf } from './visibility.ts';
import { SWITCH } from '../../platform/db/statuses.ts';

export interface Heard {
  caller: Caller;
  visibility: Visibility;
}

const ALIVE = `select s.id from sys_session s join sys_user u on u.id = s.user_id
  where s.id = any($1::bigint[]) and s.revoked_at is null and s.locked_at is null and s.expires_at > now()
    and u.status = ${SWITCH.enabled}`;

/** What each of the callers may hear by the rights they have now; undefined where session or person has ended. */
export async function heardNow(
  pool: Pool,
  scopes: Scopes,
  callers: readonly Caller[],
): Promise<(Heard | undefined)[]> {
  const sessions = [...new Set(callers.map(({ sessionId }) => sessionId))];
  const { rows } = await pool.query<{ id: string }>(ALIVE, [sessions]);
  const alive = new Set(rows.map((row) => row.id));
  const state = sessionState(pool);
  const known = new Map<string, Promise<Heard | undefined>>();
  const heardBy = async (caller: Caller): Promise<Heard | undefined> => {
    const person = await state.person(caller.userId);
    if (!person) return undefined;
    const now = { ...caller, ...person };
    return { caller: now, visibility: await visibilityOf(scopes, now) };
  };
  return Promise.all(
    callers.map(async (caller) => {
      if (!alive.has(caller.sessionId)) return undefined;
      const heard = known.get(caller.userId) ?? heardBy(caller);
      known.set(caller.userId, heard);
      const now = await heard;
      return now && { ...now, caller: { ...now.caller, sessionId: caller.sessionId } };
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
