import bowser from 'bowser';

/** Which browser and which system a request came from, as far as its header says. */
export function userAgentOf(header: string | undefined): { browser: string | null; os: string | null } {
  if (!header) return { browser: null, os: null };
  const { browser, os } = bowser.parse(header.slice(0, 500));
  const named = (name?: string, version?: string) =>
    name ? [name, version].filter(Boolean).join(' ') : null;
  return { browser: named(browser.name, browser.version?.split('.')[0]), os: named(os.name, os.versionName) };
}
