import { atom, getDefaultStore } from 'jotai';
import { storage } from '../storage.ts';

export const LOCALES = ['zh-cn', 'zh-tw', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = 'zh-cn';

/** A language says its own name in its own script. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = Object.freeze({
  'zh-cn': '简体中文',
  'zh-tw': '繁體中文',
  en: 'English',
});

const LANG_TAGS: Readonly<Record<Locale, string>> = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' };

/** The BCP 47 tag for `lang` attributes and Intl. */
export const langTag = (locale: Locale): string => LANG_TAGS[locale];

export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale);

function fromBrowser(): Locale {
  for (const tag of globalThis.navigator?.languages ?? []) {
    const lower = tag.toLowerCase();
    if (/^zh-(?:tw|hk|mo|hant)/.test(lower)) return 'zh-tw';
    if (lower.startsWith('zh')) return 'zh-cn';
    if (lower.startsWith('en')) return 'en';
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
