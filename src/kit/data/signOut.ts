import { drafts } from '../drafts.ts';
import { endSitting } from '../sitting.ts';
import { forgetToasts } from '../ui/toast.ts';
import { clearPair } from './token.ts';

/** Paths a sign-in may return to: on this origin, and never `//host` or `/\host`, nor what a browser reads as that. */
export const SAFE_REDIRECT = /^\/(?![/\\])\P{Cc}*$/u;

/** Where the guard sends someone without a session; the address asked for comes back after sign-in. */
export function loginAddress(path: string, query: string): string {
  if (path === '/login') return '/login';
  const asked = new URLSearchParams({ redirect: path });
  const params = Object.fromEntries(new URLSearchParams(query));
  if (Object.keys(params).length > 0) asked.set('params', JSON.stringify(params));
  return `/login?${asked.toString()}`;
}

/** The address to open after sign-in, from the query of the sign-in page. */
export function returnAddress(query: string): string {
  const asked = new URLSearchParams(query);
  const path = asked.get('redirect') ?? '';
  if (!SAFE_REDIRECT.test(path) || path.startsWith('/login')) return '/';
  let params = '';
  try {
    const given = JSON.parse(asked.get('params') ?? '{}') as Record<string, unknown>;
    const pairs = Object.entries(given).map(([key, value]): [string, string] => [key, String(value)]);
    params = new URLSearchParams(pairs).toString();
  } catch {
    // Unreadable params: the page itself still opens.
  }
  return params ? `${path}?${params}` : path;
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('paydesk:session');
let leaving = false;

function leave(asked: boolean): void {
  if (asked) drafts.clear();
  else drafts.release();
  forgetToasts();
  endSitting();
  if (leaving || location.pathname === '/login') return;
  leaving = true;
  location.assign(loginAddress(location.pathname, location.search));
}

const ENDED = 'paydesk:session-ended';

/**
 * Ends the session in this browser; the other tabs follow.
 * @param asked the person signed out; without it the sign-in page says that the session has ended
 */
export function forgetSession(asked = false): void {
  clearPair();
  try {
    if (!asked) sessionStorage.setItem(ENDED, '1');
  } catch {
    // Storage is off: the sign-in page opens without the word.
  }
  channel?.postMessage(asked ? 'signedOut' : 'ended');
  leave(asked);
}

/** True once after a session that nobody signed out of has ended. */
export function sessionHasEnded(): boolean {
  try {
    const ended = sessionStorage.getItem(ENDED) !== null;
    sessionStorage.removeItem(ENDED);
    return ended;
  } catch {
    return false;
  }
}

/** A sign-in as someone else in another tab must not mix two people's data in this one. */
export const announceSignIn = (): void => channel?.postMessage('started');

if (channel) {
  channel.onmessage = (message: MessageEvent<unknown>) => {
    if (message.data === 'ended' || message.data === 'signedOut') leave(message.data === 'signedOut');
    else if (message.data === 'started' && location.pathname !== '/login') location.reload();
  };
}
