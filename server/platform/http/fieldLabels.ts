import { resources } from '../../../contract/resources/index.ts';
import type { Locale } from './caller.ts';
import { type Locales, textOf } from './locales.ts';
import type { LabelOf } from './validation.ts';

/** What people call a field of a resource, in the caller's language; its name where no file has a text for it. */
export function fieldLabel(
  locales: Locales,
  locale: Locale,
  resource: { id: string; area: string } | undefined,
  field: string,
): string {
  return (
    (resource && textOf(locales, locale, resource.area, `${resource.id}.fields.${field}`)) ??
    textOf(locales, locale, 'grid', `fields.${field}`) ??
    textOf(locales, locale, 'errors', `fields.${field}`) ??
    field
  );
}

/** The fields of a route's body as the forms of its resource call them: `/api/<resource>/<verb>`. */
export function routeLabels(locales: Locales, locale: Locale, url: string): LabelOf {
  const resource = resources.get(url.split('/')[2] ?? '');
  return (field) =>
    (resource && textOf(locales, locale, resource.area, `${resource.id}.inputs.${field}`)) ??
    fieldLabel(locales, locale, resource, field);
}
