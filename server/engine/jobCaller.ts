import type { ErrorCode } from '../../contract/errors.ts';
import { type Caller, demand, type Locale } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { refusalText } from '../platform/http/envelope.ts';
import { Refused } from '../platform/http/refused.ts';
import { failJob, stopJob } from '../platform/jobs/jobStore.ts';

/** What of the asking request a job remembers; rights and scope are read again when it runs. */
export interface JobOrigin {
  locale: Locale;
  timeZone: string;
  ip: string;
  sessionId: string;
}

export const jobOriginOf = ({ locale, timeZone, ip, sessionId }: Caller): JobOrigin => ({
  locale,
  timeZone,
  ip,
  sessionId,
});

// Signing out ends no job; a session whose token was stolen does.
const STOLEN = "select from sys_session where id = $1 and revoked_reason = 'reuse'";

/** The caller of a job as of now. @throws Refused where the person is gone or may no longer do this */
export async function jobCaller(
  deps: AppDeps,
  userId: string,
  origin: JobOrigin,
  permission: string,
): Promise<Caller> {
  const found = await deps.modules.identity.loadPerson(deps.pool, userId);
  if (!found) throw new Refused('accountDisabled');
  const { language: _language, ...person } = found;
  if (person.mustChangePassword) throw new Refused('passwordChangeRequired');
  const stolen = await deps.pool.query(STOLEN, [origin.sessionId]);
  if (stolen.rowCount) throw new Refused('unauthenticated');
  const { locale, timeZone, ip, sessionId } = origin;
  const caller: Caller = { ...person, locale, timeZone, ip, sessionId };
  demand(caller, [permission]);
  return caller;
}

/** Long work asks so often whether it may go on. */
export const CALLER_CHECK_MS = 1_000;

const LOST: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'wrongAudience',
  'platformBooks',
  'accountDisabled',
  'passwordChangeRequired',
  'unauthenticated',
]);

/** Ends a job that was refused, in its owner's words: cancelled where the right to it is lost, else failed. */
export function endRefused(deps: AppDeps, jobId: string, locale: Locale, refused: Refused): Promise<void> {
  const why = refusalText(deps.locales, locale, refused.code, refused.values);
  return (LOST.has(refused.code) ? stopJob : failJob)(deps.pool, jobId, why);
}
