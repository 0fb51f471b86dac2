import { atom, getDefaultStore } from 'jotai';
import { FALLBACK_LOCALE, isLocale, type Locale, localeOf } from '../../../contract/locales.ts';
import { storage } from '../storage.ts';

function fromBrowser(): Locale {
  for (const tag of globalThis.navigator?.languages ?? []) {
    const found = localeOf(tag);
    if (found) return found;
  }
  return FALLBACK_LOCALE;
}

const KEY = 'locale';
export const localeAtom = atom<Locale>(storage.get(KEY, (raw) => (isLocale(raw) ? raw : fromBrowser())));

export const currentLocale = (): Locale => getDefaultStore().get(localeAtom);

export function keepLocale(locale: Locale): void {
  getDefaultStore().set(localeAtom, locale);
  storage.set(KEY, locale);
}

/** A name stored as a JSON map of locale to text, or plain text. */
export function localised(value: unknown, locale: Locale = currentLocale()): string {
  if (typeof value === 'string' && value.startsWith('{')) {
    try {
      return localised(JSON.parse(value), locale);
    } catch {
      return value;
    }
  }
  if (value !== null && typeof value === 'object') {
    const map = value as Record<string, unknown>;
    const text = map[locale] ?? map[FALLBACK_LOCALE] ?? Object.values(map)[0];
    return typeof text === 'string' ? text : '';
  }
  return typeof value === 'string' ? value : '';
}
