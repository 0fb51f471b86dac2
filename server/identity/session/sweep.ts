import type { AppDeps } from '../../platform/http/deps.ts';
import { dropOldBudgets } from '../../platform/http/sharedBudget.ts';
import type { Work } from '../../platform/jobs/task.ts';
import { dropOldAttempts } from './attempts.ts';
import { dropOldQr } from './qr/store.ts';
import { dropOldDenials } from './signed/store.ts';
import { dropOldSmsCodes } from './smsCode.ts';

const EVERY_MS = 600_000;
/** Ended sessions are kept this long for whoever asks what happened. */
const KEEP_MS = 30 * 86_400_000;

async function sweep({ pool, clock }: AppDeps): Promise<void> {
  const now = clock.now();
  await dropOldAttempts(pool, now);
  await dropOldBudgets(pool);
  await dropOldSmsCodes(pool, now);
  await dropOldQr(pool, now);
  await dropOldDenials(pool, now);
  await pool.query('delete from captcha where expires_at < $1', [now]);
  await pool.query('delete from sys_passkey_challenge where expires_at < $1', [now]);
  await pool.query('delete from sys_session where coalesce(revoked_at, expires_at) < $1', [
    new Date(now.getTime() - KEEP_MS),
  ]);
}

/** Counters, pictures and sessions that no longer matter. */
export const sessionWork: Work = {
  tasks: {},
  regular: [{ name: 'cleanSessions', everyMs: EVERY_MS, pausable: true, run: sweep }],
};
