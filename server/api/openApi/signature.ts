import { createHash } from 'node:crypto';

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
