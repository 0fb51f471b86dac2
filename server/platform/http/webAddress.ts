/** True for a whole address that a browser opens as a page; `javascript:` and a path alone are none. */
export function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
