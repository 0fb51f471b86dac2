import { FALLBACK_LOCALE, isLocale, type Locale } from './locales.ts';

function mapOf(value: string): Record<string, unknown> | undefined {
  if (!value.startsWith('{')) return undefined;
  try {
    const map: unknown = JSON.parse(value);
    return map !== null && typeof map === 'object' ? (map as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A stored text in one language: plain text as it is, of a JSON map of locale to text the asked one, else zh-cn. */
export function localText(value: string, language: Locale): string {
  const map = mapOf(value);
  if (!map) return value;
  const text = map[language] ?? map[FALLBACK_LOCALE] ?? Object.values(map)[0];
  return typeof text === 'string' ? text : value;
}

/** The stored text with another one in this language; where it was plain, it stays plain. */
export function withText(stored: string, language: Locale, text: string): string {
  const map = mapOf(stored);
  return map ? JSON.stringify({ ...map, [language]: text }) : text;
}

/** Each of its texts made another; a plain one is the only one. */
export function eachText(stored: string, make: (text: string) => string): string {
  const map = mapOf(stored);
  if (!map) return make(stored);
  return JSON.stringify(
    Object.fromEntries(Object.entries(map).map(([key, text]) => [key, make(String(text))])),
  );
}

/**
 * What a stored text becomes by what a form sends back: undefined where it came back as it was `shown`; a map as it is; any
 * other text is that of the form's language and leaves the others.
 */
export function textBack(
  { stored, shown }: { stored: string; shown: string },
  language: Locale,
  given: string,
): string | undefined {
  if (given.startsWith('{')) return given;
  return given === shown || given === stored ? undefined : withText(stored, language, given);
}

/** May be stored as a localised text: plain, or a map with a text for known languages only. */
export function isLocalText(value: string): boolean {
  if (!value.startsWith('{')) return true;
  const entries = Object.entries(mapOf(value) ?? {});
  return entries.length > 0 && entries.every(([key, text]) => isLocale(key) && typeof text === 'string');
}

/** A map of locale to text, and nothing else. */
export const isLanguageMap = (value: string): boolean => value.startsWith('{') && isLocalText(value);
