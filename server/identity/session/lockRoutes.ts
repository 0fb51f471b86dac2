import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { required } from '../../platform/http/required.ts';
import { route } from '../../platform/http/route.ts';
import { sessionState } from './sessionState.ts';
import type { SessionKeys } from './keys.ts';
import { setLocked } from './sessions.ts';
import { proveAgain } from './signIn.ts';

/** The lock screen is server state: while locked, the session answers nothing else. */
export function mountLock(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  const sessions = sessionState(deps.pool);
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/lockScreen',
    anyClock: true,
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: 'Lock this session',
    whenLocked: true,
    handler: async ({ caller }) => {
      await setLocked(deps.pool, caller.sessionId, deps.clock.now());
      sessions.closeStreams(caller.sessionId);
      return true;
    },
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/unLockScreen',
    anyClock: true,
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    query: z.looseObject({ password: z.string().max(4000).optional() }),
    body: z.looseObject({}),
    summary: 'Unlock this session with the password, in the body or the query',
    whenLocked: true,
    handler: async ({ caller, body, query }) => {
      const given = required({ password: body.password ?? query.password }, ['password'], {
        locales: deps.locales,
        locale: caller.locale,
      });
      await proveAgain(deps, keys, {
        kind: 'unlock',
        userId: caller.userId,
        password: given.password,
        ip: caller.ip,
      });
      await setLocked(deps.pool, caller.sessionId, null);
      sessions.forgetSession(caller.sessionId);
      return true;
    },
  });
}
