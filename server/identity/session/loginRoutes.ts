import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { required } from '../../platform/http/required.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { switchedOn } from '../../platform/settings.ts';
import { givePair } from './authenticate.ts';
import { unbind } from './binding.ts';
import { makeCaptcha, solveCaptcha } from './captcha/captcha.ts';
import { sessionState } from './sessionState.ts';
import type { SessionKeys } from './keys.ts';
import { letIn } from './passkeys/secondFactor.ts';
import { renew } from './sessions.ts';
import { prove } from './signIn.ts';
import { readToken } from './tokens.ts';

/** Keys that other clients of the family add are ignored (wire.md). */
const loose = z.looseObject({});

async function askCaptcha(deps: AppDeps, call: Call<Record<string, unknown>>): Promise<void> {
  if (!(await switchedOn(deps.pool, 'sysCaptcha', deps.env.production))) return;
  const { code, codeId } = required(call.body, ['code', 'codeId'], {
    locales: deps.locales,
    locale: call.caller.locale,
  });
  if (!(await solveCaptcha(deps.pool, codeId, code, deps.clock.now()))) throw new Refused('captchaWrong');
}

async function login(
  deps: AppDeps,
  keys: SessionKeys,
  call: Call<Record<string, unknown>>,
): Promise<unknown> {
  const { account, password } = required(call.body, ['account', 'password'], {
    locales: deps.locales,
    locale: call.caller.locale,
  });
  await askCaptcha(deps, call);
  const user = await prove(deps, keys, { account, password, ip: call.caller.ip });
  return letIn(deps, keys, call, user.id);
}

/** A refresh token for the access token of the caller's own session; the pair is renewed with it. */
async function refresh(
  deps: AppDeps,
  keys: SessionKeys,
  call: Call<unknown, { accessToken?: string }>,
): Promise<unknown> {
  const now = deps.clock.now();
  const read = await readToken(keys.token, 'access', call.query.accessToken ?? '', now);
  if (!read || read.claims.sessionId !== call.caller.sessionId) throw new Refused('unauthenticated');
  const secrets = { token: keys.token, secretsKey: deps.env.secretsKey ?? '' };
  const pair = await renew(deps.pool, secrets, call.caller.sessionId, now);
  if (!pair) throw new Refused('unauthenticated');
  givePair(call.reply, pair);
  return pair.refresh;
}

export function mountLogin(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'GET',
    url: '/api/sysAuth/captcha',
    permission: 'anonymous',
    summary: 'A picture to read before signing in',
    perMinute: 120,
    handler: () => makeCaptcha(deps.pool, deps.clock.now()),
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/login',
    anyClock: true,
    permission: 'anonymous',
    body: loose,
    summary: 'Sign in with account and password',
    perMinute: 300,
    handler: (call) => login(deps, keys, call),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysAuth/refreshToken',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    query: z.looseObject({ accessToken: z.string().max(4000).optional() }),
    summary: 'A fresh refresh token for the access token in the query',
    handler: (call) => refresh(deps, keys, call),
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/logout',
    anyClock: true,
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: 'End this session',
    whenLocked: true,
    handler: async ({ caller, reply }) => {
      await sessionState(deps.pool).endSession(caller.sessionId, 'signed out', deps.clock.now());
      // A pair renewed by this very call must not outlive it.
      reply.removeHeader('access-token');
      reply.removeHeader('x-access-token');
      unbind(reply);
      return null;
    },
  });
}
