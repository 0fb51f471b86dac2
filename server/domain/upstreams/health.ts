import type { Answer } from './adapter.ts';
import { logSetting } from '../../engine/settingLog.ts';
import { announcePause } from './pauseNotice.ts';
import { transact } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { UpstreamDeps } from './submitPayout.ts';
import { UPSTREAM_STATUS } from '../../platform/db/statuses.ts';

/**
 * This many errors in a row pause an upstream; a probe takes it back. What answers a probe may fail at what counts, and
 * each order that it is given then is one that nobody knows the end of: a pause without a good answer since the one
 * before lasts twice as long, from a minute to an hour.
 */
export const ERROR_STREAK = 5;
const [FIRST_S, LONGEST_S] = [60, 3_600];

// Counted in one statement, so that parallel failures are all counted and the pause is announced once.
const NOW = `not $2 and status = ${UPSTREAM_STATUS.on} and failures + 1 >= $3`;
const COUNT = `update upstream set failures = case when $2 then 0 else failures + 1 end,
    status = case when ${NOW} then 3 else status end,
    paused_at = case when ${NOW} then $4 else paused_at end,
    pauses = case when $2 then 0 when ${NOW} then least(pauses + 1, 100) else pauses end,
    probe_at = case when ${NOW}
      then $4::timestamptz + interval '1 second' * least(${LONGEST_S}, ${FIRST_S} * power(2, least(pauses, 10)))
      else probe_at end
  where id = $1
  returning status = ${UPSTREAM_STATUS.autoPaused} and paused_at = $4 as paused, name, code`;

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
