import type { PoolClient } from 'pg';
import { OTP } from '../../../../contract/otp.ts';

// The last step stays, so that no earlier code counts again.
const UNBIND = `update user_otp set status = ${OTP.unbound}, secret_key = null, failures = 0, recovery_left = 0,
  enrolled_at = null, version = version + 1 where user_id = $1`;

/** Takes a person's app and passkeys away; the person binds an app again, so that nobody else ever holds the secret. */
export async function unbind(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('delete from otp_recovery where user_id = $1', [userId]);
  await tx.query('delete from sys_passkey where user_id = $1', [userId]);
  await tx.query(UNBIND, [userId]);
}
