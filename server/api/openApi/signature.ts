import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a merchant signs: pure, so that the documentation's example and the server cannot differ. */
export interface Signed {
  method: string;
  /** Without the query. */
  path: string;
  accessKey: string;
  /** Seconds since 1970, as sent. */
  timestamp: string;
  nonce: string;
  /** The body as sent, byte for byte. */
  body: string;
}

/** `METHOD&/path&accessKey&timestamp&nonce&SHA-256 of the body in lowercase hex` */
export function canonicalOf({ method, path, accessKey, timestamp, nonce, body }: Signed): string {
  const digest = createHash('sha256').update(body, 'utf8').digest('hex');
  return [method, path, accessKey, timestamp, nonce, digest].join('&');
}

/** Base64 of the HMAC-SHA256 of the canonical text. */
export const signOf = (secret: string, canonical: string): string =>
  createHmac('sha256', secret).update(canonical, 'utf8').digest('base64');

export function sameSign(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
