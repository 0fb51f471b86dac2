import { DICTS, type DictItem } from '../../../contract/dicts.ts';
import { LOCALES } from '../../../contract/locales.ts';
import { localText } from '../../../contract/localised.ts';
import type { Locale } from '../../platform/http/caller.ts';
import { type Locales, textOf } from '../../platform/http/locales.ts';

const ALL: Readonly<Record<string, readonly DictItem[]>> = DICTS;

/** The product's own item of this value, which code and other rows depend on. */
export const shippedItem = (type: string, value: unknown): DictItem | undefined =>
  Object.hasOwn(ALL, type) ? ALL[type]!.find((item) => String(item.value) === String(value)) : undefined;

const textIn = (locales: Locales, locale: Locale, type: string, item: DictItem): string =>
  textOf(locales, locale, 'dicts', `${type}.${item.value}`) ?? item.label;

/** The label of a shipped item, stored as a map of locale to text. */
export const shippedLabel = (locales: Locales, type: string, item: DictItem): string =>
  JSON.stringify(Object.fromEntries(LOCALES.map((locale) => [locale, textIn(locales, locale, type, item)])));

interface Label {
  label: string;
  /** Somebody has called a shipped item otherwise, in this language. */
  renamed: boolean;
}

/** What a stored label says in a language. */
export function labelIn(
  locales: Locales,
  locale: Locale,
  type: string,
  row: { value: unknown; label: string },
): Label {
  const item = shippedItem(type, row.value);
  const own = localText(row.label, locale);
  if (!item) return { label: own, renamed: false };
  const shipped = textIn(locales, locale, type, item);
  // Stored plain it is the shipped text as well.
  const renamed = own !== shipped && own !== item.label;
  return { label: renamed ? own : shipped, renamed };
}
