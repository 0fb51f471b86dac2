import type { PoolClient } from 'pg';
import { OTP } from '../../../../contract/otp.ts';
import { newId } from '../../../platform/db/id.ts';
import { emit } from '../../../platform/events/outbox.ts';
import { encryptSecret } from '../../../platform/secrets.ts';
import { newSecret } from './totp.ts';

const GIVE = `insert into user_otp (id, tenant_id, user_id, secret_key, status, enrolled_at)
  select $1, tenant_id, id, $3, ${OTP.active}, $4 from sys_user where id = $2
  on conflict (user_id) do update set secret_key = excluded.secret_key, status = excluded.status, failures = 0,
    recovery_left = 0, enrolled_at = excluded.enrolled_at, version = user_otp.version + 1
  returning id::text`;

/**
 * Binds a person again by a secret that is handed over; earlier codes, recovery codes and locks are gone. The last step
 * stays, so that no code counts twice.
 * @returns the secret in base 32, shown once
 */
export async function giveOtp(
  tx: PoolClient,
  secretsKey: string,
  userId: string,
  now: Date,
): Promise<string> {
  const secret = newSecret();
  const values = [newId(), userId, encryptSecret(secretsKey, secret), now];
  const { rows } = await tx.query<{ id: string }>(GIVE, values);
  await tx.query('delete from otp_recovery where user_id = $1', [userId]);
  await emit(tx, 'userOtp', rows[0]!.id, 'update');
  return secret;
}
