import { LOCALES, type Locale, isLocale } from '../../../contract/locales.ts';
import { localised } from '../../kit/index.ts';
import { isObject } from './plain.ts';

/**
 * What a person calls a tab: a JSON map of locale to name, as text. An empty name is that of the tab's view. A language
 * without one shows the name of another: a renamed tab is told from its neighbours by that name, in every language.
 */
export type TabName = string;

/** Of a name in one language, in characters. */
export const LONGEST_NAME = 60;

type Names = Partial<Record<Locale, string>>;

const write = (names: Names): TabName | undefined => {
  const entries = LOCALES.flatMap((locale) => (names[locale] === undefined ? [] : [[locale, names[locale]]]));
  return entries.some(([, name]) => name !== '') ? JSON.stringify(Object.fromEntries(entries)) : undefined;
};

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_NAME;

function parse(raw: unknown): unknown {
  if (typeof raw !== 'string' || !raw.startsWith('{')) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** A stored name; one that is no map was typed before names had a language, and is the tab's in all of them. */
export function readTabName(raw: unknown): TabName | undefined {
  const value = parse(raw);
  if (isName(value)) {
    const name = value.trim();
    return write(Object.fromEntries(LOCALES.map((locale) => [locale, name])));
  }
  if (!isObject(value)) return undefined;
  const known = Object.entries(value).filter(([locale, name]) => isLocale(locale) && isName(name));
  return write(Object.fromEntries(known.map(([locale, name]) => [locale, String(name).trim()])));
}

/** Renamed in one language; the others keep theirs. An empty name gives the tab the one of its view. */
export function withTabName(name: TabName | undefined, locale: Locale, typed: string): TabName | undefined {
  const names = parse(readTabName(name) ?? '{}') as Names;
  return write({ ...names, [locale]: typed });
}

/** The name in the current language; undefined where that of the view is shown. */
export const tabNameText = (name: TabName | undefined): string | undefined => localised(name) || undefined;
