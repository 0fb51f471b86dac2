import type { AppDeps } from '../http/deps.ts';
import { Refused } from '../http/refused.ts';
import { attemptAnywhere } from './attempts.ts';
import type { SessionKeys } from './keys.ts';
import { openPassword, verifyPassword } from './password.ts';

interface Account {
  id: string;
  hash: string;
  status: number;
  accountType: number;
}

async function find(deps: AppDeps, account: string): Promise<Account | undefined> {
  const found = await deps.pool.query<Account>(
    `select id::text, password_hash as hash, status, account_type as "accountType"
       from sys_user where lower(account) = lower($1)`,
    [account],
  );
  return found.rows[0];
}

/** Where the account has signed in before. */
async function knownAddress({ pool }: AppDeps, account: string, ip: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from sys_session s join sys_user u on u.id = s.user_id
      where lower(u.account) = lower($1) and s.ip = $2 limit 1`,
    [account, ip],
  );
  return rowCount !== 0;
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
  const trusted = await knownAddress(deps, account, given.ip);
  const right = await attemptAnywhere(
    deps.pool,
    { kind: 'login', who: account, ip: given.ip, trusted },
    deps.clock.now(),
    async () => {
      user = await find(deps, account);
      return verifyPassword(user?.hash, openPassword(given.password, keys.sm2PrivateKey));
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
    const found = await deps.pool.query<{ hash: string }>(
      'select password_hash as hash from sys_user where id = $1',
      [given.userId],
    );
    return verifyPassword(found.rows[0]?.hash, openPassword(given.password, keys.sm2PrivateKey));
  });
  if (!right) throw new Refused('wrongPassword');
}
