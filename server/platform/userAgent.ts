import bowser from 'bowser';

interface UserAgent {
  browser: string | null;
  os: string | null;
}

const LONGEST = 500;
/** Reading a header is many patterns, and each command of a person comes with the same one. */
const known = new Map<string, UserAgent>();
const MOST_KNOWN = 500;

/** Which browser and which system a request came from, as far as its header says. */
export function userAgentOf(header: string | undefined): UserAgent {
  if (!header) return { browser: null, os: null };
  const text = header.slice(0, LONGEST);
  const found = known.get(text);
  if (found) return found;
  const { browser, os } = bowser.parse(text);
  const named = (name?: string, version?: string) =>
    name ? [name, version].filter(Boolean).join(' ') : null;
  const read = {
    browser: named(browser.name, browser.version?.split('.')[0]),
    os: named(os.name, os.versionName),
  };
  if (known.size < MOST_KNOWN) known.set(text, read);
  return read;
}
