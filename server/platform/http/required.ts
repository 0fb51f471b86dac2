import { validationText } from '../../../contract/validationTexts.ts';
import type { Locale } from './caller.ts';
import { type Locales, textOf } from './locales.ts';
import { Refused } from './refused.ts';

/** The named text fields of a lenient body, trimmed of nothing; 'Please enter X!' for each that is empty. */
export function required<N extends string>(
  body: Record<string, unknown>,
  names: readonly N[],
  to: { locales: Locales; locale: Locale },
): Record<N, string> {
  const fields: Record<string, string[]> = {};
  const values = {} as Record<N, string>;
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string' && value.trim() !== '') values[name] = value;
    else if (typeof value === 'number') values[name] = String(value);
    else {
      const label = textOf(to.locales, to.locale, 'errors', `fields.${name}`) ?? name;
      fields[name] = [validationText(to.locale, 'enter', { label })];
    }
  }
  if (Object.keys(fields).length > 0) throw new Refused('validation', {}, fields);
  return values;
}
