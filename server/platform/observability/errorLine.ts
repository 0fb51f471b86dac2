/** What of a text may be a secret: bearer tokens, passwords in addresses and in assignments. */
const SECRETS: readonly [RegExp, string][] = [
  [/\b(Bearer\s+)[\w.~+/=-]+/gi, '$1[secret]'],
  [/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1[secret]@'],
  [/\b(\w*(?:password|secret|token)\w*["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, '$1[secret]'],
];

const clean = (text: string): string =>
  SECRETS.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text);

/** Of a database's answer its names only: `detail` and `where` repeat the row, password hashes and all. */
const NAMES = ['code', 'table', 'column', 'constraint', 'syscall', 'address', 'port'] as const;
const DEEPEST = 3;

/** An error as a log line carries it. */
export function errorLine(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return clean(String(error));
  const given = error as unknown as Record<string, unknown>;
  const named = NAMES.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  const cause = error.cause !== undefined && depth < DEEPEST ? errorLine(error.cause, depth + 1) : undefined;
  return {
    type: error.name,
    message: clean(error.message),
    stack: clean(error.stack ?? ''),
    ...Object.fromEntries(named),
    ...(cause === undefined ? {} : { cause }),
  };
}
