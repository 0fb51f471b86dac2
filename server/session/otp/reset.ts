import type { userOtp } from '../../../contract/resources/merchants/userOtp.ts';
import { OTP } from '../../../contract/otp.ts';
import type { ActionHandlers } from '../../engine/action.ts';
import { Refused } from '../../http/refused.ts';
import { checkRank, lockTargets } from '../../system/authority.ts';

/** What is left of a binding that was taken away; the last step stays, so that no earlier code counts again. */
const UNBOUND = {
  status: OTP.unbound,
  secretKey: null,
  failures: 0,
  recoveryLeft: 0,
  enrolledAt: null,
};

export const userOtpActions: ActionHandlers<typeof userOtp> = {
  /** Takes a person's binding away; the person binds an app anew, so that nobody else ever holds the secret. */
  async reset({ tx, caller, dryRun, set }, row) {
    const userId = String(row.userId);
    if (userId === caller.userId) throw new Refused('selfForbidden', { says: 'otpOwn' });
    const [target] = await lockTargets(tx, caller, [userId]);
    if (!target) throw new Refused('notFound');
    await checkRank(tx, caller, target);
    if (dryRun) return { status: OTP.unbound };
    await tx.query('delete from otp_recovery where user_id = $1', [userId]);
    await set(UNBOUND);
    return { status: OTP.unbound };
  },
};
