/** Pages of the server that a browser reads by a short-lived cookie: the documentation and the board of jobs. */
export const PASS_PAGES = ['/api/docs', '/schedule'] as const;
export type PassPage = (typeof PASS_PAGES)[number];

/** The page that an address of this origin leads to; a query or an anchor does not change which. */
export function passPageAt(address: string): PassPage | undefined {
  const path = address.replace(/[?#].*$/, '');
  return PASS_PAGES.find((page) => path === page || path.startsWith(`${page}/`));
}
