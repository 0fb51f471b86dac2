import { LOCALE_FACTS, type Locale } from '../../contract/locales.ts';
import { type Locales, textOf } from '../platform/http/locales.ts';
import type { Field } from '../../contract/field.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Words } from '../../contract/validate.ts';

/** What people call a field, in the caller's language; its name where no file has a word for it. */
export function fieldLabel(locales: Locales, locale: Locale, resource: Resource, field: string): string {
  return (
    textOf(locales, locale, resource.area, `${resource.id}.fields.${field}`) ??
    textOf(locales, locale, 'grid', `fields.${field}`) ??
    field
  );
}

/** What a resource's list is called, in the caller's language. */
export const resourceTitle = (locales: Locales, locale: Locale, { area, id }: Resource): string =>
  textOf(locales, locale, area, `${id}.title`) ?? id;

export function wordsOf(locales: Locales, locale: Locale, resource: Resource): Words {
  return { language: locale, label: (field) => fieldLabel(locales, locale, resource, field) };
}

/** Labels of an action's own input fields: `<resource>.inputs.<field>`, as a field of the resource, as any form's. */
export function inputWords(locales: Locales, locale: Locale, resource: Resource): Words {
  const label = (field: string) =>
    textOf(locales, locale, resource.area, `${resource.id}.inputs.${field}`) ??
    fieldLabel(locales, locale, resource, field);
  return { language: locale, label };
}

export const joined = (locale: Locale, texts: readonly string[]): string =>
  texts.join(LOCALE_FACTS[locale].comma);

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
