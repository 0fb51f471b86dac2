import * as z from 'zod';
import { isAmountOf } from './bulkLimits.ts';
import { DICTS } from './dicts.ts';
import { choicesOf, type Field, type Fields, type MoneyField, type Several } from './field.ts';
import { isId } from './id.ts';
import { type Identity, type IdentityKind, readIdentity } from './identity/identity.ts';
import { instantText } from './instant.ts';
import { eachText, isLocalText } from './localised.ts';
import { grouped, ungrouped } from './grouping.ts';
import { Amount, isAmountText } from './money.ts';
import { isStorable } from './storable.ts';
import type { Locale } from './locales.ts';
import { type ValidationRule, validationText } from './validationTexts.ts';

const JSON_LIMIT = 64 * 1024;
const INT_MAX = 2147483647;

type Say = (rule: ValidationRule, values?: Record<string, string | number>) => string;

/** True for what people choose, not type. */
function chosen(field: Field): boolean {
  return (
    isSeveral(field) ||
    field.kind === 'dict' ||
    choicesOf(field) !== undefined ||
    field.kind === 'ref' ||
    field.kind === 'flag' ||
    field.kind === 'instant' ||
    field.kind === 'date'
  );
}

/** Patterns that have a name of their own: the message says what is expected, not only that it is wrong. */
const NAMED: Readonly<Record<string, ValidationRule>> = {
  '[+0-9 ().-]{4,30}': 'phone',
  '[^@\\s]+@[^@\\s]+\\.[^@\\s]+': 'mail',
  '[A-Z]{4}0[A-Z0-9]{6}': 'ifsc',
  '(0x)?[0-9a-fA-F]{64}': 'hash',
  '[0-9]{6}|[A-Za-z2-9]{5}-?[A-Za-z2-9]{5}|pk-[\\w-]{22}': 'otp',
  '-?[0-9]{1,18}': 'whole',
  '20[0-9]{2}-(0[1-9]|1[0-2])': 'month',
  '([01][0-9]|2[0-3]):[0-5][0-9]': 'timeOfDay',
};

/** What a text of this pattern must look like; one that somebody drew has no name and is shown. */
function expected(pattern: string | undefined, say: Say): string {
  const signs = /^\[A-Za-z0-9([^\]]+)\]\+$/.exec(pattern ?? '')?.[1];
  if (signs !== undefined) return say('letters', { signs: signs.split('').join(' ') });
  const known = NAMED[pattern ?? ''];
  return known ? say(known) : say('pattern', { pattern: pattern ?? '' });
}

/** What a text names something by: each name of a locale map by itself. */
function identityOf(kind: IdentityKind, { localised }: Field, typed: string): Identity {
  if (!localised) return readIdentity(kind, typed);
  const reads: Identity[] = [];
  const value = eachText(typed, (each) => {
    const read = readIdentity(kind, each);
    reads.push(read);
    return 'value' in read ? read.value : each;
  });
  return reads.find((read) => 'fault' in read) ?? { value };
}

/** A text of that kind as it is stored, which `checked` then looks at; the first character that it cannot have is shown. */
function identified(kind: IdentityKind, field: Field, checked: z.ZodType, say: Say): z.ZodType {
  return z.string({ error: say('format') }).transform((typed, context) => {
    const read = identityOf(kind, field, typed);
    // A pattern has a text of its own, which says all that is expected.
    const isPlain = 'fault' in read && read.fault.rule === 'sign' && field.pattern !== undefined;
    if ('fault' in read && !isPlain) {
      const { rule, ...values } = read.fault;
      context.addIssue({ code: 'custom', message: say(rule, values) });
      return z.NEVER;
    }
    const parsed = checked.safeParse('value' in read ? read.value : typed);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: issue.message });
    return z.NEVER;
  });
}

function textual(field: Field, say: Say): z.ZodType {
  const checked = checkedText(field, say);
  return field.identity === undefined ? checked : identified(field.identity, field, checked, say);
}

