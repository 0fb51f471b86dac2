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
  help: 'Connections by pool and state; waiting are callers without one.',
  labelNames: ['pool', 'state'] as const,
  registers: [metrics],
});

export async function metricsText(pools: Readonly<Record<string, Pool>>): Promise<string> {
  for (const [name, pool] of Object.entries(pools)) {
    connections.set({ pool: name, state: 'total' }, pool.totalCount);
    connections.set({ pool: name, state: 'idle' }, pool.idleCount);
    connections.set({ pool: name, state: 'waiting' }, pool.waitingCount);
  }
  return metrics.metrics();
}
