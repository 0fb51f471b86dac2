import type { Locale } from '../http/caller.ts';
import { type Locales, textOf } from '../http/locales.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Words } from '../../contract/validate.ts';

/** What people call a field, in the asker's language; its name where no file has a word for it. */
export function fieldLabel(locales: Locales, locale: Locale, resource: Resource, field: string): string {
  return textOf(locales, locale, resource.area, `${resource.id}.fields.${field}`) ?? field;
}

export function wordsOf(locales: Locales, locale: Locale, resource: Resource): Words {
  return { language: locale, label: (field) => fieldLabel(locales, locale, resource, field) };
}

/** Labels of an action's own input fields: `<resource>.inputs.<field>`, else as a field of the resource. */
export function inputWords(locales: Locales, locale: Locale, resource: Resource): Words {
  const label = (field: string) =>
    textOf(locales, locale, resource.area, `${resource.id}.inputs.${field}`) ??
    fieldLabel(locales, locale, resource, field);
  return { language: locale, label };
}

const JOINER: Readonly<Record<Locale, string>> = { 'zh-cn': '、', 'zh-tw': '、', en: ', ' };

export function fieldLabels(
  locales: Locales,
  locale: Locale,
  resource: Resource,
  fields: readonly string[],
): string {
  return fields.map((field) => fieldLabel(locales, locale, resource, field)).join(JOINER[locale]);
}
