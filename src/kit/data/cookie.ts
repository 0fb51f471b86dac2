/** Cookies that the page itself reads and writes; only this origin sees them. */

export function getCookie(name: string): string {
  const prefix = `${name}=`;
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(prefix));
  try {
    return found ? decodeURIComponent(found.slice(prefix.length)) : '';
  } catch {
    return '';
  }
}

/** Without `maxAge` (seconds) the cookie ends with the browser session. */
export function setCookie(name: string, value: string, maxAge?: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  // The Cookie Store API is not available on plain http, which a first install uses.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${life}`;
}

export const dropCookie = (name: string): void => setCookie(name, '', 0);
