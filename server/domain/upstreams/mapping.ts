import { receivedReference } from '../../../contract/identity/identity.ts';

/** What a configuration says of another's names: pure, so that any upstream's dialect is tested without a network. */

/** What a text says as JSON; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{orderNo}` → the order's number; an unknown placeholder becomes nothing. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The body we send: our names, or theirs where the configuration maps them. */
export function requestBody(
  map: Readonly<Record<string, string>> | undefined,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  if (!map) return { ...values };
  return Object.fromEntries(
    Object.entries(map).map(([theirs, template]) => [theirs, fill(template, values)]),
  );
}

/** No text of the database holds one. */
const plain = (value: string): string => value.replaceAll('\u0000', '');

/** The value at a dotted path as text; undefined where there is none or it is no plain value. */
export function pick(source: unknown, path: string): string | undefined {
  let at = source;
  for (const key of path.split('.')) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean'
    ? plain(String(at))
    : undefined;
}

/** What in an answer names a payment. */
const REFERENCES: ReadonlySet<string> = new Set(['utr', 'upstreamOrderNo']);

/** Our names out of their answer. */
export function readAnswer(
  map: Readonly<Record<string, string>>,
  source: unknown,
  names: readonly string[],
): Record<string, string | undefined> {
  const read = (name: string): string | undefined => {
    const value = pick(source, map[name] ?? name);
    return value !== undefined && REFERENCES.has(name) ? receivedReference(value) || undefined : value;
  };
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}
