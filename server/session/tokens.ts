import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

/** At most ten minutes (safety.md); a client renews by header. */
export const ACCESS_SECONDS = 600;
const ALGORITHM = 'HS256';
const ISSUER = 'paydesk';
const KINDS = {
  access: { typ: 'at+jwt', audience: 'paydesk' },
  refresh: { typ: 'rt+jwt', audience: 'paydesk:refresh' },
} as const;
export type TokenKind = keyof typeof KINDS;

export interface TokenClaims {
  userId: string;
  sessionId: string;
  generation: number;
}

export interface Pair {
  access: string;
  refresh: string;
}

export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function signToken(
  key: Uint8Array,
  kind: TokenKind,
  claims: TokenClaims,
  now: Date,
  expires: Date,
): Promise<string> {
  const { typ, audience } = KINDS[kind];
  const at = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: claims.sessionId, gen: claims.generation })
    .setProtectedHeader({ alg: ALGORITHM, typ })
    .setIssuer(ISSUER)
    .setSubject(claims.userId)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(Math.floor(expires.getTime() / 1000))
    .setJti(crypto.randomUUID())
    .sign(key);
}

function claimsOf(payload: Record<string, unknown>): TokenClaims | undefined {
  const { sub, sid, gen } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof gen !== 'number') return undefined;
  return { userId: sub, sessionId: sid, generation: gen };
}

/** The claims of a token we signed, and whether its time has passed; undefined for anything else. */
export async function readToken(
  key: Uint8Array,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<{ claims: TokenClaims; expired: boolean } | undefined> {
  const { typ, audience } = KINDS[kind];
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ,
      issuer: ISSUER,
      audience,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
    });
    const claims = claimsOf(payload);
    return claims && { claims, expired: false };
  } catch (error) {
    // jose checks the signature and the other claims before exp.
    if (!(error instanceof errors.JWTExpired)) return undefined;
    const claims = claimsOf(error.payload);
    return claims && { claims, expired: true };
  }
}
