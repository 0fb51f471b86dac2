import { dropCookie, getCookie, setCookie } from './cookie.ts';

/** The token pair lives in two cookies, so that every tab of the browser shares one renewed pair. */

const ACCESS = 'access-token';
const REFRESH = 'x-access-token';
const INVALID = 'invalid_token';

let serverAhead = 0;

/** Every answer says what time it is at the server; only that clock judges a token. */
export function learnClock(dateHeader: string | null): void {
  const at = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (!Number.isNaN(at)) serverAhead = at - Date.now();
}

export const serverNow = (): number => Date.now() + serverAhead;

interface Claims {
  exp?: number;
  iat?: number;
}

function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as Claims;
  } catch {
    return {};
  }
}

export const hasToken = (): boolean => getCookie(ACCESS) !== '';

export function storePair(access: string, refresh: string): void {
  setCookie(ACCESS, access);
  setCookie(REFRESH, refresh);
}

export function clearPair(): void {
  dropCookie(ACCESS);
  dropCookie(REFRESH);
}

export const accessToken = (): string => getCookie(ACCESS);

/** The access token has ended by the clock of the server, and there is a refresh token to follow it. */
export function isExpired(): boolean {
  const { exp } = claimsOf(accessToken());
  return exp !== undefined && exp * 1000 <= serverNow() && getCookie(REFRESH) !== '';
}

/** @param renewing asks for the pair that follows: the refresh token goes along */
export function tokenHeaders(renewing = false): Record<string, string> {
  const access = accessToken();
  if (!access) return {};
  const headers: Record<string, string> = { Authorization: `Bearer ${access}` };
  const refresh = getCookie(REFRESH);
  if (renewing && refresh) headers['X-Authorization'] = `Bearer ${refresh}`;
  return headers;
}

/** True where an answer says that the access token is no good. */
export const isInvalid = (response: Response): boolean =>
  response.status === 401 || response.headers.get(ACCESS) === INVALID;

/**
 * Takes what an answer says about the session. A late answer never brings back a pair that a sign-out has cleared,
 * nor replaces a younger one that another call or tab has stored meanwhile.
 */
export function learnPair(headers: Headers, signingIn = false): 'kept' | 'invalid' {
  const access = headers.get(ACCESS);
  if (!access) return 'kept';
  if (access === INVALID) return 'invalid';
  const refresh = headers.get(REFRESH);
  if (!refresh || refresh === INVALID) return 'kept';
  const current = getCookie(ACCESS);
  const younger = (claimsOf(access).exp ?? 0) >= (claimsOf(current).exp ?? 0);
  if (signingIn || (current && younger)) storePair(access, refresh);
  return 'kept';
}
