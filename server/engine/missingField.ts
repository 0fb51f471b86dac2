import { resourceOf } from '../../contract/resources/index.ts';
import { validationText } from '../../contract/validationTexts.ts';
import { Refused } from '../platform/http/refused.ts';
import { fieldLabel } from './labels.ts';
import type { WriteContext } from './serverHalf.ts';

/** The refusal of a write that names nothing usable in this field. */
export function missingField({ deps, caller }: WriteContext, resource: string, field: string): Refused {
  const label = fieldLabel(deps.locales, caller.locale, resourceOf(resource), field);
  return new Refused('validation', {}, { [field]: [validationText(caller.locale, 'missing', { label })] });
}
