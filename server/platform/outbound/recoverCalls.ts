import { type CallDeps, callStalled } from './callInTurn.ts';
import type { Endpoint } from './endpoint.ts';
import { CALL_STATE } from '../db/statuses.ts';

// A server's connections bear its name: no connection, no server.
const DEAD = `delete from outbound_call c where state = ${CALL_STATE.running} and (expires_at < now()
    or not exists (select from pg_stat_activity a where a.application_name = c.server))`;
const LOST = `update outbound_call set state = ${CALL_STATE.waiting}, expires_at = null
  where state = ${CALL_STATE.called} and expires_at < now()`;
const WAITED_FOR = `select distinct endpoint as name, kind from outbound_call where state = ${CALL_STATE.waiting}`;
/** Addresses and merchants come and go. */
const FORGET = `delete from outbound_endpoint e where kind <> 'upstream' and changed_at < now() - interval '1 day'
  and not exists (select from outbound_call c where c.endpoint = e.name)`;

/** Frees the places of servers that died, and calls those who wait for an endpoint where nothing runs any more. */
export async function recoverCalls(deps: CallDeps): Promise<void> {
  await deps.pool.query(DEAD);
  await deps.pool.query(LOST);
  const { rows } = await deps.pool.query<Endpoint>(WAITED_FOR);
  for (const endpoint of rows) await callStalled(deps, endpoint);
}

/** Forgets what was learned of endpoints that nothing has called for a day. */
export async function forgetEndpoints({ pool }: CallDeps): Promise<void> {
  await pool.query(FORGET);
}
