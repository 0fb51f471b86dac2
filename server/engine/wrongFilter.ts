import { DICTS } from '../../contract/dicts.ts';
import type { Field } from '../../contract/field.ts';
import { textIn } from '../../contract/forms/fields.ts';
import type { Locale } from '../platform/http/caller.ts';
import { type Locales, textOf } from '../platform/http/locales.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Compiled } from './compile.ts';
import { fieldLabel, joined, valueLabel } from './labels.ts';

/** Texts of errors.json `filters`. */
export type FilterRule =
  | 'oneOf'
  | 'flag'
  | 'whole'
  | 'id'
  | 'number'
  | 'instant'
  | 'date'
  | 'text'
  | 'shape'
  | 'exclusion'
  | 'range'
  | 'positive'
  | 'offset'
  | 'node'
  | 'field'
  | 'operator'
  | 'logic'
  | 'depth'
  | 'size'
  | 'sort'
  | 'format'
  | 'columns'
  | 'noColumns'
  | 'input';

/** A question that cannot be read: about which field, by which rule; the words are found where the caller is known. */
export class WrongFilter extends Error {
  /** Key of the refusal: the body's own. */
  readonly key: string;
  readonly rule: FilterRule;
  /** The field as it was named; unknown to the resource perhaps. */
  readonly field: string;
  /** Names of fields, or words of the contract such as operators. */
  readonly allowed: readonly string[];
  readonly limit: number | undefined;

  constructor(
    key: string,
    rule: FilterRule,
    about: { field?: string; allowed?: readonly string[]; limit?: number } = {},
  ) {
    super(rule);
    this.key = key.slice(0, 60);
    this.rule = rule;
    this.field = (about.field ?? key).slice(0, 60);
    this.allowed = about.allowed ?? [];
    this.limit = about.limit;
  }
}

function dictionaryWords(locales: Locales, locale: Locale, field: Field | undefined): string[] {
  if (field?.kind !== 'dict') return [];
  const items = (DICTS as Readonly<Record<string, readonly { value: string | number }[]>>)[field.dict] ?? [];
  return items.map(({ value }) => valueLabel(locales, locale, field, value));
}

function textFor(compiled: Compiled, wrong: WrongFilter, locales: Locales, locale: Locale): string {
  const { resource } = compiled;
  const drawnTitle = (name: string) => textIn(compiled.columns.get(name)?.drawn?.title, locale);
  const named = (name: string) =>
    drawnTitle(name) ||
    (Object.hasOwn(resource.fields, name) ? fieldLabel(locales, locale, resource, name) : name);
  const allowed =
    wrong.rule === 'oneOf'
      ? dictionaryWords(locales, locale, resource.fields[wrong.field])
      : wrong.allowed.map(named);
  const values = { label: named(wrong.field), allowed: joined(locale, allowed), limit: wrong.limit };
  return textOf(locales, locale, 'errors', `filters.${wrong.rule}`, values) ?? wrong.rule;
}

/** The refusal that names each field by its label and says what is allowed. */
export function refusedParts(compiled: Compiled, wrong: readonly WrongFilter[]): Refused {
  return new Refused('validation', {}, (locales, locale) =>
    Object.fromEntries(wrong.map((each) => [each.key, [textFor(compiled, each, locales, locale)]])),
  );
}

/** As `refusedParts`, of one field. */
export const refusedPart = (compiled: Compiled, wrong: WrongFilter): Refused =>
  refusedParts(compiled, [wrong]);

/** Runs what reads a question and puts what it cannot read into words. */
export function inWords<T>(compiled: Compiled, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof WrongFilter ? refusedPart(compiled, error) : error;
  }
}
