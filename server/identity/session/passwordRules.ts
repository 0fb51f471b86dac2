import type { Pool, PoolClient } from 'pg';
import { type PasswordRules, kindsIn } from '../../../contract/passwordRules.ts';
import { numberSetting } from '../../platform/settings.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { verifyPassword } from './password.ts';

export const passwordRules = async (pool: Pool): Promise<PasswordRules> => ({
  minLength: await numberSetting(pool, 'passwordLength'),
  kinds: await numberSetting(pool, 'passwordKinds'),
});

/** Those that the person had last, the newest first. */
async function usedBefore(pool: Pool, userId: string, plain: string): Promise<boolean> {
  const { rows } = await pool.query<{ hash: string }>(
    'select hash from sys_password where user_id = $1 order by replaced_at desc limit $2',
    [userId, await numberSetting(pool, 'passwordHistory')],
  );
  for (const { hash } of rows) if (await verifyPassword(hash, plain)) return true;
  return false;
}

/** What the rules say against a new password by itself; undefined where they say nothing. */
export async function refusePlain(
  deps: AppDeps,
  caller: Caller,
  plain: string,
): Promise<Refused | undefined> {
  const { minLength, kinds } = await passwordRules(deps.pool);
  const refuse = (text: string, details = {}) => refuseField(deps, caller, 'passwordNew', text, details);
  if (plain.length < minLength) return refuse('shortPassword', { shortest: minLength });
  if (kindsIn(plain) < kinds) return refuse('plainPassword', { kinds });
  return plain.toLowerCase().includes(caller.account.toLowerCase()) ? refuse('accountInPassword') : undefined;
}

/** Only for who has proved the one in use: anybody else would learn from it which passwords the person had. */
export async function refuseUsed(deps: AppDeps, caller: Caller, plain: string): Promise<Refused | undefined> {
  if (!(await usedBefore(deps.pool, caller.userId, plain))) return undefined;
  return refuseField(deps, caller, 'passwordNew', 'usedPassword');
}

/** The one so far joins those that are not taken again; one that somebody else gave must become one's own first. */
const REPLACE = `with kept as (
    insert into sys_password (user_id, hash, replaced_at) select id, password_hash, $4 from sys_user where id = $1)
  update sys_user set password_hash = $2, must_change_password = $3, password_changed_at = $4, version = version + 1
  where id = $1`;

export async function replacePassword(
  tx: PoolClient,
  { userId, hash, given }: { userId: string; hash: string; given: boolean },
  now: Date,
): Promise<void> {
  await tx.query(REPLACE, [userId, hash, given, now]);
}
