import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { bearer, identify } from '../../identity/session/authenticate.ts';
import { isAdministrator } from '../../identity/session/docsPass.ts';
import type { SessionKeys } from '../../identity/session/keys.ts';

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A collector on this very machine; what a proxy here passes on says so in its headers. */
function isNeighbour({ raw, headers }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return (
    (peer === '::1' || peer.startsWith('127.')) && FORWARDED.every((name) => headers[name] === undefined)
  );
}

/**
 * Measurements tell how much business is done: they go to a collector on this machine, to whoever holds
 * METRICS_TOKEN, and to administrators.
 * @throws Refused unauthenticated or forbidden
 */
export async function requireMetricsAccess(
  deps: AppDeps,
  keys: SessionKeys,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const given = bearer(request.headers.authorization);
  const { metricsToken } = deps.env;
  if (given && metricsToken && timingSafeEqual(digest(given), digest(metricsToken))) return;
  if (isNeighbour(request)) return;
  const { accountType } = await identify(deps, keys, request, reply);
  if (!isAdministrator(accountType)) throw new Refused('forbidden');
}
