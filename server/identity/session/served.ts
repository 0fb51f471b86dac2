import { userOtp } from '../../../contract/resources/merchants/userOtp.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { userOtpActions } from './otp/reset.ts';

export const servedBySession: readonly Served[] = [serve(userOtp, { commands: userOtpActions })];
