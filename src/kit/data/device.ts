import { getCookie, setCookie } from './cookie.ts';

const YEAR = 365 * 24 * 3600;

function identifier(name: string, maxAge?: number): string {
  const known = getCookie(name);
  if (/^[\w-]{8,64}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  setCookie(name, made, maxAge);
  return made;
}

/** This browser, and this browser session. */
export const deviceHeaders = (): Record<string, string> => ({
  'cf-idf': identifier('cf-idf', YEAR),
  'cf-ids': identifier('cf-ids'),
});
