import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './deps.ts';
import { contentPolicy, policyText } from './policy.ts';
import { Refused } from './refused.ts';
import { sharedStore } from './sharedStore.ts';

/** What a browser script of another origin may read of an answer. */
const EXPOSED = ['access-token', 'x-access-token', 'invalid_token', 'date', 'content-disposition'];
const BARE_POLICY = policyText([]);

/** Headers that browsers enforce, cross-origin reading without cookies, and a limit for anonymous floods. */
export async function shield(app: FastifyInstance, deps: AppDeps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    // A pop-out window shares its opener's memory.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    // Browsers learn from it what time it is for tokens and countdowns: the database's, not this machine's.
    reply.header('date', deps.clock.now().toUTCString());
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    const policy = request.routeOptions.config.probe
      ? BARE_POLICY
      : await contentPolicy(deps.pool).catch(() => BARE_POLICY);
    reply.header('content-security-policy', policy);
  });
  await app.register(cors, { origin: '*', credentials: false, exposedHeaders: EXPOSED, maxAge: 600 });
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    store: sharedStore(deps.pool),
    errorResponseBuilder: () => new Refused('busy'),
  });
}
