import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digest } from './tokens.ts';

/** A sign-in from our own origin is bound to this cookie, so that a stolen token alone opens nothing. */
const COOKIE = 'paydesk-binding';

/** The request comes from a page of ours, not from another site or a program. */
export function ownOrigin(request: FastifyRequest): boolean {
  if (request.headers['sec-fetch-site'] === 'same-origin') return true;
  const origin = request.headers.origin;
  return typeof origin === 'string' && origin === `${request.protocol}://${request.host}`;
}

/** Gives the browser of our own origin a binding; undefined for everybody else. */
export function bind(request: FastifyRequest, reply: FastifyReply): string | undefined {
  if (!ownOrigin(request)) return undefined;
  const binding = randomBytes(32).toString('base64url');
  reply.setCookie(COOKIE, binding, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: 30 * 86_400,
  });
  return binding;
}

export function unbind(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: '/' });
}

/** What a session bound to this browser has as its `binding_hash`; undefined of a browser without one. */
export function bindingOf(request: FastifyRequest): Buffer | undefined {
  const given = request.cookies[COOKIE];
  return given === undefined ? undefined : digest(given);
}

/** True where the session is not bound, or the request carries its binding. */
export function holdsBinding(request: FastifyRequest, bindingHash: Buffer | null): boolean {
  if (!bindingHash) return true;
  return bindingOf(request)?.equals(bindingHash) === true;
}
