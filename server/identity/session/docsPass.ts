import type { FastifyReply, FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import { PASS_PAGES, type PassPage } from '../../../contract/passPages.ts';
import { can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { Person } from './person.ts';
import { sessionState } from './sessionState.ts';
import type { SessionKeys } from './keys.ts';

/** A short-lived cookie, good for GET on /api/docs and /schedule and for nothing else (wire.md). */
const COOKIE = 'paydesk-docs';
const SECONDS = 900;
const TYPE = 'docs+jwt';
const AUDIENCE = 'paydesk:docs';
const ADMINISTRATORS: ReadonlySet<number> = new Set([999, 888]);

export const isAdministrator = (accountType: number): boolean => ADMINISTRATORS.has(accountType);

type Rights = Pick<Person, 'accountType' | 'kind' | 'isTenants' | 'permissions'>;

/** What else than being an administrator of the platform a page takes. */
const NEEDS: Readonly<Record<PassPage, string | undefined>> = {
  '/api/docs': undefined,
  '/schedule': 'sysJob:page',
};

/** Whether a person may read a page: the pass, the form, the menu and the page itself decide by this. */
export function mayReadPage(person: Rights, page: PassPage): boolean {
  const code = NEEDS[page];
  return (
    isAdministrator(person.accountType) && !person.isTenants && (code === undefined || can(person, code))
  );
}

interface Holder {
  userId: string;
  /** A pass that a session was exchanged for ends with it. */
  sessionId?: string;
}

export async function givePass(
  deps: AppDeps,
  keys: SessionKeys,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { userId, sessionId }: Holder,
): Promise<void> {
  const now = Math.floor(deps.clock.now().getTime() / 1000);
  const pass = await new SignJWT(sessionId === undefined ? {} : { sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + SECONDS)
    .sign(keys.token);
  const secure = request.protocol === 'https';
  reply.setCookie(COOKIE, pass, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: SECONDS });
}

async function isOpen(deps: AppDeps, sessionId: unknown): Promise<boolean> {
  if (sessionId === undefined) return true;
  const session =
    typeof sessionId === 'string' ? await sessionState(deps.pool).session(sessionId) : undefined;
  return (
    session !== undefined && !session.revokedAt && !session.lockedAt && session.expiresAt > deps.clock.now()
  );
}

/** True where a GET carries the pass of a person who may read the page still, with a password of their own. */
export async function holdsPass(
  deps: AppDeps,
  keys: SessionKeys,
  request: FastifyRequest,
  page: PassPage = PASS_PAGES[0],
): Promise<boolean> {
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
  if (!read?.payload.sub || !(await isOpen(deps, read.payload.sid))) return false;
  const person = await sessionState(deps.pool).person(read.payload.sub);
  return person !== undefined && !person.mustChangePassword && mayReadPage(person, page);
}
