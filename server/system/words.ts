import type { Words } from '../../contract/validate.ts';
import type { Caller, Locale } from '../http/caller.ts';
import type { AppDeps } from '../http/deps.ts';
import { type Locales, textOf } from '../http/locales.ts';
import { Refused } from '../http/refused.ts';

/** How forms of a resource of the system area name their fields. */
export function words(locales: Locales, locale: Locale, resource: string): Words {
  return {
    language: locale,
    label: (field) => textOf(locales, locale, 'system', `${resource}.fields.${field}`) ?? field,
  };
}

/** Refuses one field with a text of errors.json `texts`. */
export function refuseField(
  deps: AppDeps,
  caller: Caller,
  field: string,
  text: string,
  values: Record<string, unknown> = {},
): Refused {
  const said = textOf(deps.locales, caller.locale, 'errors', `texts.${text}`, values) ?? text;
  return new Refused('validation', {}, { [field]: [said] });
}
