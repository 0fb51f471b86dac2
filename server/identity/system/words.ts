import type { Words } from '../../../contract/validate.ts';
import type { Locale } from '../../platform/http/caller.ts';
import { type Locales, textOf } from '../../platform/http/locales.ts';

/** How forms of a resource of the system area name their fields. */
export function words(locales: Locales, locale: Locale, resource: string): Words {
  return {
    language: locale,
    label: (field) => textOf(locales, locale, 'system', `${resource}.fields.${field}`) ?? field,
  };
}
