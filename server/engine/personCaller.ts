import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';

const NO_REQUEST = { sessionId: '', ip: '', locale: 'zh-cn', timeZone: 'UTC' } as const;

/** Somebody who has asked for nothing, as a caller: for what the person may know. Undefined where disabled or gone. */
export async function personCaller(
  deps: Pick<AppDeps, 'pool' | 'modules'>,
  userId: string,
): Promise<Caller | undefined> {
  const person = await deps.modules.identity.loadPerson(deps.pool, userId);
  if (!person) return undefined;
  const { language: _language, ...rest } = person;
  return { ...rest, ...NO_REQUEST };
}
