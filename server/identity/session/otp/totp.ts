import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as the common apps have it: SHA-1, six digits, thirty seconds; one step early or late is still right. */
const PERIOD = 30;
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'Paydesk';

const totpOf = (secret: string, account: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    secret: Secret.fromBase32(secret),
  });

/** A fresh secret as the apps take it, in base 32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the QR code says: otpauth://totp/… */
export const addressOf = (secret: string, account: string): string => totpOf(secret, account).toString();

/** The thirty seconds that a code belongs to, counted from 1970; undefined where the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // The answer is how far off the code is, and 0 is as right as can be.
  const off = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return off === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + off;
}
