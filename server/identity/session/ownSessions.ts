import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import type { OwnSession } from '../../../contract/ownSession.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { sessionState } from './sessionState.ts';

const SELF = { session: EVERYONE } as const;
/** More than anybody keeps open; the newest of them. */
const MOST = 200;

const GOING_ON = `select id::text, ip, location, browser, os, user_agent as "userAgent", created_at as since, last_seen_at as "lastSeenAt",
    locked_at is not null as "isLocked", id = $2 as "isCurrent"
  from sys_session where user_id = $1 and revoked_at is null and expires_at > $3
  order by id = $2 desc, last_seen_at desc, id desc limit ${MOST}`;
const ONE_OF = `select 1 from sys_session where id = $1 and user_id = $2 and revoked_at is null and expires_at > $3 for update`;

interface SessionRow extends Omit<OwnSession, 'since' | 'lastSeenAt'> {
  since: Date;
  lastSeenAt: Date;
}

async function ownSessions(deps: AppDeps, { userId, sessionId }: Caller): Promise<SessionRow[]> {
  return (await deps.pool.query<SessionRow>(GOING_ON, [userId, sessionId, deps.clock.now()])).rows;
}

/** The sign-ins of a person that go on: listed, ended one by one, or all but the one that asks. */
export function mountOwnSessions(app: FastifyInstance, deps: AppDeps): void {
  const state = sessionState(deps.pool);
  route(app, {
    method: 'GET',
    url: '/api/userSession/own',
    permission: SELF,
    summary: "The caller's own sessions that go on, the one that asks first",
    handler: ({ caller }) => ownSessions(deps, caller),
  });
  writeRoute(app, deps, {
    url: '/api/userSession/revoke',
    permission: SELF,
    body: z.looseObject({ id: idSchema }),
    summary: "End another of the caller's own sessions",
    handler: async ({ tx, caller, body: { id }, onCommit }) => {
      // Signing out ends this one, and clears what its browser keeps.
      if (id === caller.sessionId) throw new Refused('selfForbidden');
      const now = deps.clock.now();
      if ((await tx.query(ONE_OF, [id, caller.userId, now])).rowCount !== 1) throw new Refused('notFound');
      onCommit(await state.endOne(tx, id, 'revoked by its person', now));
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/userSession/revokeOthers',
    permission: SELF,
    body: z.looseObject({}),
    summary: "End all the caller's own sessions but this one",
    handler: async ({ tx, caller, onCommit }) => {
      const { userId, sessionId } = caller;
      onCommit(await state.endUser(tx, userId, 'revoked by its person', deps.clock.now(), sessionId));
      return true;
    },
  });
}
