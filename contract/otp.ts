import { text } from './field.ts';

/** What begins the proof that a passkey gave, in place of a code. */
export const PASSKEY_PROOF = 'pk-';

/** What an action that asks for a one-time password is confirmed with: a code of the app, a recovery code, or a passkey's proof. */
export const OTP_FIELD = text({
  required: true,
  max: 25,
  pattern: '[0-9]{6}|[A-Za-z2-9]{5}-?[A-Za-z2-9]{5}|pk-[\\w-]{22}',
});

/** The numbers of userOtpEnum as code distinguishes them. */
export const OTP = Object.freeze({ unbound: 0, active: 1, locked: 2 } as const);
