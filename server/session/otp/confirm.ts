import type { PoolClient } from 'pg';
import { OTP } from '../../../contract/otp.ts';
import { newId } from '../../db/id.ts';
import { transact } from '../../db/transaction.ts';
import { emit } from '../../events/outbox.ts';
import type { AppDeps } from '../../http/deps.ts';
import { Refused } from '../../http/refused.ts';
import { decryptSecret } from '../../secrets.ts';
import { spendRecovery } from './recovery.ts';
import { stepOf } from './totp.ts';

/** Wrong codes in a row before only another operator's reset helps. */
const FAILURES_MOST = 5;
/** So long the same command needs no second code, whatever became of its answer. */
const SAME_COMMAND_MS = 15 * 60_000;

export interface Confirmation {
  userId: string;
  /** As typed. */
  code: string;
  /** resource/action */
  action: string;
  /** Names who asked for what, on which rows and with which input. */
  commandKey: string;
}

interface OtpRow {
  id: string;
  secret: string | null;
  status: number;
  lastStep: string;
  failures: number;
}

const LOCK = `select id::text, secret_key as secret, status, last_step::text as "lastStep", failures
  from user_otp where user_id = $1 for update`;
const KNOWN = `select 1 from otp_use where user_id = $1 and action = $2 and command_key = $3 and used_at > $4`;
const USE = 'insert into otp_use (user_id, step, action, command_key, used_at) values ($1, $2, $3, $4, $5)';
const RIGHT = `update user_otp set last_step = greatest(last_step, $2), failures = 0, version = version + 1,
  recovery_left = (select count(*) from otp_recovery r where r.user_id = $1 and r.used_at is null) where user_id = $1`;
const WRONG = `update user_otp set failures = failures + 1, version = version + 1,
  status = case when failures + 1 >= ${FAILURES_MOST} then ${OTP.locked} else status end where user_id = $1`;

/** What a code stands for in otp_use: its own step, or a number of its own for a recovery code. */
async function stepFor(
  tx: PoolClient,
  row: OtpRow,
  given: Confirmation,
  deps: AppDeps,
): Promise<bigint | undefined> {
  const now = deps.clock.now();
  if (!/^\d{6}$/.test(given.code)) {
    const right = await spendRecovery(tx, given.userId, given.code, now);
    return right ? -BigInt(newId()) : undefined;
  }
  const step = stepOf(decryptSecret(deps.env.secretsKey ?? '', row.secret ?? ''), given.code, now);
  if (step === undefined) return undefined;
  // A code counts once, and none counts after a later one.
  if (BigInt(step) <= BigInt(row.lastStep)) throw new Refused('otpUsed');
  return BigInt(step);
}

/**
 * Confirms one command by a one-time password. The person's row is locked, so of two commands with one code one wins;
 * what is spent or counted stays so whatever becomes of the command.
 * @throws Refused otpUnbound, otpLocked, otpUsed, otpWrong
 */
export async function confirmByOtp(deps: AppDeps, given: Confirmation): Promise<void> {
  const { userId, action, commandKey } = given;
  const now = deps.clock.now();
  const left = await transact(deps.pool, async (tx): Promise<number | undefined> => {
    const row = (await tx.query<OtpRow>({ name: 'otp-lock', text: LOCK, values: [userId] })).rows[0];
    if (!row || row.status === OTP.unbound) throw new Refused('otpUnbound');
    if (row.status === OTP.locked) throw new Refused('otpLocked');
    const since = new Date(now.getTime() - SAME_COMMAND_MS);
    if ((await tx.query(KNOWN, [userId, action, commandKey, since])).rowCount) return undefined;
    const step = await stepFor(tx, row, given, deps);
    if (step === undefined) {
      await tx.query(WRONG, [userId]);
      await emit(tx, 'userOtp', row.id, 'update');
      return FAILURES_MOST - row.failures - 1;
    }
    await tx.query(USE, [userId, step, action, commandKey, now]);
    await tx.query(RIGHT, [userId, step > 0n ? step : 0n]);
    return undefined;
  });
  if (left === undefined) return;
  throw left > 0 ? new Refused('otpWrong', { left }) : new Refused('otpLocked');
}
