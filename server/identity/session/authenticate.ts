import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, manners } from '../../platform/http/anonymous.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { allow } from '../../platform/http/route.ts';
import { requestDefaults } from '../../platform/settings.ts';
import { holdsBinding } from './binding.ts';
import { sessionState } from './sessionState.ts';
import type { SessionKeys } from './keys.ts';
import { isSigned, signedIdentifier } from './signed/identifySigned.ts';
import { rotate, type SessionRow } from './sessions.ts';
import { type Pair, readToken, type TokenClaims } from './tokens.ts';

const BEARER = /^Bearer\s+(\S+)$/i;

export function bearer(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? BEARER.exec(header.trim())?.[1] : undefined;
}

export function givePair(reply: FastifyReply, pair: Pair): void {
  reply.header('access-token', pair.access).header('x-access-token', pair.refresh);
}

/** The session in force behind verified claims; refuses what has ended, expired or is held elsewhere. */
async function liveSession(deps: AppDeps, request: FastifyRequest, claims: TokenClaims): Promise<SessionRow> {
  const session = await sessionState(deps.pool).session(claims.sessionId);
  const live =
    session && !session.revokedAt && session.expiresAt > deps.clock.now() && session.userId === claims.userId;
  if (!live || !holdsBinding(request, session.bindingHash)) throw new Refused('unauthenticated');
  return session;
}

/** Header renewal (wire.md): the expired access token came with its session's refresh token. */
async function renewByHeader(
  deps: AppDeps,
  keys: SessionKeys,
  request: FastifyRequest,
  claims: TokenClaims,
): Promise<Pair> {
  const now = deps.clock.now();
  const refresh = bearer(request.headers['x-authorization']);
  const read = refresh ? await readToken(keys.token, 'refresh', refresh, now) : undefined;
  if (!refresh || !read || read.expired || read.claims.sessionId !== claims.sessionId)
    throw new Refused('unauthenticated');
  const secrets = { token: keys.token, secretsKey: deps.env.secretsKey ?? '' };
  const pair = await rotate(deps.pool, secrets, claims.sessionId, refresh, now);
  if (pair) return pair;
  // Possibly reuse: whatever this process remembers of the family must go.
  sessionState(deps.pool).closeStreams(claims.sessionId);
  throw new Refused('unauthenticated');
}

/** Who calls, by its bearer token. @throws Refused unauthenticated, locked or passwordChangeRequired */
export async function identify(
  deps: AppDeps,
  keys: SessionKeys,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const access = bearer(request.headers.authorization);
  const read = access ? await readToken(keys.token, 'access', access, deps.clock.now()) : undefined;
  if (!read) throw new Refused('unauthenticated');
  const session = await liveSession(deps, request, read.claims);
  if (read.expired) givePair(reply, await renewByHeader(deps, keys, request, read.claims));
  const person = await sessionState(deps.pool).person(read.claims.userId);
  if (!person) throw new Refused('unauthenticated');
  if (session.lockedAt && !request.routeOptions.config.whenLocked) throw new Refused('locked');
  if (person.mustChangePassword && !request.routeOptions.config.beforeOwnPassword)
    throw new Refused('passwordChangeRequired');
  const { language, ...known } = person;
  const defaults = await requestDefaults(deps.pool);
  const own = manners(request, { ...defaults, locale: language ?? defaults.locale });
  return { ...known, ...own, sessionId: session.id };
}

/** Resolves the caller before the body is read, and refuses whoever the route does not admit. */
export function authenticator(deps: AppDeps, keys: SessionKeys) {
  const identifySigned = signedIdentifier(deps);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.routeOptions.config.probe) {
      request.caller = anonymous(request);
      return;
    }
    request.caller = anonymous(request, await requestDefaults(deps.pool));
    // Only an unknown address and a preflight have none: every route declares its own (denyByDefault).
    const permission = request.routeOptions.config.permission ?? 'anonymous';
    if (permission === 'anonymous') return;
    request.caller = isSigned(request)
      ? await identifySigned(request)
      : await identify(deps, keys, request, reply);
    allow(permission, request.caller);
  };
}
