import { signText } from '../../../platform/http/signing.ts';

/** What a system signs that calls as somebody (wire.md); pure, so that generator, recipe and server cannot differ. */
export interface SignedCall {
  method: string;
  /** Without the query; with it where the body is signed, too. */
  url: string;
  accessKey: string;
  /** Seconds since 1970, as sent. */
  timestamp: number | string;
  nonce: string;
  /** SHA-256 of the body in lowercase hex, where the call binds it. */
  digest?: string | undefined;
}

/** `METHOD&/path&accessKey&timestamp&nonce`, and `&digest` where the body is bound. */
const canonicalOf = ({ method, url, accessKey, timestamp, nonce, digest }: SignedCall): string =>
  [method, url, accessKey, timestamp, nonce, ...(digest === undefined ? [] : [digest])].join('&');

/** As clients of the family sign. */
export const signCall = (secret: string, call: SignedCall): string => signText(secret, canonicalOf(call));
