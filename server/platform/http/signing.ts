import { createHmac, timingSafeEqual } from 'node:crypto';

/** What every signed call has in common, of merchants' systems and of the system's own identities (wire.md). */

/** Its timestamp may differ from our clock by so many seconds, either way. */
export const SIGN_WINDOW_S = 300;
export const NONCE = /^[\w-]{8,64}$/;

/** Base64 of the HMAC-SHA256 of the canonical text. */
export const signText = (secret: string, canonical: string): string =>
  createHmac('sha256', secret).update(canonical, 'utf8').digest('base64');

/** In a time that says nothing of how much of it fits. */
export function isSameSign(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
