import type { PoolClient } from 'pg';
import { OTP, PASSKEY_PROOF } from '../../../../contract/otp.ts';
import { validationText } from '../../../../contract/validationTexts.ts';
import { newId } from '../../../platform/db/id.ts';
import { transact } from '../../../platform/db/transaction.ts';
import { emit } from '../../../platform/events/outbox.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { textOf } from '../../../platform/http/locales.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { decryptSecret } from '../../../platform/secrets.ts';
import { spendProof } from '../passkeys/store.ts';
import { digest } from '../tokens.ts';
import type { Spent } from './giveBack.ts';
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

/** A right code: its own step in otp_use, or a number of its own for a recovery code. */
async function stepFor(
  tx: PoolClient,
  row: OtpRow,
  given: Confirmation,
  deps: AppDeps,
): Promise<Pick<Spent, 'step' | 'recovery'> | undefined> {
  const now = deps.clock.now();
  if (!/^\d{6}$/.test(given.code)) {
    const recovery = await spendRecovery(tx, given.userId, given.code, now);
    return recovery === undefined ? undefined : { step: -BigInt(newId()), recovery };
  }
  const step = stepOf(decryptSecret(deps.env.secretsKey ?? '', row.secret ?? ''), given.code, now);
  if (step === undefined) return undefined;
  // A code counts once, and none counts after a later one.
  if (BigInt(step) <= BigInt(row.lastStep)) throw new Refused('otpUsed');
  return { step: BigInt(step), recovery: undefined };
}

/**
 * By what a passkey gave for one command. It has lapsed before anybody could want it back, so nothing is said to be spent.
 * @throws Refused passkeyWrong
 */
async function byProof(
  tx: PoolClient,
  { userId, code, action, commandKey }: Confirmation,
  now: Date,
): Promise<undefined> {
  const since = new Date(now.getTime() - SAME_COMMAND_MS);
  if ((await tx.query(KNOWN, [userId, action, commandKey, since])).rowCount) return;
  if (!(await spendProof(tx, userId, digest(code), now))) throw new Refused('passkeyWrong');
  await tx.query(USE, [userId, -BigInt(newId()), action, commandKey, now]);
}

/** A code that was not sent is no wrong one: it is asked for, and nothing is counted. */
const missingCode = (): Refused =>
  new Refused('validation', {}, (locales, locale) => ({
    otp: [
      validationText(locale, 'enter', { label: textOf(locales, locale, 'errors', 'fields.otp') ?? 'OTP' }),
    ],
  }));

/**
 * Confirms one command by a one-time password. The person's row is locked, so of two commands with one code one wins;
 * what is counted stays so whatever becomes of the command. @returns what was spent, nothing for the same command again
 * @throws Refused otpUnbound, otpLocked, otpUsed, otpWrong, validation where there is no code
 */
export async function confirmByOtp(deps: AppDeps, given: Confirmation): Promise<Spent | undefined> {
  const { userId, action, commandKey } = given;
  if (given.code.trim() === '') throw missingCode();
  const now = deps.clock.now();
  const outcome = await transact(deps.pool, async (tx): Promise<number | Spent | undefined> => {
    const row = (await tx.query<OtpRow>({ name: 'otp-lock', text: LOCK, values: [userId] })).rows[0];
    if (given.code.startsWith(PASSKEY_PROOF)) return byProof(tx, given, now);
    if (!row || row.status === OTP.unbound) throw new Refused('otpUnbound');
    if (row.status === OTP.locked) throw new Refused('otpLocked');
    const since = new Date(now.getTime() - SAME_COMMAND_MS);
    if ((await tx.query(KNOWN, [userId, action, commandKey, since])).rowCount) return undefined;
    const right = await stepFor(tx, row, given, deps);
    if (right === undefined) {
      await tx.query(WRONG, [userId]);
      await emit(tx, 'userOtp', row.id, 'update');
      return FAILURES_MOST - row.failures - 1;
    }
    const { step } = right;
    await tx.query(USE, [userId, step, action, commandKey, now]);
    await tx.query(RIGHT, [userId, step > 0n ? step : 0n]);
    return { userId, ...right, lastStep: row.lastStep };
  });
  if (typeof outcome !== 'number') return outcome;
  throw outcome > 0 ? new Refused('otpWrong', { left: outcome }) : new Refused('otpLocked');
}
