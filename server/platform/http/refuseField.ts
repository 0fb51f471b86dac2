import type { Caller } from './caller.ts';
import type { AppDeps } from './deps.ts';
import { textOf } from './locales.ts';
import { Refused } from './refused.ts';

/** What is wrong with a field: a text of errors.json `texts`. */
export interface Fault {
  field: string;
  text: string;
  values?: Record<string, unknown>;
}

/** Refuses several fields at once: whoever typed them mends all of them in one go. */
export function refuseFields(deps: AppDeps, caller: Caller, faults: readonly Fault[]): Refused {
  const messageOf = ({ text, values = {} }: Fault): string =>
    textOf(deps.locales, caller.locale, 'errors', `texts.${text}`, values) ?? text;
  const byField = Object.groupBy(faults, ({ field }) => field);
  const fields = Object.entries(byField).map(([field, own = []]) => [field, own.map(messageOf)] as const);
  return new Refused('validation', {}, Object.fromEntries(fields));
}

/** Refuses one field with a text of errors.json `texts`. */
export const refuseField = (
  deps: AppDeps,
  caller: Caller,
  field: string,
  text: string,
  values: Record<string, unknown> = {},
): Refused => refuseFields(deps, caller, [{ field, text, values }]);
