import type { PoolClient } from 'pg';
import { Refused } from '../../../platform/http/refused.ts';
import { hashPassword, randomPassword, verifyPassword } from '../password.ts';

const CODES = 8;
const LETTERS = 10;

/** Compared without its hyphen and whatever the case. */
const plainOf = (code: string): string => code.replace('-', '').toUpperCase();

/** Makes new recovery codes for a person and forgets the earlier ones. @returns the codes, which are shown once */
export async function renewRecovery(tx: PoolClient, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => randomPassword(LETTERS).toUpperCase());
  const hashes = await Promise.all(codes.map(hashPassword));
  await tx.query('delete from otp_recovery where user_id = $1', [userId]);
  await tx.query(
    'insert into otp_recovery (user_id, code_hash) select $1, hash from unnest($2::text[]) as hash',
    [userId, hashes],
  );
  return codes.map((code) => `${code.slice(0, LETTERS / 2)}-${code.slice(LETTERS / 2)}`);
}

const HASHES = 'select code_hash as hash from otp_recovery where user_id = $1 and (used_at is not null) = $2';

/** The kept hash that a code fits, of those used already or of the others. */
async function fitting(
  tx: PoolClient,
  userId: string,
  code: string,
  used: boolean,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ hash: string }>(HASHES, [userId, used]);
  const matches = await Promise.all(rows.map(({ hash }) => verifyPassword(hash, plainOf(code))));
  return rows[matches.indexOf(true)]?.hash;
}

/**
 * Spends a recovery code. The caller holds the person's row. @returns its hash where it was right and not used
 * @throws Refused otpUsed for one that was right before: given again it is no guess
 */
export async function spendRecovery(
  tx: PoolClient,
  userId: string,
  code: string,
  now: Date,
): Promise<string | undefined> {
  const hash = await fitting(tx, userId, code, false);
  if (hash === undefined) {
    if ((await fitting(tx, userId, code, true)) !== undefined) throw new Refused('otpUsed');
    return undefined;
  }
  await tx.query('update otp_recovery set used_at = $3 where user_id = $1 and code_hash = $2', [
    userId,
    hash,
    now,
  ]);
  return hash;
}
