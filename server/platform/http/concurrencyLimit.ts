import type { FastifyInstance } from 'fastify';
import { Refused } from './refused.ts';

/** Calls of one person under way at once; twelve panels and three tabs stay far below. */
const MOST = 128;
const counted = Symbol('counted call');

/** Per-user concurrency (safety.md, denial of service); streams do not count. Runs after the caller is known. */
export function limitConcurrency(app: FastifyInstance): void {
  const running = new Map<string, number>();
  app.addHook('onRequest', async (request) => {
    const { userId } = request.caller;
    if (!userId || request.routeOptions.config.longLived) return;
    const now = (running.get(userId) ?? 0) + 1;
    if (now > MOST) throw new Refused('busy');
    running.set(userId, now);
    (request as unknown as Record<symbol, string>)[counted] = userId;
  });
  app.addHook('onResponse', async (request) => {
    const userId = (request as unknown as Record<symbol, string | undefined>)[counted];
    if (!userId) return;
    const left = (running.get(userId) ?? 1) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  });
}
