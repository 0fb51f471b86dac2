import { logSetting } from '../../engine/settingLog.ts';
import { transact } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { callUpstream } from './adapter.ts';
import { readConnection } from './config.ts';
import type { UpstreamDeps } from './submitPayout.ts';
import { UPSTREAM_STATUS } from '../../platform/db/statuses.ts';

const PROBE_AGAIN_MS = 60_000;

// Taken by moving its time ahead: of two servers one probes.
const TAKE = `update upstream set probe_at = $2 where id in (
    select id from upstream where status = ${UPSTREAM_STATUS.autoPaused} and probe_at <= $1 order by probe_at
      limit 20 for update skip locked)
  returning id::text, code, config`;
const ONE = 'select id::text, code, config from upstream where id = $1';

interface Probed {
  id: string;
  code: string;
  config: string | null;
}

interface SignOfLife {
  alive: boolean;
  /** For people: the status and how long it took, or why there is none. */
  summary: string;
}

/** Asks one upstream for a sign of life: an answer without an error. */
async function probe(deps: UpstreamDeps, config: string | null): Promise<SignOfLife> {
  const connection = readConnection(deps.env.secretsKey ?? '', config);
  if (!connection) return { alive: false, summary: 'no connection' };
  const answer = await callUpstream(deps.outbound, connection, 'probe', {}, deps.clock.now());
  const { httpStatus: status, milliseconds, reason } = answer;
  const summary = status === null ? reason : `HTTP ${status}`;
  return {
    alive: status !== null && status >= 200 && status < 300,
    summary: [summary, `${milliseconds} ms`].filter(Boolean).join(' · ').slice(0, 200),
  };
}

const SEEN = 'update upstream set probed_at = $2, probe_answer = $3 where id = $1';
const BACK = `update upstream set status = ${UPSTREAM_STATUS.on}, failures = 0, paused_at = null, probe_at = null, version = version + 1
  where id = $1 and status = ${UPSTREAM_STATUS.autoPaused}`;

/** Probes it and keeps what came of it; where it paused itself and gives a sign of life, orders go to it again. */
async function probeOne(deps: UpstreamDeps, { id, code, config }: Probed): Promise<void> {
  const { alive, summary } = await probe(deps, config);
  await transact(deps.pool, async (tx) => {
    await tx.query(SEEN, [id, deps.clock.now(), summary]);
    const back = alive && (await tx.query(BACK, [id])).rowCount === 1;
    if (back) {
      const change = { event: 'resume', before: { status: 3 }, after: { status: 1 }, remark: summary };
      await logSetting(tx, { resource: 'upstream', id, name: code }, change);
    }
    await emit(tx, 'upstream', id, 'update', null);
  });
}

/** At a person's wish, whatever its status is. */
export async function probeUpstream(deps: UpstreamDeps, id: string): Promise<void> {
  const { rows } = await deps.pool.query<Probed>(ONE, [id]);
  if (rows[0]) await probeOne(deps, rows[0]);
}

/** Probes those that paused themselves, each once a minute; all at once, so that one that hangs delays no other. */
export async function probePaused(deps: UpstreamDeps): Promise<void> {
  const now = deps.clock.now();
  const { rows } = await deps.pool.query<Probed>(TAKE, [now, new Date(now.getTime() + PROBE_AGAIN_MS)]);
  const ends = await Promise.allSettled(rows.map((row) => probeOne(deps, row)));
  for (const end of ends) if (end.status === 'rejected') deps.log.error({ err: end.reason }, 'probe failed');
}