function checkedText(field: Field, say: Say): z.ZodType {
  const text = z.string({ error: say('format') }).trim();
  const pattern = field.pattern === undefined ? undefined : new RegExp(`^(?:${field.pattern})$`, 'u');
  const fits = (value: string): boolean => pattern?.test(value) ?? true;
  const digits = /^\[0-9\]\{(\d+)\}$/.exec(field.pattern ?? '')?.[1];
  // How many there must be says how many may.
  if (digits !== undefined) return text.refine(fits, { error: say('figures', { max: digits }) });
  const max = field.max ?? 200;
  const short = field.shortest ?? 0;
  const base = text
    .max(max, { error: say('long', { max }) })
    .min(short, { error: say('short', { min: short }) });
  if (field.localised) return base.refine(isLocalText, { error: say('json') });
  return base.refine(fits, { error: choicesOf(field) ? say('select') : expected(field.pattern, say) });
}

function dictionary(dict: string, say: Say): z.ZodType {
  const known = (DICTS as Readonly<Record<string, readonly { value: string | number }[]>>)[dict];
  const error = say('select');
  if (!known) return z.union([z.string(), z.number()], { error });
  const values = new Set<unknown>(known.map((item) => item.value));
  const other = say('choice');
  return z
    .union([z.string(), z.number()], { error })
    .refine((value) => values.has(value), { error: ({ input }) => (input === '' ? error : other) });
}

/** Of a storable value, which is not too deep to walk. */
function hostile(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(
    ([key, inner]) => key === '__proto__' || key === 'constructor' || hostile(inner),
  );
}

/** An object or array, or the text of one, at most 64 KiB. */
function structured(say: Say): z.ZodType {
  return z.unknown().transform((value, context) => {
    let parsed: unknown = value;
    try {
      if (typeof value === 'string') parsed = JSON.parse(value);
    } catch {
      parsed = undefined;
    }
    const sound = parsed !== null && typeof parsed === 'object' && isStorable(parsed) && !hostile(parsed);
    if (sound && JSON.stringify(parsed).length <= JSON_LIMIT) return parsed;
    context.addIssue({ code: 'custom', message: say('json') });
    return z.NEVER;
  });
}

/** An object of amounts by the codes of currencies; what is left empty is left out, what is wrong named by its code. */
function amounts(say: Say): z.ZodType {
  return z.record(z.string(), z.unknown(), { error: say('money') }).transform((given, context) => {
    const texts = Object.entries(given)
      .filter(([, amount]) => amount !== null && amount !== '')
      .map(([code, amount]) => [code, typeof amount === 'object' ? '' : String(amount).trim()] as const);
    for (const [code, text] of texts)
      if (!isAmountOf(code, text))
        context.addIssue({ code: 'custom', message: say('money', { label: code }) });
    return texts.length > 0 ? Object.fromEntries(texts.map(([code, text]) => [code, ungrouped(text)])) : null;
  });
}

function address(field: Field, say: Say): z.ZodType {
  const max = field.max ?? 2000;
  const sound = (value: string) => /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(value);
  return z
    .string({ error: say('url') })
    .trim()
    .max(max, { error: say('long', { max }) })
    .refine(sound, { error: say('url') });
}

const isSeveral = (field: Field): boolean => field.kind === 'json' && field.several !== undefined;

/** Different ones of what there is, in its order whatever the order in which they were ticked. */
function ticked(several: Several, say: Say): z.ZodType {
  const known = DICTS as Readonly<Record<string, readonly { value: unknown }[]>>;
  const all =
    'dict' in several ? (known[several.dict] ?? []).map(({ value }) => value) : [...several.choices];
  return z.unknown().transform((given, context) => {
    const list = Array.isArray(given) ? (given as unknown[]) : [undefined];
    if (new Set(list).size === list.length && list.every((each) => all.includes(each)))
      return all.filter((each) => list.includes(each));
    context.addIssue({ code: 'custom', message: say('choice') });
    return z.NEVER;
  });
}

function ratio(say: Say): z.ZodType {
  const error = say('rate');
  return z
    .union([z.string(), z.number().transform((value) => value.toFixed(6).replace(/\.?0+$/, ''))], { error })
    .refine((value) => /^0(\.\d{1,6})?$/.test(value), { error });
}

