import { transact } from '../../platform/db/transaction.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { Call } from '../../platform/http/route.ts';
import { numberSetting } from '../../platform/settings.ts';
import { givePair } from './authenticate.ts';
import { bind } from './binding.ts';
import { deviceOf, noticeNewDevice } from './device.ts';
import type { SessionKeys } from './keys.ts';
import { openSession } from './sessions.ts';
import { sessionState } from './sessionState.ts';

interface SignedIn {
  accessToken: string;
  refreshToken: string;
}

// A password that is older than the setting allows must be changed first; without a number of days none is too old. That
// of a directory is its own to rule.
const SIGNED_IN = `update sys_user set last_login_at = $2, must_change_password = must_change_password
    or ($3 > 0 and password_changed_at < $2::timestamptz - make_interval(days => $3)
      and not exists (select from sys_ldap_user l where l.user_id = id))
  where id = $1 returning tenant_id::text as "tenantId"`;

/** Opens a session for somebody who has proved who they are, whatever the way. */
export async function startSession(
  deps: AppDeps,
  keys: SessionKeys,
  { caller, request, reply, headers }: Call,
  userId: string,
): Promise<SignedIn> {
  const now = deps.clock.now();
  const location = deps.places?.(caller.ip)?.location;
  const from = { ip: caller.ip, location, userAgent: headers['user-agent'] ?? '' };
  const binding = bind(request, reply);
  const device = deviceOf(request, reply);
  const given = { userId, binding, device, ...from };
  const pair = await openSession(deps.pool, keys.token, given, now);
  const days = await numberSetting(deps.pool, 'passwordDays');
  await transact(deps.pool, async (tx) => {
    const { rows } = await tx.query<{ tenantId: string }>(SIGNED_IN, [userId, now, days]);
    const { tenantId } = rows[0]!;
    await noticeNewDevice(tx, { sessionId: pair.sessionId, userId, tenantId, device, ...from }, now);
  });
  // Another session of the same person may have it in memory as it was.
  if (days > 0) sessionState(deps.pool).forgetPeople();
  givePair(reply, pair);
  return { accessToken: pair.access, refreshToken: pair.refresh };
}
