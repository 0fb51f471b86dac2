import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/http/caller.ts';
import { manners } from '../../platform/http/anonymous.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { bindingOf } from './binding.ts';
import { sessionState } from './sessionState.ts';

const LIVE = `select id::text, user_id::text as "userId" from sys_session
  where binding_hash = $1 and revoked_at is null and locked_at is null and expires_at > $2`;

/**
 * Whose browser asks, by its binding alone: for the address of a picture or file that a page shows, where no script can
 * send a token. It reads; nothing that changes anything is ever let in by it.
 */
export async function callerByBinding(deps: AppDeps, request: FastifyRequest): Promise<Caller | undefined> {
  const binding = bindingOf(request);
  if (!binding) return undefined;
  const { rows } = await deps.pool.query<{ id: string; userId: string }>(LIVE, [binding, deps.clock.now()]);
  const session = rows[0];
  const person = session && (await sessionState(deps.pool).person(session.userId));
  if (!session || !person || person.mustChangePassword) return undefined;
  const { language: _language, ...known } = person;
  return { ...known, ...manners(request), sessionId: session.id };
}
