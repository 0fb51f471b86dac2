import type { Caller } from './caller.ts';
import type { AppDeps } from './deps.ts';
import { textOf } from './locales.ts';
import { Refused } from './refused.ts';

/** Refuses one field with a text of errors.json `texts`. */
export function refuseField(
  deps: AppDeps,
  caller: Caller,
  field: string,
  text: string,
  values: Record<string, unknown> = {},
): Refused {
  const message = textOf(deps.locales, caller.locale, 'errors', `texts.${text}`, values) ?? text;
  return new Refused('validation', {}, { [field]: [message] });
}
