import type { Pool } from 'pg';
import { transact } from '../../../platform/db/transaction.ts';

/** A code that was taken for a command. */
export interface Spent {
  userId: string;
  /** As it is in otp_use. */
  step: bigint;
  /** The latest step before it. */
  lastStep: string;
  /** The hash of a recovery code. */
  recovery: string | undefined;
}

const LOCK = 'select 1 from user_otp where user_id = $1 for update';
const UNUSE = 'delete from otp_use where user_id = $1 and step = $2';
const RETURN = 'update otp_recovery set used_at = null where user_id = $1 and code_hash = $2';
const REWIND = `update user_otp set last_step = case when last_step = $2 then $3 else last_step end, version = version + 1,
  recovery_left = (select count(*) from otp_recovery r where r.user_id = $1 and r.used_at is null) where user_id = $1`;

/** A command that came to nothing has spent no code: it confirmed nothing, and the next try may need it. */
export async function giveBack(pool: Pool, { userId, step, lastStep, recovery }: Spent): Promise<void> {
  await transact(pool, async (tx) => {
    await tx.query({ name: 'otp-give-lock', text: LOCK, values: [userId] });
    await tx.query({ name: 'otp-unuse', text: UNUSE, values: [userId, step] });
    if (recovery !== undefined)
      await tx.query({ name: 'otp-return', text: RETURN, values: [userId, recovery] });
    await tx.query({ name: 'otp-rewind', text: REWIND, values: [userId, step, lastStep] });
  });
}
