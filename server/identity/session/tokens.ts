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

interface Signed {
  claims: TokenClaims;
  /** Seconds since the epoch. */
  expires: number;
}

/** Tokens whose signature was checked, by key: a client sends the same one with every call of ten minutes. */
const checked = new WeakMap<Uint8Array, Map<string, Signed>>();
const CHECKED_MOST = 10_000;

function signedOf({ exp, ...payload }: Record<string, unknown>): Signed | undefined {
  const claims = claimsOf(payload);
  return claims && typeof exp === 'number' ? { claims, expires: exp } : undefined;
}

/** Only what we signed is kept, so nobody else can fill this; the oldest goes first. */
function remember(key: Uint8Array, name: string, signed: Signed): void {
  const known = checked.get(key) ?? new Map<string, Signed>();
  known.set(name, signed);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > CHECKED_MOST) known.delete(oldest);
  checked.set(key, known);
}

/** What we signed, expired or not; undefined for anything else. */
async function verify(
  key: Uint8Array,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<Signed | undefined> {
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
    return signedOf(payload);
  } catch (error) {
    // jose checks the signature and the other claims before exp.
    return error instanceof errors.JWTExpired ? signedOf(error.payload) : undefined;
  }
}

/** The claims of a token we signed, and whether its time has passed; undefined for anything else. */
export async function readToken(
  key: Uint8Array,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<{ claims: TokenClaims; expired: boolean } | undefined> {
  const name = `${kind} ${token}`;
  let signed = checked.get(key)?.get(name);
  if (!signed) {
    signed = await verify(key, kind, token, now);
    if (!signed) return undefined;
    remember(key, name, signed);
  }
  return { claims: signed.claims, expired: signed.expires <= Math.floor(now.getTime() / 1000) };
}
