import type { Pool } from 'pg';
import type { Caller } from '../../platform/http/caller.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { sessionState } from './sessionState.ts';

const ALIVE = `select s.id from sys_session s join sys_user u on u.id = s.user_id
  where s.id = any($1::bigint[]) and s.revoked_at is null and s.locked_at is null and s.expires_at > now()
    and u.status = ${SWITCH.enabled}`;

/** The callers of streams with the rights that they have now; undefined where session or person has ended. */
export async function callersNow(pool: Pool, callers: readonly Caller[]): Promise<(Caller | undefined)[]> {
  const sessions = [...new Set(callers.map(({ sessionId }) => sessionId))];
  const { rows } = await pool.query<{ id: string }>(ALIVE, [sessions]);
  const alive = new Set(rows.map((row) => row.id));
  const state = sessionState(pool);
  return Promise.all(
    callers.map(async (caller) => {
      const person = alive.has(caller.sessionId) ? await state.person(caller.userId) : undefined;
      return person && { ...caller, ...person };
    }),
  );
}