/** An amount that is shown with its sign, or whose least is below nothing. */
export const mayBeNegative = ({ signed, least }: Pick<MoneyField, 'signed' | 'least'>): boolean =>
  signed === true || least?.startsWith('-') === true;

function value(field: Field, say: Say): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return textual(field, say);
    case 'image':
    case 'url':
      return address(field, say);
    case 'money': {
      const error = say('money');
      const sound = (text: string) => isAmountText(text) && (mayBeNegative(field) || !text.startsWith('-'));
      const { most, least, positive } = field;
      const amount = z.string({ error }).trim().transform(ungrouped).refine(sound, { error, abort: true });
      const some = positive
        ? amount.refine((text) => !new Amount(text).isZero(), { error: say('positive') })
        : amount;
      const enough =
        least === undefined
          ? some
          : some.refine((text) => new Amount(text).greaterThanOrEqualTo(least), {
              error: say('least', { min: grouped(least) }),
            });
      // Between two bounds the sign counts.
      const sized = (text: string) => (least === undefined ? new Amount(text).abs() : new Amount(text));
      if (most === undefined) return enough;
      return enough.refine((text) => sized(text).lessThanOrEqualTo(most), {
        error: say('most', { max: grouped(most) }),
      });
    }
    case 'rate':
      return ratio(say);
    case 'int': {
      const [min, max] = [field.min ?? 0, field.maximum ?? INT_MAX];
      const error = say('int', { min, max });
      return z.int({ error }).min(min, { error }).max(max, { error });
    }
    case 'dict':
      return dictionary(field.dict, say);
    case 'ref': {
      const error = say('select');
      return z.union([z.string(), z.int().positive().transform(String)], { error }).refine(isId, { error });
    }
    case 'flag':
      return z.boolean({ error: say('flag') });
    case 'instant': {
      const error = say('instant');
      return z.iso
        .datetime({ offset: true, error })
        .transform((text) => instantText(text) ?? '')
        .refine((text) => text !== '', { error });
    }
    case 'date': {
      const error = say('instant');
      // Nothing more is to be said of what is no date.
      return z.iso.date({ error, abort: true }).refine((text) => instantText(text) !== undefined, { error });
    }
    case 'json':
      if (field.several) return ticked(field.several, say);
      return field.perCurrency ? amounts(say) : structured(say);
  }
}

const ROWS_MOST = 50;

/** What the fields of a form are called. */
type LabelOf = (field: string) => string;

/** Rows of a form within a form; keys that are none of their fields are dropped. */
function rows(fields: Fields, language: Locale, say: Say, labelOf: LabelOf): z.ZodType {
  const error = say('format');
  const shape = Object.entries(fields).map(
    ([name, field]) => [name, fieldSchema(field, language, labelOf(name), false)] as const,
  );
  return z
    .array(z.object(Object.fromEntries(shape), { error }), { error })
    .max(ROWS_MOST, { error: say('manyEntries', { max: ROWS_MOST }) });
}

/**
 * The schema of one field. Nothing, null and the empty text are the same: refused with 'Please enter X!' or
 * 'Please select X!' where the field is required, else stored as absent. With `partial` a missing key is left alone.
 */
export function fieldSchema(
  field: Field,
  language: Locale,
  label: string,
  partial: boolean,
  labelOf: LabelOf = () => label,
): z.ZodType {
  const say: Say = (rule, values = {}) => validationText(language, rule, { label, ...values });
  const inner =
    field.kind === 'json' && field.rows ? rows(field.rows, language, say, labelOf) : value(field, say);
  const empty = say(chosen(field) ? 'select' : 'enter');
  const isEmpty = (raw: unknown): boolean =>
    raw === undefined ||
    raw === null ||
    (typeof raw === 'string' && raw.trim() === '') ||
    (isSeveral(field) && Array.isArray(raw) && raw.length === 0);
  const checked = z.unknown().transform((raw, context) => {
    if (isEmpty(raw)) {
      if (!field.required) return null;
      context.addIssue({ code: 'custom', message: empty });
      return z.NEVER;
    }
    const parsed = inner.safeParse(raw);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: issue.message });
    return z.NEVER;
  });
  return partial || !field.required ? checked.optional() : checked;
}
