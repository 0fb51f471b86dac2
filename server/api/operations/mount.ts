import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { measureCalls } from '../../platform/outbound/callMetrics.ts';
import type { SessionKeys } from '../../identity/session/keys.ts';
import { metrics, metricsText } from '../../platform/observability/metrics.ts';
import { mountBuild } from './build.ts';
import { requireMetricsAccess } from './metricsAccess.ts';
import { readiness, STOPPING } from '../../platform/observability/readiness.ts';

/** Liveness, readiness and measurements, for machines: plain answers without the envelope. */
export function mountOps(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountBuild(app, deps);
  route(app, {
    method: 'GET',
    url: '/health',
    permission: 'anonymous',
    probe: true,
    summary: 'The process is alive; asks the database nothing',
    handler: async ({ reply }) => reply.send({ status: 'ok' }),
  });
  route(app, {
    method: 'GET',
    url: '/ready',
    permission: 'anonymous',
    probe: true,
    summary:
      'Commands can be taken: database and its disk, migrations, own worker, ids and clock; 503 with the reasons otherwise',
    handler: async ({ reply }) => {
      const state = app.drain.draining ? STOPPING : await readiness(deps);
      return reply
        .code(state.ready ? 200 : 503)
        .send({ status: state.ready ? 'ready' : 'waiting', checks: state.checks, reasons: state.reasons });
    },
  });
  route(app, {
    method: 'GET',
    url: '/metrics',
    permission: 'anonymous',
    summary: 'Measurements in Prometheus text, for this machine, METRICS_TOKEN and administrators',
    handler: async ({ request, reply }) => {
      await requireMetricsAccess(deps, keys, request, reply);
      const { pool: server, merchantPool: merchant, commands, work, events } = deps;
      // Without a database there are measurements all the same.
      await measureCalls(server).catch((error: unknown) => deps.log.warn({ err: error }, 'outgoing calls'));
      const text = await metricsText({ server, merchant, commands, work, events });
      return reply.type(metrics.contentType).send(text);
    },
  });
}
