import type { AppDeps } from '../http/deps.ts';
import { Refused } from '../http/refused.ts';
import { attempt, attemptKey } from './attempts.ts';
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
  const right = await attempt(
    deps.pool,
    attemptKey('login', account, given.ip),
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
  given: { kind: 'unlock' | 'change'; userId: string; password: string; ip: string },
): Promise<void> {
  const key = attemptKey(given.kind, given.userId, given.ip);
  const right = await attempt(deps.pool, key, deps.clock.now(), async () => {
    const found = await deps.pool.query<{ hash: string }>(
      'select password_hash as hash from sys_user where id = $1',
      [given.userId],
    );
    return verifyPassword(found.rows[0]?.hash, openPassword(given.password, keys.sm2PrivateKey));
  });
  if (!right) throw new Refused('wrongPassword');
}
