import { text } from './field.ts';

/** What an action that asks for a one-time password is confirmed with: a code of the app, or a recovery code. */
export const OTP_FIELD = text({
  required: true,
  max: 11,
  pattern: '[0-9]{6}|[A-Za-z2-9]{5}-?[A-Za-z2-9]{5}',
});

/** The numbers of userOtpEnum as code distinguishes them. */
export const OTP = Object.freeze({ unbound: 0, active: 1, locked: 2 } as const);
