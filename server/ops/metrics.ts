import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from 'pg';

/** Parts register their own measurements here. */
export const metrics = new Registry();

collectDefaultMetrics({ register: metrics });

export const answerSeconds = new Histogram({
  name: 'paydesk_http_answer_seconds',
  help: 'Time from request to answer, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

const connections = new Gauge({
  name: 'paydesk_database_connections',
  help: 'Connections of the server pool by state.',
  labelNames: ['state'] as const,
  registers: [metrics],
});

export async function metricsText(pool: Pool): Promise<string> {
  connections.set({ state: 'total' }, pool.totalCount);
  connections.set({ state: 'idle' }, pool.idleCount);
  connections.set({ state: 'waiting' }, pool.waitingCount);
  return metrics.metrics();
}
