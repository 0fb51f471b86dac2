import { atom, getDefaultStore } from 'jotai';
import { useMemo } from 'react';
import { type BackendModule, type i18n as I18n, createInstance } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { zoneAtom } from '../preferences.ts';
import { repaint } from '../ui/theme.ts';
import { toast } from '../ui/toast.ts';
import { edged, joins } from './joins.ts';
import { FALLBACK_LOCALE, LOCALES, type Locale, langTag } from '../../../contract/locales.ts';
import { currentLocale, keepLocale } from './locale.ts';

type Texts = Record<string, unknown>;

/** One small file per language and area, fetched when first needed. */
const files = import.meta.glob<Texts>('../../../locales/*/*.json', { import: 'default' });

const fileOf = (locale: string, namespace: string) => files[`../../../locales/${locale}/${namespace}.json`];

/** Every area that has texts. */
export const namespaces: readonly string[] = [
  ...new Set(Object.keys(files).map((path) => path.replace(/^.*\/(.+)\.json$/, '$1'))),
];

const backend: BackendModule = {
  type: 'backend',
  init() {},
  async read(locale, namespace) {
    return (await fileOf(locale, namespace)?.()) ?? {};
  },
};

export const i18n: I18n = createInstance();

/** In another zone every time on screen is another text. */
const ZONE_CHANGED = 'zoneChanged';
getDefaultStore().sub(zoneAtom, () => i18n.emit(ZONE_CHANGED));

/** The area whose texts the shell itself needs. */
const FIRST = 'app';

function markDocument(locale: Locale): void {
  document.documentElement.lang = langTag(locale);
  repaint();
}

/** Resolves when the texts of `first` are there in the current language. */
export async function startI18n(first: readonly string[]): Promise<void> {
  markDocument(currentLocale());
  await i18n
    .use(backend)
    .use(initReactI18next)
    .use(joins)
    .init({
      lng: currentLocale(),
      fallbackLng: FALLBACK_LOCALE,
      supportedLngs: LOCALES,
      lowerCaseLng: true,
      load: 'currentOnly',
      ns: [...first],
      defaultNS: first[0],
      // React escapes; this only says where the values stand.
      interpolation: { escapeValue: true, escape: edged },
      postProcess: joins.name,
      returnEmptyString: false,
      react: { useSuspense: true, bindI18n: `languageChanged ${ZONE_CHANGED}` },
    });
}

/** Loads the texts of every area, so that no panel waits for words later. */
export const loadAllTexts = (): Promise<void> => i18n.loadNamespaces([...namespaces]);

/** The language whose texts are on their way, while they are. */
export const comingLocaleAtom = atom<Locale | undefined>(undefined);

/**
 * Switches without a reload, once every text is there: on a slow line the old language stays whole until then.
 * Resolves when the new texts are on screen; rejects when they did not come, and nothing has changed. The latest
 * choice wins.
 */
export async function setLocale(locale: Locale): Promise<void> {
  const store = getDefaultStore();
  store.set(comingLocaleAtom, locale);
  try {
    await i18n.loadLanguages(locale);
    if (store.get(comingLocaleAtom) !== locale) return;
    if (!i18n.hasResourceBundle(locale, FIRST)) throw new Error(i18n.t('app:error.network'));
    keepLocale(locale);
    await i18n.changeLanguage(locale);
    markDocument(locale);
  } finally {
    if (store.get(comingLocaleAtom) === locale) store.set(comingLocaleAtom, undefined);
  }
}

/** Switches, and says so where that failed. */
export function chooseLocale(locale: Locale): Promise<void> {
  return setLocale(locale).catch((error: unknown) => {
    toast.error(error instanceof Error ? error.message : String(error), { key: 'language' });
  });
}

/** A key to its text; the keys live in JSON, so their parity is a test's matter rather than the compiler's. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Texts that stand as they are: to look one up takes longer than to draw it, and each is drawn again and again. */
const plain = new Map<string, string | undefined>();
const forget = (): void => plain.clear();
i18n.on('languageChanged', forget);
i18n.on('loaded', forget);

function plainText(key: string): string | undefined {
  if (!plain.has(key)) plain.set(key, i18n.exists(key) ? i18n.t(key) : undefined);
  return plain.get(key);
}

/** A text outside React, `area:key`; labels of commands call it late, so they follow the language. */
export function translate(key: string, values?: Record<string, unknown>): string {
  return (values ? undefined : plainText(key)) ?? i18n.t(key, values ?? {});
}

/** The text of a key where it exists, else undefined. */
export function translateIfAny(key: string, values?: Record<string, unknown>): string | undefined {
  if (!values) return plainText(key);
  return i18n.exists(key) ? i18n.t(key, values) : undefined;
}

/** Texts of an area (`orders`, `app`, …) inside React. */
export function useT(namespace: string): Translate {
  const { t } = useTranslation(namespace, { i18n });
  // Another one whenever the texts are others, so that what keeps it draws again.
  return useMemo<Translate>(
    () => (key, values) => translate(key.includes(':') ? key : `${namespace}:${key}`, values),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, namespace],
  );
}
