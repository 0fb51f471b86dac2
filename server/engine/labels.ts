import type { LabelOf } from '../platform/http/validation.ts';
import { LOCALE_FACTS, type Locale } from '../../contract/locales.ts';
import { fieldLabel, inputLabels } from '../platform/http/fieldLabels.ts';
import { type Locales, textOf } from '../platform/http/locales.ts';

export { fieldLabel };
import type { Field } from '../../contract/field.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Words } from '../../contract/validate.ts';

/** What a resource's list is called, in the caller's language. */
export const resourceTitle = (locales: Locales, locale: Locale, { area, id }: Resource): string =>
  textOf(locales, locale, area, `${id}.title`) ?? id;

export function wordsOf(locales: Locales, locale: Locale, resource: Resource): Words {
  return { language: locale, label: (field) => fieldLabel(locales, locale, resource, field) };
}

/** What a call's own fields are called, beside those of its resource. */
export const labelsOf = (
  { deps, compiled }: { deps: { locales: Locales }; compiled: { resource: Resource } },
  { locale }: { locale: Locale },
): LabelOf => inputLabels(deps.locales, locale, compiled.resource);

export const inputWords = (locales: Locales, locale: Locale, resource: Resource): Words => ({
  language: locale,
  label: inputLabels(locales, locale, resource),
});

export const joined = (locale: Locale, texts: readonly string[]): string =>
  texts.join(LOCALE_FACTS[locale].comma);

/** Sentences one after another, in one text. */
export const joinSentences = (locale: Locale, sentences: readonly string[]): string =>
  sentences.join(locale === 'en' ? '; ' : '；');

export function fieldLabels(
  locales: Locales,
  locale: Locale,
  resource: Resource,
  fields: readonly string[],
): string {
  return joined(
    locale,
    fields.map((field) => fieldLabel(locales, locale, resource, field)),
  );
}

export const flagLabel = (locale: Locale, value: boolean): string =>
  LOCALE_FACTS[locale][value ? 'yes' : 'no'];

/** A dictionary's value or a flag as people read it; anything else as it is. */
export function valueLabel(
  locales: Locales,
  locale: Locale,
  field: Field | undefined,
  value: unknown,
): string {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return flagLabel(locale, value);
  const known = field?.kind === 'dict' && textOf(locales, locale, 'dicts', `${field.dict}.${String(value)}`);
  return known || String(value);
}

/** What a row holds in these fields: `Status: Success, Settled: Yes`. */
export function rowState(
  locales: Locales,
  locale: Locale,
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string {
  const part = (name: string) =>
    `${fieldLabel(locales, locale, resource, name)}${LOCALE_FACTS[locale].colon}${valueLabel(locales, locale, resource.fields[name], row[name])}`;
  return joined(locale, names.map(part));
}
