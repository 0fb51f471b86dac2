import { OTP } from '../../../contract/otp.ts';
import type { MakeHandler } from '../../engine/action.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import { giveOtp } from '../session/otp/give.ts';
import { renewRecovery } from '../session/otp/recovery.ts';
import { checkRank, lockTargets } from './authority.ts';

const BOUND = 'select id::text, status from user_otp where user_id = $1';
// No merchant's: only those who see everything read it.
const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, ip, resource)
  values ($1, $2, $3, 0, 'create', $4, $5, $6, 'userOtp')`;
const COUNT = 'update user_otp set recovery_left = $2 where user_id = $1';

/**
 * Binds an app for somebody else: secret and recovery codes are in this answer alone, and are handed over.
 * @throws Refused selfForbidden, notFound, otpBound
 */
export const addOtp: MakeHandler = async ({ deps, tx, caller, input, now, dryRun, showOnce }) => {
  const userId = String(input.userId);
  if (userId === caller.userId) throw new Refused('selfForbidden', { says: 'otpBindOwn' });
  const [target] = await lockTargets(tx, caller, [userId]);
  if (!target) throw new Refused('notFound');
  await checkRank(tx, caller, target);
  const before = await tx.query<{ status: number }>(BOUND, [userId]);
  if ((before.rows[0]?.status ?? OTP.unbound) !== OTP.unbound) throw new Refused('otpBound');
  const { account } = target;
  if (dryRun) return { id: userId, account, status: OTP.active };
  const otpSecret = await giveOtp(tx, deps.env.secretsKey ?? '', userId, now);
  const recoveryCodes = await renewRecovery(tx, userId);
  await tx.query(COUNT, [userId, recoveryCodes.length]);
  const { rows } = await tx.query<{ id: string }>(BOUND, [userId]);
  const { id } = rows[0]!;
  const logId = newId();
  await tx.query(LOG, [logId, id, account, caller.account, caller.userId, caller.ip || null]);
  await emit(tx, 'orderLog', logId, 'add');
  showOnce({ otpSecret, recoveryCodes, account });
  return { id, account, status: OTP.active };
};
