import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { PROVED_BY, provedByDirectory } from '../directory/proof.ts';
import { attemptAnywhere, signInSubject } from './attempts.ts';
import type { SessionKeys } from './keys.ts';
import { openPassword, verifyPassword } from './password.ts';

interface Account {
  id: string;
  hash: string;
  /** The directory that has the password, and what the person is called there. */
  directoryId: string | null;
  domainAccount: string | null;
  status: number;
  accountType: number;
}

interface Named {
  userId: string | null;
  /** The account's name as the database compares it. */
  name: string;
  /** The account has signed in from this address before. */
  trusted: boolean;
}

// The name is folded here and nowhere else: whatever finds one account is counted as one account.
const NAMED = `select u.id::text as "userId", given.name,
    exists (select from sys_session s where s.user_id = u.id and s.ip = $2) as trusted
  from (select lower($1) as name) given left join sys_user u on lower(u.account) = given.name`;

async function identify({ pool }: AppDeps, account: string, ip: string): Promise<Named> {
  const { rows } = await pool.query<Named>({ name: 'sign-in-name', text: NAMED, values: [account, ip] });
  return rows[0]!;
}

// Of a tenant that is switched off everybody is.
const FOUND = `select u.id::text, u.password_hash as hash, greatest(u.status, t.status) as status,
    u.account_type as "accountType", u.domain_account as "domainAccount", ${PROVED_BY} as "directoryId"
  from sys_user u join sys_tenant t on t.id = u.tenant_id where u.id = $1`;

async function find({ pool }: AppDeps, userId: string | null): Promise<Account | undefined> {
  return (await pool.query<Account>(FOUND, [userId])).rows[0];
}

/** By the directory that somebody comes from, else by the stored password; either takes no less time than the other. */
async function isRight(deps: AppDeps, user: Account | undefined, password: string): Promise<boolean> {
  const { directoryId, domainAccount } = user ?? {};
  if (!directoryId || !domainAccount) return verifyPassword(user?.hash, password);
  const [right] = await Promise.all([
    provedByDirectory(deps, { directoryId, domainAccount }, password),
    verifyPassword(undefined, password),
  ]);
  return right;
}

/**
 * The user behind an account and its password. An unknown account takes as long and says the same as a wrong
 * password; only who knows the password learns that the account is disabled.
 */
export async function prove(
  deps: AppDeps,
  keys: SessionKeys,
  given: { account: string; password: string; ip: string },
): Promise<Account> {
  const account = given.account.trim().slice(0, 100);
  let user: Account | undefined;
  const { userId, name, trusted } = await identify(deps, account, given.ip);
  const who = signInSubject(userId === null ? { unknownName: name } : { userId });
  const right = await attemptAnywhere(
    deps.pool,
    { kind: 'login', who, ip: given.ip, trusted },
    deps.clock.now(),
    async () => {
      user = await find(deps, userId);
      return isRight(deps, user, openPassword(given.password, keys.sm2PrivateKey));
    },
  );
  if (!right || !user) throw new Refused('badCredentials');
  if (user.status !== 1) throw new Refused('accountDisabled');
  return user;
}

/** The caller's own password, asked again (lock screen, password change); counted like a sign-in. */
export async function proveAgain(
  deps: AppDeps,
  keys: SessionKeys,
  given: { kind: 'unlock' | 'change' | 'otp'; userId: string; password: string; ip: string },
): Promise<void> {
  const at = { kind: given.kind, who: given.userId, ip: given.ip, trusted: false };
  const right = await attemptAnywhere(deps.pool, at, deps.clock.now(), async () => {
    const user = await find(deps, given.userId);
    return isRight(deps, user, openPassword(given.password, keys.sm2PrivateKey));
  });
  if (!right) throw new Refused('wrongPassword');
}

/** @throws Refused where the password is not ours to change */
export async function refuseDirectoryPassword(deps: AppDeps, userId: string): Promise<void> {
  if ((await find(deps, userId))?.directoryId) throw new Refused('directoryPassword');
}
