import type { Answer } from './adapter.ts';
import { logSetting } from '../actions/settingLog.ts';
import { announcePause } from '../system/announce.ts';
import { transact } from '../db/transaction.ts';
import { emit } from '../events/outbox.ts';
import type { UpstreamDeps } from './submitPayout.ts';

/** This many errors in a row pause an upstream; a probe each minute takes it back. */
export const ERROR_STREAK = 5;
const PROBE_AFTER_MS = 60_000;

// Counted in one statement, so that parallel failures are all counted and the pause is told once.
const COUNT = `update upstream set failures = case when $2 then 0 else failures + 1 end,
    status = case when not $2 and status = 1 and failures + 1 >= $3 then 3 else status end,
    paused_at = case when not $2 and status = 1 and failures + 1 >= $3 then $4 else paused_at end,
    probe_at = case when not $2 and status = 1 and failures + 1 >= $3 then $5 else probe_at end
  where id = $1
  returning status = 3 and paused_at = $4 as paused, name, code`;

/** Counts an answer towards an upstream's streak: what was never sent or got no sense back is an error. */
export async function countOutcome(
  { pool, clock, log }: UpstreamDeps,
  upstreamId: string,
  state: Answer['state'],
): Promise<void> {
  const well = state !== 'notSent' && state !== 'unknown';
  const now = clock.now();
  await transact(pool, async (tx) => {
    const { rows } = await tx.query<{ paused: boolean; name: string; code: string }>(COUNT, [
      upstreamId,
      well,
      ERROR_STREAK,
      now,
      new Date(now.getTime() + PROBE_AFTER_MS),
    ]);
    if (!rows[0]?.paused) return;
    log.warn({ upstream: rows[0].name }, 'paused after a streak of errors');
    await announcePause(tx, { id: upstreamId, name: rows[0].name }, ERROR_STREAK, now);
    const change = { event: 'pause', before: { status: 1 }, after: { status: 3 } };
    const setting = { resource: 'upstream', id: upstreamId, name: rows[0].code };
    await logSetting(tx, setting, { ...change, remark: `${ERROR_STREAK} ×` });
    await emit(tx, 'upstream', upstreamId, 'update', null);
  });
}
