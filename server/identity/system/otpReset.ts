import type { userOtp } from '../../../contract/resources/merchants/userOtp.ts';
import { OTP } from '../../../contract/otp.ts';
import type { ActionHandlers } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { checkRank, lockTargets } from './authority.ts';
import { unbind } from '../session/otp/unbind.ts';

export const userOtpActions: ActionHandlers<typeof userOtp> = {
  async reset({ tx, caller, dryRun }, row) {
    const userId = String(row.userId);
    if (userId === caller.userId) throw new Refused('selfForbidden', { says: 'otpOwn' });
    const [target] = await lockTargets(tx, caller, [userId]);
    if (!target) throw new Refused('notFound');
    await checkRank(tx, caller, target);
    if (dryRun) return { status: OTP.unbound };
    await unbind(tx, userId);
    return { status: OTP.unbound };
  },
};
