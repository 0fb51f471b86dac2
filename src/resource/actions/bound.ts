import { OTP } from '../../../contract/otp.ts';
import { askOtp, caller, commands, toast, translate } from '../../kit/index.ts';

const bound = (): boolean => caller().profile.otpStatus === OTP.active;

/** Whether the caller's account has an app for one-time passwords; who has none is led to bind one first. */
export async function isBound(action: string): Promise<boolean> {
  if (bound()) return true;
  // It may have been bound in another window since this one was loaded.
  await askOtp();
  if (bound()) return true;
  toast.info(translate('grid:otpFirst', { action }), { key: 'otp' });
  await commands.execute('app.otp');
  return bound();
}
