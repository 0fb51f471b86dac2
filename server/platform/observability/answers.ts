import type { FastifyInstance } from 'fastify';
import { answerSeconds } from './metrics.ts';

/** One log line and one measurement per answer; the path without its query, so that no secret can ride in it. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    answerSeconds.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const line = {
      method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.caller?.userId || undefined,
      ip: request.ip,
    };
    if (reply.statusCode >= 500) request.log.error(line, 'answered');
    else request.log.info(line, 'answered');
  });
}
