import { resourceOf } from '../../../contract/resources/index.ts';
import type { Words } from '../../../contract/validate.ts';
import type { Locale } from '../../platform/http/caller.ts';
import { fieldLabel } from '../../platform/http/fieldLabels.ts';
import type { Locales } from '../../platform/http/locales.ts';

/** How forms of a resource name their fields. */
export function words(locales: Locales, locale: Locale, resource: string): Words {
  const { area } = resourceOf(resource);
  return {
    language: locale,
    label: (field) => fieldLabel(locales, locale, { id: resource, area }, field),
  };
}
