import type { FastifyReply, FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import type { AppDeps } from '../../platform/http/deps.ts';
import { sessionState } from './sessionState.ts';
import type { SessionKeys } from './keys.ts';

/** A short-lived cookie, good for GET on /api/docs and /schedule and for nothing else (wire.md). */
const COOKIE = 'paydesk-docs';
const SECONDS = 900;
const TYPE = 'docs+jwt';
const AUDIENCE = 'paydesk:docs';
const ADMINISTRATORS: ReadonlySet<number> = new Set([999, 888]);

export const isAdministrator = (accountType: number): boolean => ADMINISTRATORS.has(accountType);

export async function givePass(
  deps: AppDeps,
  keys: SessionKeys,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const now = Math.floor(deps.clock.now().getTime() / 1000);
  const pass = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + SECONDS)
    .sign(keys.token);
  const secure = request.protocol === 'https';
  reply.setCookie(COOKIE, pass, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: SECONDS });
}

/** True where a GET carries the pass of somebody who is an administrator still, with a password of its own. */
export async function holdsPass(deps: AppDeps, keys: SessionKeys, request: FastifyRequest): Promise<boolean> {
  const pass = request.cookies[COOKIE];
  if (!pass) return false;
  const options = {
    algorithms: ['HS256'],
    typ: TYPE,
    audience: AUDIENCE,
    requiredClaims: ['exp', 'sub'],
    currentDate: deps.clock.now(),
  };
  const read = await jwtVerify(pass, keys.token, options).catch(() => undefined);
  const person = read?.payload.sub ? await sessionState(deps.pool).person(read.payload.sub) : undefined;
  return person !== undefined && !person.mustChangePassword && isAdministrator(person.accountType);
}
