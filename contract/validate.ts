import * as z from 'zod';
import type { Field, Fields } from './field.ts';
import { isFamily } from './family.ts';
import { isId } from './id.ts';
import { minorDigits } from './currency.ts';
import { fitsCurrency } from './money.ts';
import type { Resource } from './resource.ts';
import { fieldSchema } from './validateField.ts';
import type { Locale } from './locales.ts';
import { validationText } from './validationTexts.ts';

/** In which language a form speaks, and what it calls its fields. */
export interface Words {
  language: Locale;
  label: (field: string) => string;
}

export type WriteMode = 'add' | 'update';

/** What secrets answer with, and what a form sends back for "unchanged". */
export const MASKED = '••••••';

/** True where a write of this mode may carry the field. */
export function writable(field: Field, mode: WriteMode): boolean {
  return !field.readonly && !(mode === 'update' && field.once);
}

/** The field that says why a row is written, where its definition has one. */
export const whyOf = ({ fields }: Pick<Resource, 'fields'>): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.why);

/** Pairs that must not cross: minAmount / maxAmount, payMiniAmount / payMaxAmount. */
function bounds(fields: Fields): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name of Object.keys(fields)) {
    const upper = name.replace(/([mM])ini?Amount$/, '$1axAmount');
    if (upper !== name && upper in fields) pairs.push([name, upper]);
  }
  return pairs;
}

/** Rules over several fields: an amount has no more digits than its currency, a maximum is not below its minimum. */
function acrossFields(fields: Fields, words: Words) {
  const pairs = bounds(fields);
  return (value: Record<string, unknown>, context: z.RefinementCtx): void => {
    for (const [name, field] of Object.entries(fields)) {
      const amount = value[name];
      if (field.kind !== 'money' || typeof amount !== 'string') continue;
      const currency = value[field.currency];
      if (typeof currency !== 'string' || fitsCurrency(amount, currency)) continue;
      const message = validationText(words.language, 'digits', {
        label: words.label(name),
        max: minorDigits(currency),
      });
      context.addIssue({ code: 'custom', path: [name], message });
    }
    for (const [lower, upper] of pairs) {
      const [least, most] = [value[lower], value[upper]];
      if (typeof least !== 'string' || typeof most !== 'string' || Number(most) >= Number(least)) continue;
      const message = validationText(words.language, 'order', { label: words.label(upper) });
      context.addIssue({ code: 'custom', path: [upper], message });
    }
  };
}

/** A strict schema of these fields: an unknown key is refused, a required one must be there and not empty. */
export function fieldsSchema(fields: Fields, words: Words, partial = false) {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    shape[name] = fieldSchema(field, words.language, words.label(name), partial, words.label);
  }
  return z.strictObject(shape).superRefine(acrossFields(fields, words));
}

/**
 * The schema of a write. `add` takes every writable field; `update` takes `id`, the row's `version` and what is
 * to change, and an empty value of a required field is refused in both.
 */
export function writeSchema(resource: Resource, mode: WriteMode, words: Words) {
  const fields: Fields = Object.fromEntries(
    Object.entries(resource.fields).filter(([, field]) => writable(field, mode)),
  );
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    shape[name] = fieldSchema(
      field,
      words.language,
      words.label(name),
      mode === 'update' && !field.why,
      words.label,
    );
  }
  if (mode === 'update') {
    shape.id = idSchema;
    const version = z.int().min(0);
    // The family's clients know of no version: what they write, they write over what there is.
    shape.version = isFamily(resource) ? version.optional() : version;
  }
  return z.strictObject(shape).superRefine(acrossFields(fields, words));
}

/** Ids are strings on the wire; small numbers are accepted too. */
export const idSchema = z.union([z.string(), z.int().positive().transform(String)]).refine(isId);
