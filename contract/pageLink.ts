/** Addresses that end up in `href` and `src`: what is no page of the web and no path of our own is none of them. */

/** Browsers drop some of these before they read an address, and take a backslash for a slash. */
const HIDDEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\\]/u;

/** A whole address of the web, without credentials in front of its host. */
export const isWebLink = (text: string): boolean =>
  !HIDDEN.test(text) && /^https?:\/\/[^/?#@:]+(?::\d{1,5}|[^/?#@]*\])?(?:[/?#]|$)/i.test(text);

/** A path on this server. */
export const isOwnPath = (text: string): boolean => /^\/(?!\/)/.test(text) && !HIDDEN.test(text);

export const isPageLink = (text: string): boolean => isWebLink(text) || isOwnPath(text);
