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

/** Labels of an action's own input fields: `<resource>.inputs.<field>`, as a field of the resource, as any form's. */
export const inputLabels =
  (locales: Locales, locale: Locale, resource: { id: string; area: string } | undefined): LabelOf =>
  (field) =>
    (resource && textOf(locales, locale, resource.area, `${resource.id}.inputs.${field}`)) ??
    fieldLabel(locales, locale, resource, field);

/** A call whose form is that of a view of its own. */
const VIEWS: Readonly<Record<string, { id: string; area: string }>> = {
  '/api/sysConfig/saveSysInfo': { id: 'sysInfoSetting', area: 'platform' },
};

/** The fields of a route's body as the forms of its resource call them: `/api/<resource>/<verb>`. */
export const routeLabels = (locales: Locales, locale: Locale, url: string): LabelOf =>
  inputLabels(locales, locale, VIEWS[url] ?? resources.get(url.split('/')[2] ?? ''));
