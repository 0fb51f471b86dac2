import { type Caller, can, type Locale } from '../http/caller.ts';
import type { AppDeps } from '../http/deps.ts';
import { Refused } from '../http/refused.ts';
import { loadPerson } from '../session/person.ts';

/** What of the asking request a job remembers; rights and scope are read again when it runs. */
export interface Asked {
  locale: Locale;
  timeZone: string;
  ip: string;
  sessionId: string;
}

export const askedBy = ({ locale, timeZone, ip, sessionId }: Caller): Asked => ({
  locale,
  timeZone,
  ip,
  sessionId,
});

/** The caller of a job as of now. @throws Refused forbidden where the person is gone or may no longer do this */
export async function askerOf(
  deps: AppDeps,
  userId: string,
  asked: Asked,
  permission: string,
): Promise<Caller> {
  const person = await loadPerson(deps.pool, userId);
  if (!person) throw new Refused('forbidden');
  const { locale, timeZone, ip, sessionId } = asked;
  const caller: Caller = { ...person, locale, timeZone, ip, sessionId };
  if (!can(caller, permission)) throw new Refused('forbidden');
  return caller;
}
