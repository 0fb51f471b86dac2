import { SWITCH } from '../../platform/db/statuses.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { asService, provesEntry } from './connection.ts';
import { entryOf } from './entries.ts';
import { directoryOf } from './directoryRow.ts';

/** SQL over u: the directory that proves this person; the super administrator is proved by none. */
export const PROVED_BY = `(select l.ldap_id::text from sys_ldap_user l join sys_ldap d on d.id = l.ldap_id
  where l.user_id = u.id and d.status = ${SWITCH.enabled} and u.account_type <> 999 and u.domain_account is not null)`;

/**
 * True where the directory lets somebody in with this password. It is asked as the service account which entry has the
 * account, and the password is tried on that one: whatever is typed as an account never becomes part of a name.
 * @throws Refused directoryFailed while it cannot be asked
 */
export async function provedByDirectory(
  deps: AppDeps,
  { directoryId, domainAccount }: { directoryId: string; domainAccount: string },
  password: string,
): Promise<boolean> {
  if (password === '') return false;
  const directory = await directoryOf(deps.pool, directoryId);
  const entry = await asService(deps.env, directory, (client) => entryOf(client, directory, domainAccount));
  if (!entry || entry.off) return false;
  return provesEntry(deps.env, directory, entry.dn, password);
}
