import type { Pool } from 'pg';
import { Counter, Gauge, Histogram } from 'prom-client';
import { metrics } from '../observability/metrics.ts';
import { CALL_STATE } from '../db/statuses.ts';

const registers = [metrics];

export const runningGauge = new Gauge({
  name: 'paydesk_outbound_running',
  help: 'Calls to endpoints, and jobs that had waited for their merchant, that this server runs.',
  labelNames: ['kind'] as const,
  registers,
});

export const deferredCalls = new Counter({
  name: 'paydesk_outbound_deferred_total',
  help: 'Jobs of this server that found their endpoint full or their merchant busy and were put into a line.',
  labelNames: ['kind'] as const,
  registers,
});

export const callSeconds = new Histogram({
  name: 'paydesk_outbound_call_seconds',
  help: 'From sending a call to its answer or time-out.',
  labelNames: ['kind'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const waiting = new Gauge({
  name: 'paydesk_outbound_waiting',
  help: 'Jobs of all servers that wait for a place of their endpoint, or for their merchant.',
  labelNames: ['kind'] as const,
  registers,
});

const waitSeconds = new Gauge({
  name: 'paydesk_outbound_wait_seconds',
  help: 'How long the oldest of them waits.',
  labelNames: ['kind'] as const,
  registers,
});

const queueSeconds = new Gauge({
  name: 'paydesk_outbound_queue_seconds',
  help: 'How long the oldest due job that no worker has taken yet is due, on all servers.',
  labelNames: ['kind'] as const,
  registers,
});

const upstreamShare = new Gauge({
  name: 'paydesk_upstream_share',
  help: 'Calls at once that the answers of an upstream have earned, by its id.',
  labelNames: ['upstream'] as const,
  registers,
});

const callbackEndpoints = new Gauge({
  name: 'paydesk_callback_endpoints',
  help: 'Endpoints of merchants by the calls at once that their answers have earned.',
  labelNames: ['share'] as const,
  registers,
});

const KINDS = ['callback', 'upstream', 'merchant'] as const;

const WAITING = `select kind, count(*)::int as n, extract(epoch from now() - min(queued_at))::float8 as age
  from outbound_call where state = ${CALL_STATE.waiting} group by kind`;
const QUEUED = `select case when task_identifier like 'callback%' then 'callback' else 'upstream' end as kind,
    extract(epoch from now() - min(run_at))::float8 as age
  from graphile_worker.jobs
  where task_identifier in ('callback', 'callbackOutcome', 'submitPayout', 'submitCollect', 'queryUpstream', 'upstreamAnswer')
    and locked_at is null and run_at <= now() and attempts < max_attempts
  group by 1`;
const UPSTREAMS = `select substr(name, 10) as id, floor(share)::int as share from outbound_endpoint where kind = 'upstream'`;
const ENDPOINTS = `select floor(share)::int as share, count(*)::int as n from outbound_endpoint
  where kind = 'callback' group by 1`;

/** Reads what all servers share. @throws what the database throws: the gauges are empty then */
export async function measureCalls(pool: Pool): Promise<void> {
  for (const gauge of [waiting, waitSeconds, queueSeconds, upstreamShare, callbackEndpoints]) gauge.reset();
  const [lines, queued, upstreams, endpoints] = await Promise.all([
    pool.query<{ kind: string; n: number; age: number }>(WAITING),
    pool.query<{ kind: string; age: number }>(QUEUED),
    pool.query<{ id: string; share: number }>(UPSTREAMS),
    pool.query<{ share: number; n: number }>(ENDPOINTS),
  ]);
  for (const kind of KINDS) {
    const line = lines.rows.find((row) => row.kind === kind);
    waiting.set({ kind }, line?.n ?? 0);
    waitSeconds.set({ kind }, line?.age ?? 0);
  }
  for (const kind of ['callback', 'upstream'])
    queueSeconds.set({ kind }, queued.rows.find((row) => row.kind === kind)?.age ?? 0);
  for (const { id, share } of upstreams.rows) upstreamShare.set({ upstream: id }, share);
  for (const { share, n } of endpoints.rows) callbackEndpoints.set({ share: String(share) }, n);
}
