import { transact } from '../db/transaction.ts';
import { emit } from '../events/outbox.ts';
import { callUpstream } from './adapter.ts';
import { readConnection } from './config.ts';
import type { UpstreamDeps } from './submitPayout.ts';

const PROBE_AGAIN_MS = 60_000;

// Taken by moving its time ahead: of two servers one probes.
const TAKE = `update upstream set probe_at = $2 where id in (
    select id from upstream where status = 3 and probe_at <= $1 order by probe_at limit 20 for update skip locked)
  returning id::text, config`;

/** Asks one upstream for a sign of life. @returns true where it answered with a state of its own */
export async function probe(deps: UpstreamDeps, config: string | null): Promise<boolean> {
  const connection = readConnection(deps.env.secretsKey ?? '', config);
  if (!connection) return false;
  const answer = await callUpstream(deps.outbound, connection, 'probe', {}, deps.clock.now());
  return answer.httpStatus !== null && answer.httpStatus >= 200 && answer.httpStatus < 300;
}

/** Takes upstreams that paused themselves back once a probe gets through. */
export async function probePaused(deps: UpstreamDeps): Promise<void> {
  const now = deps.clock.now();
  const { rows } = await deps.pool.query<{ id: string; config: string | null }>(TAKE, [
    now,
    new Date(now.getTime() + PROBE_AGAIN_MS),
  ]);
  for (const { id, config } of rows) {
    if (!(await probe(deps, config))) continue;
    await transact(deps.pool, async (tx) => {
      const { rowCount } = await tx.query(
        `update upstream set status = 1, failures = 0, paused_at = null, probe_at = null, version = version + 1
         where id = $1 and status = 3`,
        [id],
      );
      if (rowCount === 1) await emit(tx, 'upstream', id, 'update', null);
    });
  }
}
